# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks that the objects of each layer of the library need only functions and variables of the layers below it.

check_layers.py sees what a file includes. It does not see a function that a lower layer declares and a higher layer
defines: the lower layer then compiles alone, but cannot be linked without the higher one.
"""

import collections
import pathlib
import re
import subprocess
import sys

import check_layers
import tree

OWN = re.compile(r"^(?:_Z.*4skua|skua_)")


def symbols(objects):
    """The names of this library that the object files define, and those they need from elsewhere: name -> object."""
    defined, needed = set(), {}
    for path in objects:
        listing = subprocess.run(["nm", "--format=posix", path], check=True, capture_output=True, text=True).stdout
        for line in listing.splitlines():
            name, kind = line.split()[:2]
            if not OWN.match(name):
                continue
            if kind in "Uwv":
                needed.setdefault(name, path)
            elif kind not in "tdbr":
                defined.add(name)
    return defined, needed


def demangled(name):
    return subprocess.run(["c++filt", name], check=True, capture_output=True, text=True).stdout.strip()


def main():
    parser = tree.arguments(__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="the build tree, for instance build/release")
    options = parser.parse_args()
    table = check_layers.Table(options.root / "tools" / "layers.txt")
    defined, needed = {}, {}
    for layer in table.may:
        objects = sorted((options.build / "src" / "CMakeFiles" / f"skua_{layer}.dir").rglob("*.o"))
        if objects:
            defined[layer], needed[layer] = symbols(objects)
    if not defined:
        sys.exit(f"links: {options.build} has no objects of the library: build the target skua_library first")
    providers = collections.defaultdict(list)
    for layer, names in defined.items():
        for name in names:
            providers[name].append(layer)
    faults = 0
    for layer, names in needed.items():
        for name in sorted(names):
            above = providers[name]
            if above and not any(p in table.may[layer] for p in above) and (layer, demangled(name)) not in table.upper:
                faults += 1
                print(f"links: {layer} needs {demangled(name)}, which {above[0]} defines")
    total = sum(map(len, needed.values()))
    if faults:
        sys.exit(f"links: {faults} faults ({len(defined)} layers, {total} names)")
    print(f"links: ok ({len(defined)} layers, {total} names)")


if __name__ == "__main__":
    main()

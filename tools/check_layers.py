# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Checks every #include of the tree against the table of layers in layers.txt."""

import pathlib

import tree



class Table:
    """The rules of layers.txt."""

    def __init__(self, path):
        self.may, self.header, self.only, self.tests, self.allowed = {}, {}, {}, {}, set()
        self.upper = set()
        self.default, self.umbrella, self.siblings, self.programs = None, None, set(), {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            words = line.split("#")[0].split()
            if words:
                self.rule(words, f"{path}:{number}")

    def rule(self, words, where):
        kind, rest = words[0], words[1:]
        if kind == "layer" and rest and rest[0].endswith(":"):
            name = rest[0][:-1]
            unknown = [below for below in rest[1:] if below not in self.may]
            if unknown:
                raise SystemExit(f"{where}: {name} may include {unknown[0]}, which is not a layer below it")
            self.may[name] = set(rest[1:]) | {name}
        elif kind == "program" and rest and rest[0].endswith(":"):
            self.programs[rest[0][:-1]] = {rest[0][:-1], *rest[1:]}
        elif kind == "headers" and len(rest) == 1:
            self.default = rest[0]
        elif kind == "header" and len(rest) == 2:
            self.header[rest[0]] = rest[1]
        elif kind == "umbrella" and len(rest) == 1:
            self.umbrella = rest[0]
        elif kind == "siblings" and len(rest) == 1:
            self.siblings.add(rest[0])
        elif kind == "only" and len(rest) == 2:
            self.only[rest[1]] = rest[0]
        elif kind == "tests" and len(rest) == 2:
            self.tests[rest[0]] = rest[1]
        elif kind == "upper" and len(rest) == 2:
            self.upper.add((rest[0], rest[1]))
        elif kind == "allow" and len(rest) == 2:
            self.allowed.add((rest[0], rest[1]))
        else:
            raise SystemExit(f"{where}: cannot read this rule: {' '.join(words)}")


class Check:
    def __init__(self, root, table, report):
        self.root, self.table, self.report = root, table, report

    def layer(self, name):
        """The layer of a file named from the root: (layer, folder inside it), or None outside the library."""
        parts = pathlib.PurePosixPath(name).parts
        if parts[0] == "src" and len(parts) > 2:
            return parts[1], parts[2] if len(parts) > 3 else ""
        if parts[:3] == ("include", "skua", "detail"):
            parts = parts[:2] + parts[3:]
        if parts[:2] == ("include", "skua"):
            if len(parts) == 3:
                return self.table.header.get(parts[2], self.table.default), ""
            return parts[2], parts[3] if len(parts) > 4 else ""
        return None

    def resolve(self, file, quoted, target):
        """The file of the tree that an include means, named from the root, or None."""
        places = ([file.parent] if quoted else []) + [self.root / "include", self.root / "src"]
        if not self.in_library(file):
            folder = file.relative_to(self.root).parts
            tops = {"", folder[0], f"{folder[0]}/{folder[1]}", "apps", "cli"}
            places += [self.root / top for top in tops] if quoted else []
        for place in places:
            path = (place / target).resolve()
            if path.is_file() and path.is_relative_to(self.root):
                return path.relative_to(self.root).as_posix()
        return None

    def in_library(self, file):
        return file.relative_to(self.root).parts[0] in ("src", "include")

    def file(self, path):
        name = path.relative_to(self.root).as_posix()
        text = tree.without_comments(path.read_text())
        for match in tree.INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            quoted, target = match.group(1) == '"', match.group(2)
            if (name, target) not in self.table.allowed:
                wrong = self.wrong(path, name, quoted, target)
                if wrong:
                    self.report.fault(path, line, wrong)

    def wrong(self, path, name, quoted, target):
        """Why this include is not allowed, or None."""
        home = self.table.only.get(target)
        if home and not name.startswith(home + "/"):
            return f"only {home} may include <{target}>"
        header = self.resolve(path, quoted, target)
        if header is None:
            if quoted:
                return f'"{target}" is not a file of this tree (a system header wants <>)'
            return f"<{target}> does not exist" if target.startswith("skua/") else None
        if not self.in_library(path):
            return self.of_a_program(name, header)
        if header == f"include/skua/{self.table.umbrella}":
            return f"the library must not include <skua/{self.table.umbrella}>"
        if name.startswith("include/") and not header.startswith("include/"):
            return f"a public header may not include the private {header}"
        if header.startswith("include/") and quoted:
            return f"public headers are included as <{header.removeprefix('include/')}>"
        if name == f"include/skua/{self.table.umbrella}":
            return None
        return self.between(self.layer(name), self.layer(header), header)

    def of_a_program(self, name, header):
        """Programs are users of the library; the tests, and the launcher, also know its inner parts."""
        folder, below = name.split("/")[:2]
        if header.split("/")[0] in self.table.programs and folder != "tests":
            if not {header, header.split("/")[0]} & self.table.programs.get(folder, set()):
                return f"{folder} may not include {header}, which belongs to another program"
        if folder in ("tests", "launch"):
            user, used = (folder if folder == "launch" else below), self.layer(header)
            user = self.table.tests.get(user, user)
            if used is None or user not in self.table.may or used[0] in self.table.may[user]:
                return None
            return f"{folder}/{below} may not include layer {used[0]} ({header})"
        if header.startswith("src/"):
            return f"{folder} may include only <skua/…>, not {header}"
        if header.startswith("include/skua/detail/"):
            return f"{folder} may not include {header}, which is not a public header"
        return None

    def between(self, own_layer, other_layer, header):
        if own_layer is None or other_layer is None:
            return f"{header} is in no layer"
        for layer, _ in (own_layer, other_layer):
            if layer not in self.table.may:
                return f"'{layer}' is not a layer of layers.txt"
        if other_layer[0] not in self.table.may[own_layer[0]]:
            return f"layer {own_layer[0]} may not include layer {other_layer[0]} ({header})"
        if (
            own_layer[0] == other_layer[0]
            and own_layer[0] in self.table.siblings
            and other_layer[1] not in ("", own_layer[1])
        ):
            return f"{own_layer[0]}/{own_layer[1]} may not include its sibling {other_layer[0]}/{other_layer[1]}"
        return None


def main():
    options = tree.arguments(__doc__).parse_args()
    root = options.root.resolve()
    report = tree.Report("layers", root)
    check = Check(root, Table(pathlib.Path(__file__).parent / "layers.txt"), report)
    files = tree.sources(root, "src", "include", "launch", "apps", "cli", "bench", "examples", "tests")
    for path in files:
        layer = check.layer(path.relative_to(root).as_posix())
        if layer and layer[0] not in check.table.may:
            report.fault(path, 1, f"'{layer[0]}' is not a layer of layers.txt")
        else:
            check.file(path)
    report.finish(f"{len(files)} files")


if __name__ == "__main__":
    main()

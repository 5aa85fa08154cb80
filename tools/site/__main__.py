# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the web site of the documentation.

Usage: python3 tools/site [--root TREE] [--out FOLDER] [--pages-only] [--no-reference]

The pages are written to FOLDER/pages, in Markdown, and the site to FOLDER/html. What has not changed since the last
call is not built again. --pages-only does not call Sphinx; --no-reference does not call Doxygen."""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import doxygen  # noqa: E402
import pages  # noqa: E402

LABEL = re.compile(r"^\((\S+)\)=$", re.MULTILINE)


def arguments():
    parser = argparse.ArgumentParser(prog="site", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent.parent, help="the tree")
    parser.add_argument("--out", type=pathlib.Path, help="the folder to write (default: build/site of the tree)")
    parser.add_argument("--pages-only", action="store_true", help="write the Markdown, do not call Sphinx")
    parser.add_argument("--no-reference", action="store_true", help="leave out the names of the headers")
    return parser.parse_args()


def staged(root, names):
    """{path in the site: text or bytes} of what Sphinx reads. `names`: of Doxygen; None: no links to them."""
    site = pages.Site(root)
    site.arrange()
    result = {}
    if names:
        site.names, site.address_of = names.addresses, names.of_code
    for path in site.texts:
        result[site.pages[path]] = site.page(path)
    for path in list(site.listings):
        result[site.listings[path]] = site.listing(path)
    for path in site.pictures:
        result[path.removeprefix("docs/")] = (root / path).read_bytes()
    folder = root / pages.SITE
    for path in folder.iterdir():
        if path.suffix in (".py", ".css", ".svg"):
            result[path.name] = path.read_bytes()
    return result


def labels(texts):
    """The page of each label. `texts`: the text of each page."""
    return {label: path for path, text in texts.items() for label in LABEL.findall(text)}


def write(files, folder):
    """Writes what has changed, and removes pages without a source. Sphinx goes by the times of the files. Returns
    whether a label has left its page: Sphinx would keep the links to it on pages that have not changed."""
    before = labels({f.relative_to(folder).as_posix(): f.read_text() for f in folder.rglob("*.md")})
    after = labels({path: text for path, text in files.items() if path.endswith(".md")})
    for path, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        file = folder / path
        if not file.is_file() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    for file in list(folder.rglob("*")):
        if file.is_file() and file.relative_to(folder).as_posix() not in files:
            file.unlink()
    return any(after.get(label) != page for label, page in before.items())


def main():
    options = arguments()
    root = options.root.resolve()
    out = (options.out or root / "build" / "site").resolve()
    for program, package in (("doxygen", "doxygen"), ("sphinx-build", "python3-sphinx")):
        unused = options.no_reference if program == "doxygen" else options.pages_only
        if not unused and not shutil.which(program):
            sys.exit(f"site: {program} is not installed: ./dev docs installs the package {package}")
    names = None if options.no_reference else doxygen.Names(root, out / "html")
    has_moved = write(staged(root, names), out / "pages")
    if options.pages_only:
        print(f"site: the pages are in {out / 'pages'}")
        return
    command = ["sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "-j", "auto", "-d", str(out / "doctrees"),
               str(out / "pages"), str(out / "html")]
    if has_moved:
        command[1:1] = ["-E", "-a"]
    if subprocess.run(command, check=False).returncode:
        sys.exit("site: Sphinx found the mistakes above")
    print(f"site: open file://{out / 'html' / 'index.html'}")


if __name__ == "__main__":
    main()

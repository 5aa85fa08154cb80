# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The pages that Doxygen makes of the public headers, and where the entry of a public name is."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import check_reference

CODE_NAME = re.compile(r"(?:skua::)?((?:\w+::)*\w+)(?:\(.*\))?")
SETTINGS = """
PROJECT_NAME = "Skua: public headers"
INPUT = {root}/include/skua
EXCLUDE_SYMBOLS = {internal}
STRIP_FROM_PATH = {root}/include
STRIP_FROM_INC_PATH = {root}/include
FILE_PATTERNS = *.hpp
RECURSIVE = YES
OUTPUT_DIRECTORY = {out}
HTML_OUTPUT = api
GENERATE_LATEX = NO
GENERATE_TAGFILE = {out}/names.xml
HIDE_UNDOC_MEMBERS = NO
EXTRACT_ALL = YES
SORT_MEMBER_DOCS = NO
SHOW_GROUPED_MEMB_INC = YES
GENERATE_TREEVIEW = NO
HTML_TIMESTAMP = NO
VERBATIM_HEADERS = NO
MARKDOWN_SUPPORT = YES
AUTOLINK_SUPPORT = NO
INLINE_INHERITED_MEMB = YES
QUIET = YES
WARNINGS = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = SKUA_INLINE= SKUA_NOINLINE= SKUA_COLD=
"""


def run(root, out):
    """Writes the pages to out/api; returns {name without skua::, or header without include/skua/: address in api}."""
    internal = " ".join(f"skua::{space}" for space in sorted(check_reference.INTERNAL_NAMESPACES - {"memory"}))
    out.mkdir(parents=True, exist_ok=True)
    # Its warnings are about code that is not public.
    settings = SETTINGS.format(root=root, out=out, internal=internal)
    log = subprocess.run(["doxygen", "-"], input=settings, text=True, capture_output=True, check=False)
    if log.returncode:
        sys.exit(f"site: doxygen failed: {log.stderr}")
    return addresses(ElementTree.parse(out / "names.xml").getroot())


def addresses(tags):
    """The addresses in a file of tags."""
    found = {}
    for compound in tags.findall("compound"):
        name, page = compound.findtext("name"), compound.findtext("filename")
        if compound.get("kind") == "file":
            found[f"{compound.findtext('path')}{name}".partition("include/skua/")[2]] = page
            continue
        scope = re.sub(r"^skua(::|$)", "", name)
        if scope:
            found.setdefault(scope, page)
        for member in compound.findall("member"):
            inside = f"{scope}::{member.findtext('name')}".removeprefix("::")
            found.setdefault(inside, f"{member.findtext('anchorfile')}#{member.findtext('anchor')}")
    return found


class Names:
    """The public names and headers of a tree, and where their entries are."""

    def __init__(self, root, out):
        self.addresses = run(root, out)

    def of_code(self, code, page):
        """The address of the name that a code span of a document means, or None. A word alone is a name if the
        document calls it skua:: somewhere."""
        found = CODE_NAME.fullmatch(code)
        if not found or found[1] not in self.addresses:
            return None
        is_clear = code.startswith("skua::") or re.search(r"[_(]|::", code)
        return self.addresses[found[1]] if is_clear or re.search(rf"\bskua::{found[1]}\b", page) else None

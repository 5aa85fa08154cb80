# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The public names of the headers with their comments, read from Doxygen's XML."""

import dataclasses
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import check_reference

SETTINGS = """
INPUT = {root}/include/skua
STRIP_FROM_PATH = {root}
FILE_PATTERNS = *.hpp
RECURSIVE = YES
OUTPUT_DIRECTORY = {out}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
QUIET = YES
WARNINGS = NO
AUTOLINK_SUPPORT = NO
TAB_SIZE = 2
INLINE_INHERITED_MEMB = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = SKUA_INLINE= SKUA_NOINLINE= SKUA_COLD= {lists}
"""
MEMBER_KINDS = {"function", "variable", "typedef", "enum"}
COMPOUND_KINDS = {"namespace", "class", "struct", "concept"}


@dataclasses.dataclass
class Declaration:
    """One declaration of a name: an overload, a class, a member, an enumerator."""

    name: str  # without skua::
    kind: str  # function, variable, typedef, enum, enumerator, class, struct, concept, using
    signature: str
    text: str  # Markdown
    header: str  # the path of the file
    line: int
    deleted: bool = False

    @property
    def scope(self):
        return self.name.rpartition("::")[0]

    @property
    def last(self):
        return self.name.rpartition("::")[2]


def run(root, out):
    """The folder with the XML. Doxygen runs only if a header or the settings have changed since."""
    headers = sorted((root / "include" / "skua").rglob("*.hpp"))
    # Doxygen does not see the members that a list declares; reference.py does.
    lists = check_reference.lists_of(header.read_text() for header in headers)
    settings = SETTINGS.format(root=root, out=out, lists=" ".join(f"{name}(x)=" for name in lists))
    state = hashlib.sha256(settings.encode())
    for header in headers:
        state.update(str(header).encode() + header.read_bytes())
    stamp = out / "stamp"
    if not stamp.is_file() or stamp.read_text() != state.hexdigest():
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        # Its warnings are about code that is not public.
        log = subprocess.run(["doxygen", "-"], input=settings, text=True, capture_output=True, check=False)
        if log.returncode:
            sys.exit(f"site: doxygen failed: {log.stderr}")
        stamp.write_text(state.hexdigest())
    return out / "xml"


# --- text -----------------------------------------------------------------------------------------


def escaped(text):
    return re.sub(r"([\\`*_\[\]<>#|{}~$])", r"\\\1", text)


def code_span(text):
    return f"``{text}``" if "`" in text else f"`{text}`"


def inline(element):
    """The Markdown of an element of a paragraph with everything inside it."""
    parts = [escaped(element.text or "")]
    for child in element:
        inside = "".join(child.itertext())
        if child.tag == "computeroutput":
            parts.append(code_span(inside))
        elif child.tag == "bold":
            parts.append(f"**{escaped(inside)}**")
        elif child.tag == "emphasis":
            parts.append(f"*{escaped(inside)}*")
        elif child.tag in ("itemizedlist", "orderedlist"):
            items = [" ".join(inline(p).strip() for p in item) for item in child.findall("listitem")]
            parts.append("\n\n" + "\n".join(f"- {item}" for item in items) + "\n\n")
        elif child.tag in ("programlisting", "verbatim"):
            lines = ["".join(" " if e.tag == "sp" else e.text or "" for e in line.iter()) for line in child]
            body = "\n".join(lines) if child.tag == "programlisting" else inside
            parts.append(f"\n\n```cpp\n{body}\n```\n\n")
        elif child.tag in ("ndash", "mdash"):
            parts.append("–")
        else:
            parts.append(inline(child))
        parts.append(escaped(child.tail or ""))
    return "".join(parts)


def text_of(element):
    """The comment of a compound or member as Markdown paragraphs."""
    paragraphs = []
    for part in ("briefdescription", "detaileddescription"):
        node = element.find(part)
        paragraphs += [inline(p).strip() for p in (node if node is not None else ()) if p.tag == "para"]
    return "\n\n".join(p for p in paragraphs if p)


# --- signatures -----------------------------------------------------------------------------------


def flat(element):
    return "" if element is None else re.sub(r"\s+", " ", "".join(element.itertext())).strip()


def tidy(code):
    """Doxygen's spacing of types made into that of this tree: `T const& x`, `vector<int>`."""
    code = re.sub(r"\s*(&&|&|\*)\s*(\.\.\.)?\s*(?=[\w)\],>=]|$)", lambda m: m[1] + (m[2] or "") + " ", code)
    code = re.sub(r"([&*.]) (?=[)\],>])", r"\1", code)
    code = re.sub(r"<\s+", "<", code)
    code = re.sub(r"(?<=[\w>)\]&*.])\s+>(?!=)", ">", code)
    return code.strip()


def parameters(element):
    """`template <…>` with the constraint of a template, each on its own line."""
    lines = []
    params = element.find("templateparamlist")
    if params is not None:
        texts = []
        for param in params.findall("param"):
            text = tidy(flat(param.find("type")))
            name, default = flat(param.find("declname")), flat(param.find("defval"))
            text += f" {name}" if name and not text.endswith(f" {name}") else ""
            texts.append(text + (f" = {tidy(default)}" if default else ""))
        lines.append(f"template <{', '.join(texts)}>")
    clause = flat(element.find("requiresclause"))
    if clause:
        lines.append(f"  requires {clause}")
    return lines


def function(member, last):
    kind = tidy(flat(member.find("type")))
    words = [w for w in ("static", "explicit") if member.get(w) == "yes" and w not in kind.split()]
    arguments = tidy(flat(member.find("argsstring")))
    arguments = re.sub(r"\)\s*(const|noexcept|override)", r") \1", arguments)
    arguments = re.sub(r"(?<=\w)=(?=[\w{\"'-])", " = ", arguments)
    return " ".join(filter(None, (*words, kind, last))) + arguments + ";"


def signature(member, last):
    lines = parameters(member)
    kind = member.get("kind")
    if kind == "function":
        lines.append(function(member, last))
    elif kind == "variable":
        initial = flat(member.find("initializer"))
        shown = f" {initial}" if initial.startswith("=") and len(initial) < 60 else ""
        words = "static " if member.get("static") == "yes" else ""
        lines.append(f"{words}{tidy(flat(member.find('type')))} {last}{flat(member.find('argsstring'))}{shown};")
    elif kind == "typedef":
        lines.append(f"using {last} = {tidy(flat(member.find('type')))};")
    else:
        strong = "class " if member.get("strong") == "yes" else ""
        lines.append(f"enum {strong}{last};")
    return "\n".join(lines)


def compound_signature(compound, name):
    kind = compound.get("kind")
    if kind == "concept":
        code = "".join(compound.find("initializer").itertext()).strip()
        return re.sub(r"(?<=concept )[\w:]+", name.rpartition("::")[2], code).rstrip(";") + ";"
    bases = [base.text for base in compound.findall("basecompoundref") if base.get("prot") == "public"]
    bases = [tidy(b).removeprefix("skua::") for b in bases if not internal(b.removeprefix("skua::"))]
    heading = f"{kind} {name.rpartition('::')[2]}" + (f" : public {', '.join(bases)}" if bases else "")
    return "\n".join([*parameters(compound), heading + ";"])


# --- collecting -----------------------------------------------------------------------------------


def internal(name):
    """Whether the name lies in a namespace that is not for users, or specialises a template."""
    return "<" in name or any(n in check_reference.INTERNAL_NAMESPACES for n in name.split("::"))


def place_of(element):
    location = element.find("location")
    return (location.get("file"), int(location.get("line"))) if location is not None else ("", 0)


def members(compound, scope):
    for member in compound.iter("memberdef"):
        if member.get("prot") != "public" or member.get("kind") not in MEMBER_KINDS:
            continue
        last = flat(member.find("name"))
        if not last or last.startswith(("~", "@")):
            continue
        name = f"{scope}::{last}" if scope else last
        header, line = place_of(member)
        arguments = flat(member.find("argsstring")).replace(" ", "")
        yield Declaration(
            name, member.get("kind"), signature(member, last), text_of(member), header, line,
            arguments.endswith(("=delete", "=default")),
        )
        for value in member.findall("enumvalue"):
            item = flat(value.find("name"))
            initial = flat(value.find("initializer"))
            yield Declaration(
                f"{name}::{item}", "enumerator", f"{item} {initial}".strip(), text_of(value), header, line
            )


def read(folder):
    """All declarations of public names, in the order of header and line."""
    found = []
    for path in sorted(pathlib.Path(folder).glob("*.xml")):
        if not path.name.startswith(("namespace", "class", "struct", "concept")):
            continue
        for compound in ElementTree.parse(path).getroot().findall("compounddef"):
            full = compound.findtext("compoundname", "")
            if compound.get("kind") not in COMPOUND_KINDS or compound.get("prot") in ("private", "protected"):
                continue
            name = full.removeprefix("skua").removeprefix("::")
            if not full.startswith("skua") or internal(name):
                continue
            if compound.get("kind") != "namespace":
                header, line = place_of(compound)
                code = compound_signature(compound, name)
                found.append(Declaration(name, compound.get("kind"), code, text_of(compound), header, line))
            if compound.get("kind") != "concept":
                found += members(compound, name)
    unique = {(d.name, d.signature, d.line): d for d in found if d.header.startswith("include/skua/")}
    return sorted(unique.values(), key=lambda d: (d.header, d.line))

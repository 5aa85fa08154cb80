# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Settings of Sphinx for the web site. tools/site copies this file beside the pages that it writes."""

import json
import pathlib
import re

project = "Skua"
author = "The Skua authors"
project_copyright = "The Skua authors"
extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "index"
exclude_patterns = []

# Anchors of headings as on the page of a repository.
myst_heading_anchors = 4
# A page may skip a level of headings. Pygments does not know the … of the fragments.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
highlight_language = "text"

html_theme = "furo"
html_title = "Skua"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
html_css_files = ["site.css"]
html_static_path = ["site.css"]
pygments_style = "friendly"
pygments_dark_style = "native"
html_theme_options = {
    "sidebar_hide_name": False,
    "light_css_variables": {
        "color-brand-primary": "#0b5a7a",
        "color-brand-content": "#0b5a7a",
    },
    "dark_css_variables": {
        "color-brand-primary": "#6cc0e0",
        "color-brand-content": "#6cc0e0",
    },
}
# The prompt of a shell is no part of a command.
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True

# --- the theme of Debian --------------------------------------------------------------------------
# Its script is a module, which a browser does not load from a file: it becomes an ordinary script.
# Its style lacks the dark colours for readers with a dark system who have not chosen a theme, and
# imports normalize.css from a server.

IMPORT = re.compile(r"@import url\(/(javascript/[\w./-]+)\);")
DARK = re.compile(r'body\[data-theme="dark"\] \{(\s*--color-problematic.*?)\}', re.DOTALL)


def complete_script(scripts):
    script = scripts / "furo.js"
    head, _, rest = script.read_text().partition("\n")
    if head.startswith("import Gumshoe"):
        script.write_text((scripts / "gumshoe-patched.js").read_text() + rest)


def imported(match):
    """The text of a style that lies on a server of Debian below /javascript."""
    path = pathlib.Path("/usr/share") / match[1]
    return path.read_text() if path.is_file() else "body { margin: 0; }"


def complete_style(style):
    text = IMPORT.sub(imported, style.read_text())
    dark = DARK.search(text)
    if dark and "prefers-color-scheme" not in text:
        rule = f'body:not([data-theme="light"]) {{{dark[1]}}}'
        text += f"\n@media (prefers-color-scheme: dark) {{ @media not print {{ {rule} }} }}\n"
    style.write_text(text)


# The search fetches the pages that it has found, which a browser does not do from a file. There it
# gets their text from this script.

MAIN = re.compile(r'<article role="main">(.*?)</article>', re.DOTALL)
INLINE = re.compile(r"<a class=\"headerlink\".*?</a>|</?(?:a|code|em|span|strong)\b[^>]*>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
FETCH = """
if (location.protocol === 'file:') {
  const root = new URL('.', location.href).href;
  window.fetch = url => {
    const page = new URL(url, location.href).href.slice(root.length);
    return Promise.resolve({ text: () => Promise.resolve('<div role="main">' + (texts[page] || '') + '</div>') });
  };
}
"""


def write_texts(out):
    texts = {}
    for page in sorted(out.rglob("*.html")):
        main = MAIN.search(page.read_text())
        if main:
            texts[page.relative_to(out).as_posix()] = " ".join(TAG.sub(" ", INLINE.sub("", main[1])).split())
    (out / "_static" / "texts.js").write_text(f"const texts = {json.dumps(texts, ensure_ascii=False)};{FETCH}")


def add_texts(app, pagename, templatename, context, doctree):
    if pagename == "search":
        app.add_js_file("texts.js")


def complete_theme(app, exception):
    if exception is None:
        write_texts(pathlib.Path(app.outdir))
        static = pathlib.Path(app.outdir) / "_static"
        complete_script(static / "scripts")
        complete_style(static / "styles" / "furo.css")


def setup(app):
    app.connect("html-page-context", add_texts)
    app.connect("build-finished", complete_theme)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Settings of Sphinx for the web site. tools/site copies this file beside the pages that it writes."""

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
html_static_path = []
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

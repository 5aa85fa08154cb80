# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import subprocess
import sys
import tempfile
import unittest

from planted import TOOLS, PlantedTree

SETTINGS = """std::array<row, 3> const table{{
    {"workers", "worker threads (default: what affinity (or a quota) allows)",
     [](options& o, std::string const& s, std::string const& t) { o.workers = number(s, t); }},
    {"spin-us", "microseconds (default 20)", [](options& o, auto& s, auto& t) { o.spin_us = number(s, t); }},
    {"help", "print the options | exit", nullptr},
}};
constexpr std::array<std::string_view, 1> foreign{"SKUA_THERE"};
"""
FIELDS = """struct options {
  int workers = 0;
  int spin_us = 20;  ///< how long
};
"""
LAUNCHER = """app.add_option("-n", into.places, "places (default: all)")->check(CLI::Range(1, 9))
      ->type_name("PLACES");
  app.add_flag("-v", into.verbose, "say what happens");
"""
READER = "// env SKUA_THERE: two\n// lines\nchar const* there = 0;\n"
FILES = {"src/sched/settings.cpp": SETTINGS, "include/skua/options.hpp": FIELDS, "launch/option_table.cpp": LAUNCHER,
         "src/there.cpp": READER}


def written(files):
    """Writes the files and the document made from them."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**files, "docs/options.md": ""}.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        subprocess.run([sys.executable, str(TOOLS / "check_options.py"), "--root", folder, "--write"], timeout=60,
                       capture_output=True, check=False)
        return {**files, "docs/options.md": (pathlib.Path(folder) / "docs/options.md").read_text()}


class Options(PlantedTree):
    check = "options"

    def test_what_is_written_passes(self):
        files = written(FILES)
        self.passes(files)
        for row in (
            "| `--skua-workers` | `SKUA_WORKERS` | `workers` | what affinity (or a quota) allows | worker threads |",
            "| `--skua-spin-us` | `SKUA_SPIN_US` | `spin_us` | 20 | microseconds |",
            "| `--skua-help` |  |  |  | print the options \\| exit |",
            "| `-n PLACES` | all | places |",
            "| `-v` |  | say what happens |",
            "| `SKUA_THERE` | two lines |",
        ):
            self.assertIn(row, files["docs/options.md"])

    def test_a_document_that_is_old_or_missing(self):
        self.fails(FILES, "docs/options.md:1: not what the source says")
        files = written(FILES)
        self.fails(
            {**files, "src/sched/settings.cpp": SETTINGS.replace("worker threads", "workers")},
            "not what the source says",
        )

    def test_an_option_without_a_row(self):
        fields = FIELDS.replace("};", "  bool pin = false;\n};")
        self.fails(written({**FILES, "include/skua/options.hpp": fields}),
                   "include/skua/options.hpp:4: no row of src/sched/settings.cpp sets pin")

    def test_two_defaults(self):
        self.fails(written({**FILES, "include/skua/options.hpp": FIELDS.replace("20", "30")}),
                   "src/sched/settings.cpp:4: the default of spin-us is 20 here and 30 in include/skua/options.hpp")

    def test_a_variable_that_nothing_explains(self):
        self.fails(written({**FILES, "src/there.cpp": ""}), "src/sched/settings.cpp:7: nothing explains SKUA_THERE")

    def test_a_variable_that_is_refused(self):
        reader = READER + "// env SKUA_ELSEWHERE: three\n"
        self.fails(written({**FILES, "src/there.cpp": reader}), "src/there.cpp:4: SKUA_ELSEWHERE is unknown to")

    def test_a_variable_explained_twice(self):
        self.fails(written({**FILES, "src/where.cpp": READER}), "SKUA_THERE is explained twice")


if __name__ == "__main__":
    unittest.main()

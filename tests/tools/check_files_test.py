# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import LICENCE, PlantedTree


class Files(PlantedTree):
    check = "files"

    def test_a_tree_in_order(self):
        self.passes({"src/base/a.cpp": LICENCE, "src/base/a.hpp": LICENCE + "#pragma once\n", "data.json": "{}\n",
                     "tools/run.py": "#!/usr/bin/env python3\n" + LICENCE.replace("//", "#")})

    def test_licence_lines(self):
        for text in ("int x;\n", LICENCE.splitlines()[0] + "\n", "\n" * 5 + LICENCE,
                     LICENCE.replace(" WITH LLVM-exception", "")):
            self.fails({"src/base/a.cpp": text}, "src/base/a.cpp:1: the two SPDX lines")

    def test_pragma_once(self):
        self.fails({"src/base/a.hpp": LICENCE}, "without `#pragma once`")

    def test_size(self):
        self.passes({"src/base/a.cpp": LICENCE + "\n" * 398})
        self.fails({"src/base/a.cpp": LICENCE + "\n" * 399}, "401 lines, at most 400")

    def test_spelling(self):
        self.fails({"src/base/a.cpp": LICENCE + "// a Fiber\n"}, "src/base/a.cpp:3: the word is spelt")
        self.fails({"src/base/a.cpp": LICENCE + "void* fiber_ = __tsan_create_fiber(0);\n"}, "is spelt")
        self.passes({"src/base/a.cpp": LICENCE + "void* fibre = __tsan_create_fiber(0);\n"
                                                 "__sanitizer_start_switch_fiber(a, b, c);\n"})

    def test_names(self):
        self.fails({"src/base/BigFile.cpp": LICENCE}, "file names are snake_case")

    def test_long_lines(self):
        code, comment = "int x" + "0" * 114 + ";", "// " + "x" * 97
        short = {"src/base/a.cpp": LICENCE + f"{code}\n{comment}\n  {comment[:-2]}\n"}
        self.passes(short)
        self.passes({"src/base/a.cpp": LICENCE + "// expect: " + "x" * 120 + "\n"})
        self.fails({"src/base/a.cpp": LICENCE + code + " \n"}, "a.cpp:3: 121 columns, at most 120")
        self.fails({"src/base/a.cpp": LICENCE + comment + "x\n"}, "a.cpp:3: 101 columns, at most 100")
        self.fails({"tools/a.py": LICENCE.replace("//", "#") + "# " + "x" * 99 + "\n"}, "a.py:3: 101 columns")

    def test_long_lines_of_markdown(self):
        head = "<!-- " + LICENCE.replace("// ", "").replace("\n", " -->\n<!-- ", 1).rstrip() + " -->\n"
        long = "x " * 60 + "x"
        self.fails({"docs/a.md": head + long + "\n"}, "docs/a.md:3: 121 columns, at most 100")
        self.passes({"docs/a.md": head + f"| {long} |\n\n```\n{long}\n```\n\n    {long}\n\n{long} [here](b.md)\n"})

    def test_white_space(self):
        self.fails({"src/base/a.cpp": LICENCE + "int x; \n"}, "a.cpp:3: white space")


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import LICENCE, PlantedTree

PLAIN = "// " + "The owner pushes a task and the thief takes the oldest one. " * 100 + "\n"


class Words(PlantedTree):
    check = "words"
    options = ("--strict", "--places")

    def test_plain_comments(self):
        self.passes({"src/base/a.cpp": LICENCE + PLAIN, "README.md": "A worker that has no task looks for one.\n"})

    def test_pronouns_in_comments(self):
        self.fails({"src/base/a.cpp": LICENCE + "// Who waits polls.\n"}, "src/base/a.cpp:3: `Who`: name the actor")
        self.fails({"src/base/a.hpp": LICENCE + "/* seen\n   by nobody */\n"}, "src/base/a.hpp:4: `nobody`")
        self.fails({"src/base/a.cpp": LICENCE + "int x;  // whence it came\n"}, "src/base/a.cpp:3: `whence`")

    def test_code_and_literals_do_not_count(self):
        self.passes({"src/base/a.cpp": LICENCE + 'int who = 0;\nchar const* s = "nobody";\n'})

    def test_markdown(self):
        self.fails({"docs/a.md": "Whoever sleeps is woken.\n"}, "docs/a.md:1: `Whoever`")
        self.passes({"docs/a.md": "Call `who` or see [this](who.md).\n\n```\nwho\n```\n\n    who\n"})

    def test_a_few_are_allowed(self):
        self.passes({"src/base/a.cpp": LICENCE + PLAIN + "// Nobody waits.\n"})
        self.fails(
            {"src/base/a.cpp": LICENCE + PLAIN + "// Nobody waits.\n" * 3}, "pronouns per 1,000 words, at most 1"
        )

    def test_help_texts(self):
        plain = {"src/base/a.cpp": LICENCE + PLAIN}
        call = 'command.add_option("--x", x_,\n                   "whom (of all) to ask")->check(f());\n'
        self.fails({**plain, "apps/a.cpp": LICENCE + call}, "apps/a.cpp:4: `whom` in a help text")
        self.fails(
            {**plain, "tools/a.py": 'parser.add_argument("-x", help="until nobody waits")\n'}, "tools/a.py:1: `nobody`"
        )
        self.passes({**plain, "apps/a.cpp": LICENCE + 'command.add_option("--x", x_, "place"); say("whom");\n'})

    def test_without_strict_it_only_reports(self):
        self.options = ("--places",)
        out = self.passes({"src/base/a.cpp": LICENCE + "// Who waits polls.\n"})
        self.assertIn("src/base/a.cpp:3: `Who`", out)
        self.assertIn("words: 1 faults", out)


if __name__ == "__main__":
    unittest.main()

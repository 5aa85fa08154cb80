# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The checks of layers, labels, synchronisation comments and links, on small trees with and without a
planted fault. A row: the files that are changed, and a part of the complaint; None: there is none."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from planted import TOOLS, PlantedTree

TREE = {
    "include/skua/skua.hpp": "#include <skua/finish.hpp>\n",
    "include/skua/finish.hpp": "#include <atomic>\n#include <skua/detail/base/check.hpp>\n",
    "include/skua/detail/base/check.hpp": "#include <version>\n",
    "src/core/run.cpp": '#include <skua/finish.hpp>\n#include "local.hpp"\n#include "system/clock.hpp"\n',
    "src/core/local.hpp": "",
    "src/system/clock.hpp": '#include "base/units.hpp"\n',
    "src/base/units.hpp": "",
    "apps/fib/main.cpp": '#include <skua/skua.hpp>\n#include "problem.hpp"\n',
    "apps/fib/problem.hpp": "#include <vector>\n",
}
OTHERS = {"launch/option_table.hpp": "", "launch/plan.hpp": "", "cli/top/app.hpp": ""}
TRANSPORTS = {"src/transport/transport.hpp": "", "src/transport/shm/ring.hpp": ""}
LAYERS = [
    ({}, None),
    ({"src/base/units.hpp": '#include "system/clock.hpp"\n'},
     "src/base/units.hpp:1: layer base may not include layer system"),
    ({"src/system/clock.hpp": "\n#include <skua/finish.hpp>\n"},
     "src/system/clock.hpp:2: layer system may not include layer core"),
    ({"src/base/units.hpp": '// #include "system/clock.hpp"\n/*\n#include "system/clock.hpp"\n*/\n'}, None),
    ({**TRANSPORTS, "src/core/local.hpp": '#include "transport/transport.hpp"\n'},
     "layer core may not include layer transport"),
    ({**TRANSPORTS, "src/transport/sim/net.hpp": '#include "transport/transport.hpp"\n'}, None),
    ({**TRANSPORTS, "src/transport/sim/net.hpp": '#include "transport/shm/ring.hpp"\n'},
     "transport/sim may not include its sibling transport/shm"),
    ({"src/transport/mpi/module.cpp": "#include <mpi.h>\n"}, None),
    ({"src/core/run.cpp": "#include <mpi.h>\n"}, "only src/transport/mpi may include <mpi.h>"),
    ({"include/skua/finish.hpp": '#include "core/local.hpp"\n'}, "may not include the private"),
    ({"src/core/run.cpp": "#include <skua/skua.hpp>\n"}, "must not include <skua/skua.hpp>"),
    ({"src/core/run.cpp": '#include "skua/finish.hpp"\n'}, "are included as <skua/finish.hpp>"),
    ({"apps/fib/main.cpp": '#include "../../src/core/local.hpp"\n'}, "may include only <skua/…>"),
    ({**OTHERS, "cli/top/app.cpp": '#include "apps/fib/problem.hpp"\n#include "launch/option_table.hpp"\n'}, None),
    ({**OTHERS, "cli/top/app.cpp": '#include "launch/plan.hpp"\n'}, "cli may not include launch/plan.hpp"),
    ({**OTHERS, "apps/fib/main.cpp": '#include "cli/top/app.hpp"\n'}, "apps may not include cli/top/app"),
    ({"src/core/run.cpp": "#include <skua/rum.hpp>\n"}, "<skua/rum.hpp> does not exist"),
    ({"src/core/run.cpp": '#include "lokal.hpp"\n'}, '"lokal.hpp" is not a file of this tree'),
    ({"src/misc/junk.cpp": ""}, "'misc' is not a layer"),
]

RING = "// Invariants\n//   RING-1  Cells are written first.\n//   RING-2  Then the word.\n"
TABLE = "# Architecture\n\n## Invariants\n\n| label | about | stated in |\n|---|---|---|\n"
ROW = "| RING-1 to RING-2 | a ring | `src/transport/ring.hpp` |\n"
CPP, HPP, PAGE = "src/transport/ring.cpp", "src/transport/ring.hpp", "ARCHITECTURE.md"
RINGS = {HPP: RING, CPP: "void put();  // RING-2: last\n", PAGE: TABLE + ROW}
LABELS = [
    ({}, None),
    ({CPP: "int x;\nint y;  // see (RING-3)\n"}, "src/transport/ring.cpp:2: RING-3 is defined nowhere"),
    ({CPP: "// The order of the writes follows from\n// RING-1 alone.\n"}, None),
    ({"src/transport/other.hpp": "//   RING-2  Something else.\n"},
     "src/transport/ring.hpp:3: RING-2 is already defined at src/transport/other.hpp:1"),
    ({"src/transport/z.hpp": "//   RING-3  More.\n"}, "RING is the protocol of"),
    ({HPP: RING + "//   RING-4  More.\n"}, "but there is no RING-3"),
    ({CPP: 'log("RING-9");  // UTF-8, SHA-1 and x86-64\n'}, None),
    ({CPP: "int x;  // written last (T1, T2)\n"}, "(T1, T2): a label is"),
    ({PAGE: TABLE}, "ARCHITECTURE.md:3: the table has no row for RING"),
    ({PAGE: TABLE + ROW.replace("-2", "-3")}, "expected RING-1 to RING-2"),
    ({PAGE: TABLE + ROW + ROW}, "ARCHITECTURE.md:8: RING has a second row"),
    ({PAGE: TABLE + ROW.replace("ring.hpp", "ring.cpp")}, "RING is stated in src/transport/ring.hpp, not in src/"),
    ({PAGE: TABLE + ROW + ROW.replace("RING", "BELL")}, "expected no such label"),
    ({"tests/model/views.hpp": "//   VIEW-1  A view only grows.\n"}, None),
    ({CPP: "// see ring.hpp, transport/ring.hpp and <vector>\n"}, None),
    ({CPP: "// see wring.hpp\n"}, "ring.cpp:1: there is no file wring.hpp"),
    ({"docs/rings.md": "See `src/ring.hpp`.\n"}, "docs/rings.md:1: there is no file src/ring"),
    ({"docs/rings.md": "```cpp\n// mine.hpp\n```\n\n`apps/NAME/app.cpp`, `*.hpp`\n"}, None),
]

LOAD, STORE, BOTH = (f"std::memory_order_{name}" for name in ("acquire", "release", "acq_rel"))
RELAXED = "std::memory_order_relaxed"
WORD = "src/sched/word.hpp"
CALL = "w.compare_exchange_strong(a, g(b),\n    " + RELAXED + ",{0}\n    " + RELAXED + ");{0}"
SYNC = [  # the lines of a header after two named functions
    (f"w.store(1, {STORE});  // sync: A -> pop\nw.load({LOAD});  // sync: A <- push", None),
    (f"w.store(1, {STORE});  // sync: A -> pop", "word.hpp:3: label A has `->` but nowhere `<-`"),
    (f"w.load({LOAD});  // sync: A <- push", "has `<-` but nowhere `->`"),
    (f"w.load({LOAD});  // sync: A <- push\n\n// sync: A -> pop\nint x;", "nowhere `->`"),
    (f"w.fetch_or(1, {BOTH});  // sync: A <- push; A -> pop, push", None),
    (f"w.fetch_or(1, {BOTH});  // sync: A <- pusch; A -> pop", "there is no function `pusch`"),
    *((line, "word.hpp:3: an operation with order") for line in (
        f"w.load({LOAD});", "w->fetch_add(1, std::memory_order::relaxed);", "w.exchange(f(1, 2), acquire);",
        "return w.load(base::relaxed) + 1;  // because", "std::atomic_thread_fence(std::memory_order_seq_cst);",
        f"helper(w, {STORE});")),
    (f"w.load();\nw.store(relaxed_count);\ninline constexpr auto relaxed = {RELAXED};\n// w.load({LOAD})\n"
     f'log("w.load({LOAD})");\nT load(std::memory_order order) {{ return w.load(order); }}', None),
    (f"// relaxed: a hint\nw.load({RELAXED});", None),
    (f"// relaxed: a hint\nint x;\nw.load({RELAXED});", "word.hpp:5:"),
    (CALL.format("  // relaxed: own variable"), None),
    (CALL.format(""), "word.hpp:3: an operation with order relaxed"),
    (f"w.load({RELAXED});  // relaxed:", "needs a reason"),
    (f"w.load({LOAD});  // relaxed: fast", "`// relaxed:` on an operation with order acquire"),
    (f"w.load({RELAXED});  // sync: G <-> pop", "label G has `<->` only here"),
    (f"w.load({RELAXED});  // sync: G <-> pop\nw.load({RELAXED});  // sync: G <-> push", None),
    (f"w.load({LOAD});  // sync: from push", "cannot read `sync: from push`"),
    (f"w.load({LOAD});  // sync: A <- the owner", "is not the name of a function"),
]


class Checks(PlantedTree):
    def play(self, check, tree, rows):
        self.check = check
        for changes, complaint in rows:
            with self.subTest(changes=changes):
                if complaint is None:
                    self.passes({**tree, **changes})
                else:
                    self.fails({**tree, **changes}, complaint)

    def test_layers(self):
        self.play("layers", TREE, LAYERS)

    def test_labels(self):
        self.play("labels", RINGS, LABELS)

    def test_sync(self):
        self.play("sync", {}, [({WORD: f"void push();\nvoid pop();\n{lines}\n"}, text) for lines, text in SYNC])


LOWER = "namespace skua::base { int seven(); }\n"
UPPER = "namespace skua::sched { int eight(); }\n"
ROOM = "namespace skua::sched { extern int const sync_room; }\n"


class Links(unittest.TestCase):
    def check(self, expected, **layers):
        """Compiles a source for each layer and runs the check on the objects."""
        with tempfile.TemporaryDirectory() as folder:
            for layer, text in layers.items():
                objects = pathlib.Path(folder) / "src" / "CMakeFiles" / f"skua_{layer}.dir"
                objects.mkdir(parents=True)
                command = ["g++", "-x", "c++", "-c", "-", "-o", str(objects / "all.o")]
                subprocess.run(command, input=text, text=True, check=True)
            command = [sys.executable, str(TOOLS / "check_links.py"), folder]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        output = done.stdout + done.stderr
        self.assertEqual(done.returncode, 1 if expected else 0, output)
        self.assertIn(expected, output)

    def test_layers_that_need_one_another(self):
        self.check("", base=LOWER + "int skua::base::seven() { return 7; }\n",
                   core=LOWER + UPPER + "int skua::sched::eight() { return skua::base::seven() + 1; }\n")
        self.check("links: base needs skua::sched::eight(), which core defines",
                   base=LOWER + UPPER + "int skua::base::seven() { return skua::sched::eight() - 1; }\n",
                   core=UPPER + "int skua::sched::eight() { return 8; }\n")
        self.check("", core=ROOM + UPPER + "int skua::sched::eight() { return sync_room; }\n",
                   sync=ROOM + "int const skua::sched::sync_room = 8;\n")
        self.check("build the target skua_library first")


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import unittest

from planted import PlantedTree

GOOD = {
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


class Layers(PlantedTree):
    check = "layers"

    def plant(self, name, text):
        return {**GOOD, name: text}

    def test_a_tree_in_order(self):
        self.assertIn("9 files", self.passes(GOOD))

    def test_upwards(self):
        self.fails(self.plant("src/base/units.hpp", '#include "system/clock.hpp"\n'),
                   "src/base/units.hpp:1: layer base may not include layer system")

    def test_upwards_to_a_public_header(self):
        self.fails(self.plant("src/system/clock.hpp", "\n#include <skua/finish.hpp>\n"),
                   "src/system/clock.hpp:2: layer system may not include layer core")

    def test_through_a_relative_path(self):
        self.fails(self.plant("src/base/units.hpp", '#include "../core/local.hpp"\n'), "may not include layer core")

    def test_an_include_in_a_comment_is_none(self):
        self.passes(
            self.plant("src/base/units.hpp", '// #include "system/clock.hpp"\n/*\n#include "system/clock.hpp"\n*/\n')
        )

    def test_scheduler_never_sees_transport(self):
        files = self.plant("src/core/local.hpp", '#include "transport/transport.hpp"\n')
        files["src/transport/transport.hpp"] = ""
        self.fails(files, "layer core may not include layer transport")

    def test_transports_never_include_one_another(self):
        files = {**GOOD, "src/transport/transport.hpp": "", "src/transport/shm/ring.hpp": "",
                 "src/transport/sim/net.hpp": '#include "transport/transport.hpp"\n'}
        self.passes(files)
        files["src/transport/sim/net.hpp"] = '#include "transport/shm/ring.hpp"\n'
        self.fails(files, "transport/sim may not include its sibling transport/shm")

    def test_one_folder_knows_mpi(self):
        self.passes(self.plant("src/transport/mpi/module.cpp", "#include <mpi.h>\n"))
        self.fails(self.plant("src/core/run.cpp", "#include <mpi.h>\n"), "only src/transport/mpi may include <mpi.h>")

    def test_public_headers_stay_public(self):
        self.fails(self.plant("include/skua/finish.hpp", '#include "core/local.hpp"\n'), "may not include the private")

    def test_no_file_inside_includes_everything(self):
        self.fails(self.plant("src/core/run.cpp", "#include <skua/skua.hpp>\n"), "must not include <skua/skua.hpp>")

    def test_public_headers_in_angle_brackets(self):
        self.fails(self.plant("src/core/run.cpp", '#include "skua/finish.hpp"\n'), "are included as <skua/finish.hpp>")

    def test_programs_use_public_headers_only(self):
        self.fails(
            self.plant("apps/fib/main.cpp", '#include "../../src/core/local.hpp"\n'), "may include only <skua/…>"
        )
        self.fails(self.plant("apps/fib/main.cpp", "#include <core/local.hpp>\n"), "may include only <skua/…>")

    def test_programs_know_other_programs_by_rule_only(self):
        files = {**GOOD, "launch/option_table.hpp": "", "launch/plan.hpp": "", "cli/top/app.hpp": ""}
        own = '#include "apps/fib/problem.hpp"\n#include "launch/option_table.hpp"\n'
        self.passes({**files, "cli/top/app.cpp": own})
        self.fails({**files, "cli/top/app.cpp": '#include "launch/plan.hpp"\n'}, "cli may not include launch/plan.hpp")
        self.fails({**files, "apps/fib/main.cpp": '#include "cli/top/app.hpp"\n'}, "apps may not include cli/top/app")

    def test_a_header_that_does_not_exist(self):
        self.fails(self.plant("src/core/run.cpp", "#include <skua/rum.hpp>\n"), "<skua/rum.hpp> does not exist")
        self.fails(self.plant("src/core/run.cpp", '#include "lokal.hpp"\n'), '"lokal.hpp" is not a file of this tree')

    def test_a_folder_that_is_no_layer(self):
        self.fails(self.plant("src/misc/junk.cpp", ""), "'misc' is not a layer")


if __name__ == "__main__":
    unittest.main()

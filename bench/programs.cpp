// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// programs: the programs that suites of task runtimes share.
#include "support/programs.hpp"

#include "support/skua.hpp"

namespace bench {

void add_programs(suite& registry) { add_programs<skua_runtime>(registry); }

}  // namespace bench

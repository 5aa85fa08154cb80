// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a launcher says to the processes it starts, before there are places.

#pragma once

namespace apps {

/// False in all but the first of the processes that skua-run, mpirun or srun started together: what
/// is printed before the library runs (a wrong option, --help) is printed by one of them.
bool first_process();

}  // namespace apps

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The environment that a launcher gives to the processes it starts, read before places exist.

#pragma once

namespace apps {

/// True in the first of the processes that skua-run, mpirun or srun started together, false in the
/// others. Messages before the library runs (a wrong option, --help) are printed by the first
/// process only.
bool first_process();

}  // namespace apps

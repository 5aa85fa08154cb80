# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Its workloads are programs over templates of the library.

set(command_names "command|options|report|costs_file")
set(program_names "[a-z_]+")

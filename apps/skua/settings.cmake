# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# No application: what all of them share.

set(command_names "command_line|search_options|suggestion")

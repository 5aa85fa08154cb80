# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The pages name the version.

set(definitions SKUA_VERSION="${PROJECT_VERSION}")

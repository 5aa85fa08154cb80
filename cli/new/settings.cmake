# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The new project asks for a version that is compatible with this one.

set(definitions SKUA_COMPATIBLE_VERSION="${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")

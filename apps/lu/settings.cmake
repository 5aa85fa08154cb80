# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Two programs, and kernels from a library if there is one.

set(program_names "program|tile_program")

include(skua_lapacke)
if(SKUA_LAPACKE_LIBRARIES)
  list(GET SKUA_LAPACKE_LIBRARIES 0 lapacke)
  list(GET SKUA_LAPACKE_LIBRARIES 1 cblas)
  set(definitions SKUA_HAVE_LAPACKE=1 SKUA_LAPACKE_FILE="${lapacke}" SKUA_CBLAS_FILE="${cblas}")
  set(system_include_directories ${SKUA_LAPACKE_INCLUDE_DIRS})
endif()

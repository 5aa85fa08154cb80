# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Finds LAPACKE and CBLAS; OpenBLAS is preferred to the reference library. Without them the
# applications use plain kernels.
# Sets SKUA_LAPACKE_LIBRARIES (empty: not found), SKUA_LAPACKE_INCLUDE_DIRS and SKUA_OPENBLAS.

find_path(SKUA_LAPACKE_INCLUDE lapacke.h)
find_path(SKUA_CBLAS_INCLUDE cblas.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE})
find_library(SKUA_LAPACKE lapacke)
find_library(SKUA_OPENBLAS openblas)
find_library(SKUA_REFERENCE_BLAS blas)
mark_as_advanced(SKUA_LAPACKE_INCLUDE SKUA_CBLAS_INCLUDE SKUA_LAPACKE SKUA_OPENBLAS SKUA_REFERENCE_BLAS)

set(SKUA_LAPACKE_LIBRARIES "")
if(SKUA_LAPACKE_INCLUDE AND SKUA_CBLAS_INCLUDE AND SKUA_LAPACKE)
  if(SKUA_OPENBLAS)
    set(SKUA_LAPACKE_LIBRARIES ${SKUA_LAPACKE} ${SKUA_OPENBLAS})
  elseif(SKUA_REFERENCE_BLAS)
    set(SKUA_LAPACKE_LIBRARIES ${SKUA_LAPACKE} ${SKUA_REFERENCE_BLAS})
  endif()
endif()
set(SKUA_LAPACKE_INCLUDE_DIRS ${SKUA_LAPACKE_INCLUDE} ${SKUA_CBLAS_INCLUDE})
if(SKUA_LAPACKE_LIBRARIES)
  message(STATUS "skua: linear algebra from ${SKUA_LAPACKE_LIBRARIES}")
else()
  message(STATUS "skua: no LAPACKE found, linear algebra with plain kernels")
endif()

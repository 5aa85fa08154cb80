# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Run with -P: one step of tests/consume, chosen by WAY. Every project builds the program `user`,
# which must run.

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "failed: ${command}\n${output}")
  endif()
endfunction()

if(WAY STREQUAL "install")
  file(REMOVE_RECURSE "${PREFIX}" "${WORK}/first")
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/first")
  file(RENAME "${WORK}/first" "${PREFIX}")
  return()
endif()

set(build "${WORK}/${WAY}-build")
file(REMOVE_RECURSE "${build}")
if(WAY STREQUAL "pkg_config")
  file(MAKE_DIRECTORY "${build}")
  find_program(pkg_config NAMES pkg-config pkgconf REQUIRED)
  set(ENV{PKG_CONFIG_PATH} "${PREFIX}/${LIBDIR}/pkgconfig")
  execute_process(COMMAND ${pkg_config} --modversion skua OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT version STREQUAL VERSION)
    message(FATAL_ERROR "pkg-config says version '${version}', expected '${VERSION}'")
  endif()
  execute_process(COMMAND ${pkg_config} --cflags --libs --static skua OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${COMPILER} -std=c++20 "${SOURCE}/user.cpp" -o "${build}/user" ${flags})
else()
  run(${CMAKE_COMMAND} -G Ninja -S "${SOURCE}" -B "${build}" -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_PREFIX_PATH=${PREFIX} -DSKUA_ROOT=${ROOT})
  run(${CMAKE_COMMAND} --build "${build}")
endif()
run("${build}/user")

# The program must find the MPI modules beside the library, or say in its message that it searched
# there.
if(NOT WAY STREQUAL "add_subdirectory")
  set(ENV{SKUA_TRANSPORT} mpi)
  execute_process(COMMAND "${build}/user" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${PREFIX}/${LIBDIR}" at)
  if(NOT result EQUAL 0 AND at EQUAL -1)
    message(FATAL_ERROR "SKUA_TRANSPORT=mpi: ${PREFIX}/${LIBDIR} is not where modules are looked for: ${output}")
  endif()
endif()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Run with -P: one step of tests/consume, chosen by WAY. Every project builds the program `user`,
# which must run on one place and on two.

# run(COMMAND…): it must succeed. Sets `output`.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "failed: ${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# expect(TEXT): the output of the last command has it. expect_not: it does not.
function(expect text)
  string(FIND "${output}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "expected ${text}, found: ${output}")
  endif()
endfunction()
function(expect_not text)
  string(FIND "${output}" "${text}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "expected no ${text}, found: ${output}")
  endif()
endfunction()

set(compiler "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}")
set(package "${PREFIX}/${LIBDIR}/cmake/skua")
set(build "${WORK}/${WAY}-build")
file(REMOVE_RECURSE "${build}")

if(WAY STREQUAL "install")
  file(REMOVE_RECURSE "${PREFIX}" "${WORK}/first")
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/first")
  file(RENAME "${WORK}/first" "${PREFIX}")
  return()
endif()

# Programs are installed without debug information, which is a component of its own.
if(WAY STREQUAL "debug_symbols")
  find_program(readelf readelf REQUIRED)
  run(${readelf} --sections --wide "${PREFIX}/bin/skua-run")
  expect_not(".debug_info")
  expect(".gnu_debuglink")
  run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${build}" --component debug)
  run(${readelf} --sections --wide "${build}/bin/.debug/skua-run.debug")
  expect(".debug_info")
  run(${readelf} --debug-dump=links "${PREFIX}/bin/skua-run")
  expect("skua-run.debug")
  file(GLOB_RECURSE other_files "${build}/*")
  list(FILTER other_files EXCLUDE REGEX "/[.]debug/[^/]+[.]debug$")
  if(other_files)
    message(FATAL_ERROR "the component debug has more than debug information: ${other_files}")
  endif()
  return()
endif()

# The programs of the installed tree say where it is, and which version it has.
if(WAY STREQUAL "cmake_dir")
  run("${PREFIX}/bin/skua" --cmake-dir)
  if(NOT output STREQUAL "${package}\n")
    message(FATAL_ERROR "expected ${package}, found: ${output}")
  endif()
  run("${PREFIX}/bin/skua" --version)
  expect("skua ${VERSION}\n")
  run("${PREFIX}/bin/skua-run" --version)
  expect("skua-run ${VERSION}\n")
  return()
endif()

if(WAY STREQUAL "new_project")
  file(MAKE_DIRECTORY "${build}")
  run("${PREFIX}/bin/skua" new "${build}/first-tree")
  expect("-Dskua_DIR='${package}'")
  run(${CMAKE_COMMAND} -G Ninja -S "${build}/first-tree" -B "${build}/first-tree/build" ${compiler}
      "-Dskua_DIR=${package}")
  expect_not("no build type")
  run(${CMAKE_COMMAND} --build "${build}/first-tree/build")
  run(${CMAKE_CTEST_COMMAND} --test-dir "${build}/first-tree/build" --output-on-failure --no-tests=error)
  expect("100% tests passed, 0 tests failed out of 2")
  run("${PREFIX}/bin/skua-run" -n 2 "${build}/first-tree/build/first-tree" 8)
  expect("8 queens: 92 solutions, by 2 places")
  return()
endif()

if(WAY STREQUAL "no_build_type")
  run(${CMAKE_COMMAND} -G Ninja -S "${SOURCE}" -B "${build}" ${compiler} "-Dskua_DIR=${package}")
  expect("no build type")
  expect("-DCMAKE_BUILD_TYPE=Release")
  return()
endif()

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
  # These two compile the library anew, for its behaviour only.
  if(WAY MATCHES "^(add_subdirectory|fetch_content)$")
    list(APPEND compiler "-DCMAKE_CXX_FLAGS_RELEASE=-O0")
  endif()
  run(${CMAKE_COMMAND} -G Ninja -S "${SOURCE}" -B "${build}" ${compiler} -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_PREFIX_PATH=${PREFIX} -DSKUA_ROOT=${ROOT})
  expect_not("no build type")
  run(${CMAKE_COMMAND} --build "${build}")
endif()
run("${build}/user")
run(${CMAKE_COMMAND} -E env SKUA_PLACES=2 "${build}/user")

# The program must find the MPI modules beside the library, or say in its message that it searched
# there.
if(WAY MATCHES "^(find_package|pkg_config)$")
  set(ENV{SKUA_TRANSPORT} mpi)
  execute_process(COMMAND "${build}/user" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${PREFIX}/${LIBDIR}" at)
  if(NOT result EQUAL 0 AND at EQUAL -1)
    message(FATAL_ERROR "SKUA_TRANSPORT=mpi: ${PREFIX}/${LIBDIR} is not where modules are looked for: ${output}")
  endif()
endif()

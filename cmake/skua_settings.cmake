# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Compile options of every target of this project. Users of the library get none of them.

include(GNUInstallDirs)

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
    # Line tables cost nothing at run time. NDEBUG is not defined, so that assert() in tests and
    # examples can fail.
    set(CMAKE_CXX_FLAGS_RELEASE "-O3 -g1" CACHE STRING "Flags of a release" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(SKUA_CCACHE ccache)
    mark_as_advanced(SKUA_CCACHE)
    if(SKUA_CCACHE)
      set(CMAKE_CXX_COMPILER_LAUNCHER "${SKUA_CCACHE}")
    endif()
  endif()
endif()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# The kinds of strings and containers that the flags of this build select. Its users must have the
# same (include/skua/detail/base/config.hpp).
set(SKUA_KINDS)
get_directory_property(options COMPILE_OPTIONS)
get_directory_property(definitions COMPILE_DEFINITIONS)
list(TRANSFORM definitions PREPEND "-D")
string(TOUPPER "CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}" flags)
separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${${flags}}")
list(APPEND flags ${options} ${definitions})
list(FILTER flags EXCLUDE REGEX "[$]<")
execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 -E -dM -x c++ -include version /dev/null
                OUTPUT_VARIABLE macros ERROR_QUIET)
if(macros MATCHES "#define _GLIBCXX_USE_CXX11_ABI 0")
  list(APPEND SKUA_KINDS SKUA_OLD_STRINGS=1)
endif()
if(macros MATCHES "#define _GLIBCXX_DEBUG ")
  list(APPEND SKUA_KINDS SKUA_DEBUG_CONTAINERS=1)
endif()
add_compile_definitions(${SKUA_KINDS})

set(SKUA_WARNINGS
    -Wall
    -Wextra
    -Wpedantic
    -Wconversion
    -Wno-sign-conversion
    -Wnon-virtual-dtor
    -Woverloaded-virtual
    -Wcast-qual
    -Wundef
    -Wimplicit-fallthrough)
# A local variable that hides another one. With -Wshadow gcc warns also where it hides a function
# or a member, which may stand in another file of a unity build.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND SKUA_WARNINGS -Wshadow=local)
else()
  list(APPEND SKUA_WARNINGS -Wshadow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND SKUA_WARNINGS -Wno-restrict)  # false alarms on "text" + std::string at -O3 (GCC bug 105651)
endif()
if(SKUA_WERROR)
  list(APPEND SKUA_WARNINGS -Werror)
endif()

# Sanitizers also change the code of the headers, so every target that links ours in this build
# needs them.
if(SKUA_SANITIZE)
  add_compile_options(-fsanitize=${SKUA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SKUA_SANITIZE})
endif()

# skua_configure(TARGET): C++20 and the warnings of this project.
function(skua_configure target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${SKUA_WARNINGS}>")
endfunction()

# skua_sources(VARIABLE PATTERN…): the files below the current folder that match, searched anew at
# each build. A file whose name ends in another architecture (switch_aarch64.S on x86-64) is left
# out.
function(skua_sources variable)
  file(GLOB_RECURSE found LIST_DIRECTORIES false CONFIGURE_DEPENDS ${ARGN})
  foreach(arch x86_64 aarch64)
    if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL arch)
      list(FILTER found EXCLUDE REGEX "_${arch}\\.(S|cpp)$")
    endif()
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# skua_link_portably(TARGET): with SKUA_PORTABLE the libraries of the compiler become a part of the
# program.
function(skua_link_portably target)
  if(SKUA_PORTABLE)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()

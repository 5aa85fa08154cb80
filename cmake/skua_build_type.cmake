# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Tells a project that uses Skua that it is compiled without optimisation by oversight: without a
# build type CMake passes no -O, and the tasks of `fib` take 17 times as long (docs/installing.md).
# Once, however often a project looks for the package. A part of the installed package.

get_property(skua_has_configurations GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
get_property(skua_has_warned GLOBAL PROPERTY SKUA_HAS_WARNED)
if(NOT skua_has_warned AND NOT skua_FIND_QUIETLY AND NOT CMAKE_BUILD_TYPE AND NOT skua_has_configurations
   AND NOT CMAKE_CXX_FLAGS MATCHES "-O")
  message(WARNING "skua: no build type, so the compiler does not optimise and tasks take about 17 times as long: "
                  "configure with -DCMAKE_BUILD_TYPE=Release, or with Debug if that is what you want")
  set_property(GLOBAL PROPERTY SKUA_HAS_WARNED TRUE)
endif()
unset(skua_has_configurations)
unset(skua_has_warned)

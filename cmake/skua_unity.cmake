# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Unity builds: several sources of a folder are compiled as one translation unit. A small source
# spends most of its compile time on headers and templates that the other sources of its folder
# also need (docs/decisions/unity_builds.md).

option(SKUA_UNITY "Compile several sources of a folder as one translation unit" ON)

# skua_unity(TARGET KILOBYTES [ACROSS_FOLDERS] SOURCE…): compiles these sources of the target in
# groups of at most so many kilobytes, in the order of their names. A group holds sources of one
# folder, unless ACROSS_FOLDERS is given. A source that must stay alone is not listed. Call it in
# the folder that made the target.
function(skua_unity target kilobytes)
  cmake_parse_arguments(PARSE_ARGV 2 argument "ACROSS_FOLDERS" "" "")
  set(sources ${argument_UNPARSED_ARGUMENTS})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  if(NOT SKUA_UNITY OR NOT sources)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # The compiler takes an included source for a header, and would warn of types of unnamed
  # namespaces in it. With clang a local variable may have the name of one of another file.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>")
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow>")
  endif()
  math(EXPR room "${kilobytes} * 1024")
  set(group 0)
  set(filled ${room})
  set(folder)
  list(SORT sources)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH its_folder)
    file(SIZE "${path}" bytes)
    math(EXPR filled "${filled} + ${bytes}")
    if(filled GREATER room OR NOT (its_folder STREQUAL folder OR argument_ACROSS_FOLDERS))
      math(EXPR group "${group} + 1")
      set(filled ${bytes})
    endif()
    set(folder "${its_folder}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
  endforeach()
endfunction()

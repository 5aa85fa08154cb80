# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# What a part of a project changes of the whole: begin_of_part() before the part,
# end_of_part(SOURCES) after it. A part may add targets and cache entries with its own prefix, and
# what the modules of CMake add that it uses.

set(watched_variables
    CMAKE_CXX_FLAGS
    CMAKE_CXX_FLAGS_RELEASE
    CMAKE_BUILD_TYPE
    CMAKE_CXX_STANDARD
    CMAKE_CXX_COMPILER_LAUNCHER
    CMAKE_EXPORT_COMPILE_COMMANDS
    CMAKE_MODULE_PATH
    CMAKE_POSITION_INDEPENDENT_CODE
    CMAKE_RUNTIME_OUTPUT_DIRECTORY
    BUILD_SHARED_LIBS
    BUILD_TESTING)
set(watched_properties COMPILE_OPTIONS COMPILE_DEFINITIONS LINK_OPTIONS INCLUDE_DIRECTORIES)
set(entries_of_cmake
    "^(CMAKE_(INSTALL|HAVE|ASM|PROJECT)_|FIND_PACKAGE_MESSAGE_DETAILS_|FETCHCONTENT_|Threads_|user_|_)")
set(layers "base|system|observe|wire|steal|core|sync|instruments|transport|remote|collective|memory|search|sim|start")

macro(begin_of_part)
  get_cmake_property(cache_before CACHE_VARIABLES)
  foreach(variable IN LISTS watched_variables)
    set(before_${variable} "${${variable}}")
  endforeach()
  foreach(property IN LISTS watched_properties)
    get_property(before_${property} DIRECTORY PROPERTY ${property})
  endforeach()
endmacro()

# targets_below(VARIABLE FOLDER): the targets of a folder of sources and of those below it.
function(targets_below variable folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(parts DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(part IN LISTS parts)
    targets_below(inner "${part}")
    list(APPEND targets ${inner})
  endforeach()
  set(${variable} "${targets}" PARENT_SCOPE)
endfunction()

macro(end_of_part sources)
  foreach(name IN LISTS watched_variables watched_properties)
    set(now "${${name}}")
    if(name IN_LIST watched_properties)
      get_property(now DIRECTORY PROPERTY ${name})
    endif()
    if(NOT "${now}" STREQUAL "${before_${name}}")
      message(FATAL_ERROR "Skua has changed ${name} from '${before_${name}}' to '${now}'")
    endif()
  endforeach()
  get_cmake_property(cache_now CACHE_VARIABLES)
  list(REMOVE_ITEM cache_now ${cache_before})
  list(FILTER cache_now EXCLUDE REGEX "^(SKUA_|skua_)")
  list(FILTER cache_now EXCLUDE REGEX "${entries_of_cmake}")
  if(cache_now)
    message(FATAL_ERROR "Skua has added cache entries: ${cache_now}")
  endif()
  targets_below(targets "${sources}")
  if(NOT "skua_library" IN_LIST targets)
    message(FATAL_ERROR "there is no target skua_library among ${targets}")
  endif()
  list(FILTER targets EXCLUDE REGEX "^skua_(library|${layers}|mpi_[a-z]+)$")
  if(targets)
    message(FATAL_ERROR "Skua has added targets: ${targets}")
  endif()
  get_target_property(options skua_library INTERFACE_COMPILE_OPTIONS)
  get_target_property(definitions skua_library INTERFACE_COMPILE_DEFINITIONS)
  if(options OR definitions)
    message(FATAL_ERROR "users of Skua are compiled with its own options: ${options} ${definitions}")
  endif()
endmacro()

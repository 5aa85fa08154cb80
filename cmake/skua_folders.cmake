# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# How the folders of apps/ and cli/ become libraries and commands.
#
# The sources of a folder are three sets, each compiled by itself:
#   problem   all sources not listed below; unit tests link these only
#   program   program.cpp and search*.cpp: the computations over templates of the library, which
#             compile far longer (under a sanitizer minutes)
#   command   app.cpp: the command line and the report, where nothing runs hot: -O1, and several
#             folders in one translation unit, since most of the time goes into the headers of CLI11
# The library has the first two; a program links it and the commands. All of them are object
# libraries: an application registers itself before `main`, and of an archive the linker would take
# only what something calls. A folder that needs more has a settings.cmake.

# skua_folder_objects(NAME SOURCE…): an object library with the settings that all folders need.
function(skua_folder_objects name)
  add_library(${name} OBJECT ${ARGN})
  skua_configure(${name})
  # -iquote: no folder of a program may hide a header that is included with <>.
  target_compile_options(${name} PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}"
                                        "SHELL:-iquote ${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC skua::skua CLI11::CLI11 nlohmann_json::nlohmann_json)
endfunction()

# skua_add_objects(LIBRARY OBJECTS): a target that links the library gets these objects.
function(skua_add_objects library objects)
  target_link_libraries(${library} INTERFACE ${objects} $<TARGET_OBJECTS:${objects}>)
endfunction()

# skua_add_folders(KIND FOLDER…): the libraries KIND_<folder> of all folders below the current one,
# KIND_problems for unit tests, KIND_all with the commands, and KIND_tour with the named folders
# only.
function(skua_add_folders kind)
  find_package(CLI11 REQUIRED)
  find_package(nlohmann_json REQUIRED)
  foreach(part IN ITEMS problems tour all)
    add_library(${kind}_${part} INTERFACE)
  endforeach()
  set(tour_commands)
  set(other_commands)
  file(GLOB folders LIST_DIRECTORIES true CONFIGURE_DEPENDS *)
  foreach(path IN LISTS folders)
    cmake_path(GET path FILENAME folder)
    skua_sources(problem ${folder}/*.cpp)
    list(REMOVE_ITEM problem "${path}/main.cpp")
    if(NOT problem)
      continue()
    endif()

    # What settings.cmake may change: names of sources without their endings, and more settings.
    set(command_names app)
    set(program_names "program|search|search_[a-z]+")
    set(definitions)
    set(system_include_directories)
    include("${path}/settings.cmake" OPTIONAL)

    set(command ${problem})
    list(FILTER command INCLUDE REGEX "/(${command_names})\\.cpp$")
    list(FILTER problem EXCLUDE REGEX "/(${command_names})\\.cpp$")
    set(program ${problem})
    list(FILTER program INCLUDE REGEX "/(${program_names})\\.cpp$")
    list(FILTER problem EXCLUDE REGEX "/(${program_names})\\.cpp$")

    add_library(${kind}_${folder} INTERFACE)
    foreach(part IN ITEMS problem program)
      if(NOT ${part})
        continue()
      endif()
      set(objects ${kind}_${folder}_${part})
      skua_folder_objects(${objects} ${${part}})
      target_compile_definitions(${objects} PRIVATE ${definitions})
      target_include_directories(${objects} SYSTEM PRIVATE ${system_include_directories})
      skua_add_objects(${kind}_${folder} ${objects})
      # The search_* sources compile slowly enough alone; the kernels_* sources are compiled for
      # another processor.
      set(together ${${part}})
      list(FILTER together EXCLUDE REGEX "/(search|kernels)_[a-z0-9]+\\.cpp$")
      skua_unity(${objects} 24 ${together})
    endforeach()
    if(problem)
      skua_add_objects(${kind}_problems ${kind}_${folder}_problem)
    endif()

    target_link_libraries(${kind}_all INTERFACE ${kind}_${folder})
    if(folder IN_LIST ARGN)
      target_link_libraries(${kind}_tour INTERFACE ${kind}_${folder})
      list(APPEND tour_commands ${command})
    else()
      list(APPEND other_commands ${command})
    endif()
  endforeach()

  foreach(commands IN ITEMS tour_commands other_commands)
    set(objects ${kind}_${commands})
    skua_folder_objects(${objects} ${${commands}})
    target_compile_options(${objects} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
    skua_unity(${objects} 48 ACROSS_FOLDERS ${${commands}})
    skua_add_objects(${kind}_all ${objects})
  endforeach()
  skua_add_objects(${kind}_tour ${kind}_tour_commands)
endfunction()

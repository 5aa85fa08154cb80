# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# One module for each MPI that is installed: libskua-mpi-openmpi.so, libskua-mpi-mpich.so. They are
# loaded at run time; nothing else is linked with MPI. Several MPIs may be installed side by side,
# and the alternatives system decides which of them mpicc means. So each compiler wrapper is called
# by its full name, and the flags that it prints are tried.
#
# Sets SKUA_MPI_FLAVOURS, and for each flavour SKUA_MPI_<flavour>_INCLUDES, SKUA_MPI_<flavour>_LINK
# and SKUA_MPI_<flavour>_FOLDERS, in which the loader must look for its libraries.

option(SKUA_MPI "Build the modules for the MPIs that are installed" ON)
set(SKUA_MPI_FLAVOURS "")

# skua_mpi_ask(RESULT COMMAND…): the flags that a wrapper or pkg-config prints.
function(skua_mpi_ask result)
  set(${result} "" PARENT_SCOPE)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE code
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(code EQUAL 0)
    separate_arguments(words UNIX_COMMAND "${output}")
    list(FILTER words INCLUDE REGEX "^-[ILl]")
    set(${result} "${words}" PARENT_SCOPE)
  endif()
endfunction()

# skua_mpi_try(FLAVOUR MACRO FLAG…): adds the flavour if a program that needs its macro links with
# these flags.
function(skua_mpi_try flavour macro)
  set(includes ${ARGN})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "")
  set(link ${ARGN})
  list(FILTER link EXCLUDE REGEX "^-I")
  if(NOT link)
    return()
  endif()
  set(file "${CMAKE_BINARY_DIR}/CMakeFiles/skua_mpi_${flavour}.cpp")
  file(WRITE "${file}" "#include <mpi.h>\n#ifndef ${macro}\n#error another MPI\n#endif\n"
                       "int main() { return MPI_Finalize(); }\n")
  try_compile(SKUA_MPI_${flavour}_WORKS "${CMAKE_BINARY_DIR}/CMakeFiles/skua_mpi_${flavour}" "${file}"
              CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${includes}" COMPILE_DEFINITIONS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX
              LINK_LIBRARIES ${link})
  if(SKUA_MPI_${flavour}_WORKS)
    set(SKUA_MPI_FLAVOURS ${SKUA_MPI_FLAVOURS} ${flavour} PARENT_SCOPE)
    set(SKUA_MPI_${flavour}_INCLUDES "${includes}" PARENT_SCOPE)
    set(SKUA_MPI_${flavour}_LINK "${link}" PARENT_SCOPE)
    # Folders of MPI's libraries in which the loader does not search by itself.
    set(folders "")
    foreach(folder IN LISTS link)
      if(folder MATCHES "^-L(.+)" AND NOT CMAKE_MATCH_1 IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
        get_filename_component(folder "${CMAKE_MATCH_1}" ABSOLUTE)
        file(GLOB libraries "${folder}/libmpi.so.[0-9]*" "${folder}/libmpich.so.[0-9]*")
        if(libraries)
          list(APPEND folders "${folder}")
        endif()
      endif()
    endforeach()
    set(SKUA_MPI_${flavour}_FOLDERS "${folders}" PARENT_SCOPE)
  endif()
endfunction()

# skua_mpi_use(TARGET FLAVOUR): compiles and links with that MPI, without its C++ bindings.
function(skua_mpi_use target flavour)
  target_include_directories(${target} SYSTEM PRIVATE ${SKUA_MPI_${flavour}_INCLUDES})
  target_compile_definitions(${target} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(${target} PRIVATE ${SKUA_MPI_${flavour}_LINK})
  set_property(TARGET ${target} APPEND PROPERTY BUILD_RPATH ${SKUA_MPI_${flavour}_FOLDERS})
  if(SKUA_INSTALL_RPATH)
    set_property(TARGET ${target} APPEND PROPERTY INSTALL_RPATH ${SKUA_MPI_${flavour}_FOLDERS})
  endif()
endfunction()

if(SKUA_MPI)
  set(macro_openmpi OPEN_MPI)
  set(macro_mpich MPICH_VERSION)
  set(package_openmpi ompi-c)
  set(package_mpich mpich)
  find_program(SKUA_PKG_CONFIG pkg-config)
  find_program(SKUA_MPICC mpicc)
  mark_as_advanced(SKUA_PKG_CONFIG SKUA_MPICC)
  foreach(flavour openmpi mpich)
    find_program(SKUA_MPICC_${flavour} mpicc.${flavour})
    mark_as_advanced(SKUA_MPICC_${flavour})
    foreach(query "${SKUA_MPICC_${flavour}};-show" "${SKUA_PKG_CONFIG};--cflags;--libs;${package_${flavour}}"
                  "${SKUA_MPICC};-show")
      if(NOT flavour IN_LIST SKUA_MPI_FLAVOURS AND NOT query MATCHES "NOTFOUND")
        skua_mpi_ask(words ${query})
        skua_mpi_try(${flavour} ${macro_${flavour}} ${words})
      endif()
    endforeach()
  endforeach()
endif()

file(GLOB module_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/transport/mpi/module/*.cpp")
foreach(flavour IN LISTS SKUA_MPI_FLAVOURS)
  set(module skua_mpi_${flavour})
  add_library(${module} MODULE ${module_sources})
  skua_configure(${module})
  skua_mpi_use(${module} ${flavour})
  target_include_directories(${module} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${module} PRIVATE SKUA_MPI_MODULE)
  target_link_libraries(${module} PRIVATE Threads::Threads)
  set_target_properties(
    ${module}
    PROPERTIES OUTPUT_NAME skua-mpi-${flavour}
               CXX_VISIBILITY_PRESET hidden
               LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
endforeach()
if(SKUA_MPI_FLAVOURS)
  message(STATUS "skua: MPI modules for ${SKUA_MPI_FLAVOURS}")
else()
  message(STATUS "skua: no MPI found, the transport mpi has no module")
endif()

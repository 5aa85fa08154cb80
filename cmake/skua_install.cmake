# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Install rules: headers, library, package files for CMake and pkg-config, the programs with their
# manual pages and completion, and the documents. Programs and shared objects are installed
# stripped; their debug information is the component `debug`, which is installed only if it is
# named:
#
#   cmake --install build/release --component debug
#
# A build with SKUA_SANITIZE=thread installs the library alone, as skua_tsan, so that it can share a
# prefix with a plain build.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/skua")

install(
  TARGETS skua_library
  EXPORT skua_targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
# The MPI modules lie beside the library. A program that is linked with the archive finds them there
# through its RUNPATH. A package of the system needs none.
set(SKUA_PC_RPATH "")
if(SKUA_INSTALL_RPATH)
  set(rpath "-Wl,-rpath,$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}")
  target_link_options(skua_library INTERFACE "$<INSTALL_INTERFACE:${rpath}>")
  set(SKUA_PC_RPATH " -Wl,-rpath,\${libdir}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/skua" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING
        PATTERN "*.hpp")
set(kind static)
set(SKUA_PC_NAME skua)
set(SKUA_PC_FLAGS "")
list(TRANSFORM SKUA_KINDS PREPEND " -D" OUTPUT_VARIABLE SKUA_PC_DEFINITIONS)
list(JOIN SKUA_PC_DEFINITIONS "" SKUA_PC_DEFINITIONS)
if(BUILD_SHARED_LIBS)
  set(kind shared)
  string(APPEND SKUA_PC_DEFINITIONS " -DSKUA_SHARED=1")
endif()
if(SKUA_SANITIZE MATCHES "thread")
  set(kind tsan)
  set(SKUA_PC_NAME skua-tsan)
  set(SKUA_PC_FLAGS " -fsanitize=${SKUA_SANITIZE}")
  target_compile_options(skua_library INTERFACE "$<INSTALL_INTERFACE:-fsanitize=${SKUA_SANITIZE}>")
  target_link_options(skua_library INTERFACE "$<INSTALL_INTERFACE:-fsanitize=${SKUA_SANITIZE}>")
endif()
install(EXPORT skua_targets FILE skuaTargets-${kind}.cmake NAMESPACE skua:: DESTINATION "${package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/packaging/skuaConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/skuaConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/skuaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/skuaConfig.cmake" "${PROJECT_BINARY_DIR}/skuaConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/skua_build_type.cmake"
        DESTINATION "${package_dir}")

# pkg-config computes the prefix from the location of the file, so the installed tree may be moved.
file(RELATIVE_PATH SKUA_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" SKUA_PC_PREFIX "${SKUA_PC_PREFIX}")
get_target_property(SKUA_PC_LIBRARY skua_library OUTPUT_NAME)
configure_file("${PROJECT_SOURCE_DIR}/packaging/skua.pc.in" "${PROJECT_BINARY_DIR}/${SKUA_PC_NAME}.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/${SKUA_PC_NAME}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
# The headers are system headers for users. Those in /usr/include are that already: -isystem would
# move this folder before the headers of C++, which then do not find those of C.
install(CODE "if(CMAKE_INSTALL_PREFIX MATCHES [[^/usr/?$]])
  set(pc \"\$ENV{DESTDIR}/usr/${CMAKE_INSTALL_LIBDIR}/pkgconfig/${SKUA_PC_NAME}.pc\")
  file(READ \"\${pc}\" text)
  string(REPLACE \"-isystem \" \"-I\" text \"\${text}\")
  file(WRITE \"\${pc}\" \"\${text}\")
endif()")

# The programs and modules of a prefix are those of its plain build.
if(kind STREQUAL "tsan")
  return()
endif()

# skua_install_split(TARGET FOLDER): strips the installed file of the target, and makes its debug
# information a file of the component `debug`, in the folder where debuggers look for it.
function(skua_install_split target folder)
  if(NOT SKUA_STRIP OR SKUA_SANITIZE OR NOT CMAKE_STRIP OR NOT CMAKE_OBJCOPY)
    return()
  endif()
  set(values "set(STRIP [[${CMAKE_STRIP}]])\nset(OBJCOPY [[${CMAKE_OBJCOPY}]])\nset(BUILT [[$<TARGET_FILE:${target}>]])
set(FOLDER [[${folder}]])\nset(WORK [[${PROJECT_BINARY_DIR}/debug]])\n")
  set(script "include([[${PROJECT_SOURCE_DIR}/cmake/skua_split_debug.cmake]])\n")
  install(CODE "${values}set(PART stripped)\n${script}")
  install(CODE "${values}set(PART debug)\n${script}" COMPONENT debug EXCLUDE_FROM_ALL)
endfunction()

if(BUILD_SHARED_LIBS)
  skua_install_split(skua_library "${CMAKE_INSTALL_LIBDIR}")
endif()
foreach(flavour IN LISTS SKUA_MPI_FLAVOURS)
  install(TARGETS skua_mpi_${flavour} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  skua_install_split(skua_mpi_${flavour} "${CMAKE_INSTALL_LIBDIR}")
endforeach()

foreach(program skua skua-run)
  if(NOT TARGET ${program})
    continue()
  endif()
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH library_from_bin "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${library_from_bin}")
  endif()
  install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  skua_install_split(${program} "${CMAKE_INSTALL_BINDIR}")
endforeach()

include(skua_documents)

# Manual pages and completion, printed by the program that has been built. A program for another
# processor cannot run here, and one with a sanitizer is not installed.
if(TARGET skua AND NOT CMAKE_CROSSCOMPILING AND NOT SKUA_SANITIZE)
  set(pages "${PROJECT_BINARY_DIR}/share")
  add_custom_command(
    OUTPUT "${pages}/done"
    COMMAND ${CMAKE_COMMAND} -E rm -rf "${pages}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${pages}/man/man1" "${pages}/completion"
    COMMAND skua man --output "${pages}/man/man1"
    COMMAND skua completion bash > "${pages}/completion/skua"
    COMMAND skua completion zsh > "${pages}/completion/_skua"
    COMMAND skua completion fish > "${pages}/completion/skua.fish"
    COMMAND skua completion bash skua-run > "${pages}/completion/skua-run"
    COMMAND skua completion zsh skua-run > "${pages}/completion/_skua-run"
    COMMAND skua completion fish skua-run > "${pages}/completion/skua-run.fish"
    COMMAND ${CMAKE_COMMAND} -E touch "${pages}/done"
    DEPENDS skua
    COMMENT "Manual pages and completion of skua and skua-run"
    VERBATIM)
  add_custom_target(skua_pages ALL DEPENDS "${pages}/done")
  install(DIRECTORY "${pages}/man/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
  install(FILES "${pages}/completion/skua" "${pages}/completion/skua-run"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${pages}/completion/_skua" "${pages}/completion/_skua-run"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${pages}/completion/skua.fish" "${pages}/completion/skua-run.fish"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

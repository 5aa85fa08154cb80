# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Run at installation, for a program or shared object BUILT that is installed in FOLDER. PART
# `stripped`: the installed file loses its debug information, and gets the name of the file that has
# it. PART `debug`: installs that file, FOLDER/.debug/NAME.debug, where gdb and lldb look for it.

cmake_path(GET BUILT FILENAME name)
file(MAKE_DIRECTORY "${WORK}")
set(debug_file "${WORK}/${name}.debug")
execute_process(COMMAND "${OBJCOPY}" --only-keep-debug --compress-debug-sections "${BUILT}" "${debug_file}"
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT IS_ABSOLUTE "${FOLDER}")
  set(FOLDER "${CMAKE_INSTALL_PREFIX}/${FOLDER}")
endif()
if(PART STREQUAL "debug")
  file(INSTALL "${debug_file}" DESTINATION "${FOLDER}/.debug")
else()
  set(installed "$ENV{DESTDIR}${FOLDER}/${name}")
  execute_process(COMMAND "${STRIP}" --strip-unneeded "${installed}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${OBJCOPY}" "--add-gnu-debuglink=${debug_file}" "${installed}" COMMAND_ERROR_IS_FATAL ANY)
endif()

# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The driver knows the version, and where the programs, the files
# for CMake and the documents are installed.

set(command_names "command_line|suggestion")
file(RELATIVE_PATH cmake_folder "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/cmake/skua")
file(RELATIVE_PATH document_folder "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_DOCDIR}")
set(definitions SKUA_VERSION="${PROJECT_VERSION}" SKUA_CMAKE_FOLDER="${cmake_folder}"
                SKUA_DOCUMENT_FOLDER="${document_folder}")

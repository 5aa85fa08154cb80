# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Sets skua_documents to the files of an installation that people read, as paths from the root of
# the tree, which they keep: links between them lead where they lead in the tree. With cmake -P it
# prints the list (tests/tools/packaging_test.py).

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH skua_root)
set(patterns docs/*.md docs/*.svg docs/*.json examples/*.md examples/*.cpp apps/README.md bench/README.md
             cli/README.md src/README.md tests/README.md evidence/*.md evidence/*.json evidence/*.svg)
list(TRANSFORM patterns PREPEND "${skua_root}/")
file(GLOB_RECURSE skua_documents LIST_DIRECTORIES false RELATIVE "${skua_root}" ${patterns})
list(FILTER skua_documents EXCLUDE REGEX "^docs/site/")
list(APPEND skua_documents ARCHITECTURE.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE README.md SECURITY.md)

if(CMAKE_SCRIPT_MODE_FILE)
  message("${skua_documents}")
else()
  foreach(document IN LISTS skua_documents)
    cmake_path(GET document PARENT_PATH folder)
    install(FILES "${skua_root}/${document}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}")
  endforeach()
endif()

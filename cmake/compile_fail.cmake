# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Run with -P: succeeds when COMPILER rejects SOURCE with the text of the first `// expect: …` in it, and
# reports no other error, unless a comment `// further errors: …` says why there are some, or
# `// errors: N` how many there are in all. A comment
# `// flags: …` adds flags of the compiler. The second line with which a compiler stops at a
# configuration that cannot work (include/skua/detail/base/config.hpp) does not count.

file(STRINGS "${SOURCE}" expected LIMIT_COUNT 1 REGEX "^// expect: .+")
string(REGEX REPLACE "^// expect: *" "" expected "${expected}")
string(STRIP "${expected}" expected)
if(expected STREQUAL "")
  message(FATAL_ERROR "${SOURCE} has no `// expect: …` comment")
endif()

file(STRINGS "${SOURCE}" flags LIMIT_COUNT 1 REGEX "^// flags: .+")
string(REGEX REPLACE "^// flags: *" "" flags "${flags}")
separate_arguments(flags UNIX_COMMAND "${flags}")

if(COMPILER MATCHES "clang")
  set(no_caret -fno-caret-diagnostics)
else()
  set(no_caret -fno-diagnostics-show-caret)
endif()

file(STRINGS "${SOURCE}" further_errors LIMIT_COUNT 1 REGEX "^// further errors: .+")

# One line per message, without the source: clang would quote it, with the comment itself.
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${no_caret} ${flags} -I "${INCLUDE}" "${SOURCE}"
  RESULT_VARIABLE result
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but must not")
endif()
string(FIND "${output}" "${expected}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${SOURCE} is rejected, but not with: ${expected}\n${output}")
endif()
string(REGEX REPLACE "fatal error: '?the line above says why" "" output "${output}")
string(REGEX MATCHALL "error: " errors "${output}")
list(LENGTH errors error_count)
file(STRINGS "${SOURCE}" all_errors LIMIT_COUNT 1 REGEX "^// errors: .+")
if(all_errors)
  if(NOT all_errors STREQUAL "// errors: ${error_count}")
    message(FATAL_ERROR "${SOURCE} is rejected with ${error_count} errors, expected ${all_errors}:\n${output}")
  endif()
elseif(error_count GREATER 1 AND further_errors STREQUAL "")
  message(FATAL_ERROR "${SOURCE} is rejected with ${error_count} errors instead of one:\n${output}")
endif()

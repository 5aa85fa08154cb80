// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A suppression. The reference count of an exception object is kept inside libstdc++.so, which is
// not instrumented. Atomics that the tool does not see order the decrement by one thread and the
// free by the last one. It reports the same for std::future alone
// (std_drop_in.the_program_says_what_the_standard_demands).
#include <skua/detail/base/config.hpp>

#if defined(SKUA_TSAN)
extern "C" char const* __tsan_default_suppressions() {
  return "race:std::__exception_ptr::exception_ptr::_M_release\n";
}
#endif

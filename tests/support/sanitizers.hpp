// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which sanitizer the test is compiled with, and how much less it does then.
#pragma once

#include <skua/detail/base/config.hpp>

namespace test_support {

#if defined(SKUA_TSAN)
inline constexpr bool thread_sanitizer = true;
#else
inline constexpr bool thread_sanitizer = false;
#endif
#if defined(SKUA_ASAN)
inline constexpr bool address_sanitizer = true;
#else
inline constexpr bool address_sanitizer = false;
#endif
inline constexpr bool sanitized = thread_sanitizer || address_sanitizer;

/// n, or `under_sanitizers` under the slower tools.
constexpr int fewer(int n, int under_sanitizers) { return sanitized ? under_sanitizers : n; }

}  // namespace test_support

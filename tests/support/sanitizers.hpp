// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which sanitizer the test is compiled with, and how much less it does in a slow build.
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

#if defined(__OPTIMIZE__)
inline constexpr bool optimised = true;
#else
inline constexpr bool optimised = false;
#endif

/// n, or `in_slow_build` under a sanitizer or without optimisation.
constexpr int fewer(int n, int in_slow_build) { return sanitized || !optimised ? in_slow_build : n; }

}  // namespace test_support

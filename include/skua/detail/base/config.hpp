// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiler and tool switches for all layers: language, inlining, branch weights, sanitizers in use.
#pragma once

#if __cplusplus < 202002L
#error "Skua needs C++20: compile with -std=c++20 or newer"
#endif
#if !defined(__cpp_exceptions)
#error "Skua needs exceptions, which carry errors out of tasks: compile without -fno-exceptions"
#endif

#define SKUA_INLINE inline __attribute__((always_inline))
#define SKUA_INLINE_LAMBDA __attribute__((always_inline))
#define SKUA_NOINLINE __attribute__((noinline))
#define SKUA_COLD __attribute__((noinline, cold))
#define SKUA_LIKELY(x) __builtin_expect(!!(x), 1)
#define SKUA_UNLIKELY(x) __builtin_expect(!!(x), 0)

#if defined(__SANITIZE_ADDRESS__)
#define SKUA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SKUA_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define SKUA_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SKUA_TSAN 1
#endif
#endif

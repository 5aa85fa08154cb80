// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiler and tool switches for all layers: language, inlining, branch weights, sanitizers in use.
#pragma once

#include <version>

// What cannot work ends the compilation with one sentence. No compiler stops at an #error, but each
// stops at a header that does not exist.
#if __cplusplus < 202002L
#error "Skua needs C++20: compile with -std=c++20 or newer"
#define SKUA_REFUSED 1
#elif !defined(__cpp_exceptions)
#error "Skua needs exceptions, which carry errors out of tasks: compile without -fno-exceptions"
#define SKUA_REFUSED 1
#elif defined(__GLIBCXX__)
// The build of the library defines SKUA_OLD_STRINGS and SKUA_DEBUG_CONTAINERS for its users, if its
// own strings and containers are such. With others the objects would differ in their layout.
#if defined(SKUA_OLD_STRINGS) == (_GLIBCXX_USE_CXX11_ABI != 0)
#error "Skua and this program differ in _GLIBCXX_USE_CXX11_ABI: compile both with the same value"
#define SKUA_REFUSED 1
#elif defined(SKUA_DEBUG_CONTAINERS) != defined(_GLIBCXX_DEBUG)
#error "Skua and this program differ in _GLIBCXX_DEBUG: compile both with it, or neither"
#define SKUA_REFUSED 1
#endif
#endif
#if defined(SKUA_REFUSED)
#include <the line above says why>
#endif

// Where self() finds the offset of the library's thread-local variable: in a table that the loader
// fills, or, if library and caller become one program, the linker writes it into the instruction.
// SKUA_SHARED is defined for users of the shared library.
#if defined(SKUA_SHARED) || (defined(__PIC__) && !defined(__PIE__))
#define SKUA_SELF_FROM_TABLE 1
#define SKUA_SELF_AARCH64                                                                         \
  "adrp %0, :gottprel:skua_current_fibre\n\tldr %0, [%0, #:gottprel_lo12:skua_current_fibre]\n\t" \
  "mrs x17, tpidr_el0\n\tldr %0, [x17, %0]" : "=r"(running)                                       \
      : : "x17"
#else
#define SKUA_SELF_FROM_TABLE 0
#define SKUA_SELF_AARCH64                                                \
  "mrs %0, tpidr_el0\n\tadd %0, %0, #:tprel_hi12:skua_current_fibre\n\t" \
  "add %0, %0, #:tprel_lo12_nc:skua_current_fibre\n\tldr %0, [%0]" : "=r"(running)
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

// A program that is compiled with thread sanitizer needs a library that is also compiled with it:
// otherwise the sanitizer does not see the synchronisation of the library, and reports races that
// do not exist. Only a library that is compiled with it defines this name; with another one the
// linker prints the name. The modules for MPI and the model tests are not linked with the library.
#if defined(SKUA_TSAN) && !defined(SKUA_MPI_MODULE) && !defined(SKUA_MODEL)
extern "C" char const skua_is_not_compiled_with_fsanitize_thread_so_use_skua_tsan;
namespace skua::detail {
#if __has_attribute(retain)
[[gnu::retain]]
#endif
[[gnu::used]] inline char const* const tsan_library = &skua_is_not_compiled_with_fsanitize_thread_so_use_skua_tsan;
}  // namespace skua::detail
#endif

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/largest_allocation.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include <skua/detail/base/config.hpp>

namespace {
thread_local std::size_t largest = 0;
}

std::size_t take_largest_allocation() noexcept { return std::exchange(largest, 0); }

#if defined(SKUA_TSAN)
// Its run-time library has an operator new that no program may replace, and calls this function.
extern "C" void __sanitizer_malloc_hook(void const volatile* /*block*/, std::size_t bytes) {
  largest = std::max(largest, bytes);
}
#else
void* operator new(std::size_t bytes) {
  largest = std::max(largest, bytes);
  if (void* const p = std::malloc(bytes != 0 ? bytes : 1)) return p;
  throw std::bad_alloc();
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
#endif

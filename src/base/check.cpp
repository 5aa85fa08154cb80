// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/base/check.hpp>

#include <cstdio>
#include <cstdlib>

#include <skua/base/atomic.hpp>

namespace skua::base {
namespace {
atomic<whereabouts_fn> whereabouts{nullptr};
}

void set_whereabouts(whereabouts_fn fn) noexcept {
  whereabouts.store(fn, std::memory_order_release);  // sync: WHEREABOUTS -> broken_contract
}

void broken_contract(char const* text) noexcept {
  char where[160] = "";
  if (auto* fn = whereabouts.load(std::memory_order_acquire)) fn(where, sizeof where);  // sync: WHEREABOUTS <- set_whereabouts
  std::fprintf(stderr, "skua: broken contract%s: %s\n", where, text);
  std::abort();
}

void out_of_resources(char const* text) noexcept {
  std::fprintf(stderr, "skua: %s\n", text);
  std::fflush(nullptr);
  std::_Exit(1);
}

}  // namespace skua::base

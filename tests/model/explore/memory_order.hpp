// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The properties of a memory order. consume counts as acquire, as every compiler treats it.
#pragma once

#include <atomic>

namespace skua::model {

[[nodiscard]] constexpr bool is_sequential(std::memory_order o) { return o == std::memory_order_seq_cst; }

[[nodiscard]] constexpr bool is_acquire(std::memory_order o) {
  return o == std::memory_order_acquire || o == std::memory_order_consume || o == std::memory_order_acq_rel ||
         is_sequential(o);
}

[[nodiscard]] constexpr bool is_release(std::memory_order o) {
  return o == std::memory_order_release || o == std::memory_order_acq_rel || is_sequential(o);
}

/// The order of a failed compare_exchange that names only one.
[[nodiscard]] constexpr std::memory_order failure_order(std::memory_order o) {
  return o == std::memory_order_acq_rel   ? std::memory_order_acquire
         : o == std::memory_order_release ? std::memory_order_relaxed
                                          : o;
}

[[nodiscard]] constexpr char const* text_of(int o) {
  switch (o) {
    case static_cast<int>(std::memory_order_relaxed):
      return "relaxed";
    case static_cast<int>(std::memory_order_consume):
      return "consume";
    case static_cast<int>(std::memory_order_acquire):
      return "acquire";
    case static_cast<int>(std::memory_order_release):
      return "release";
    case static_cast<int>(std::memory_order_acq_rel):
      return "acq_rel";
    case static_cast<int>(std::memory_order_seq_cst):
      return "seq_cst";
    default:
      return "";
  }
}

}  // namespace skua::model

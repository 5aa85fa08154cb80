// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scopes of a place that handles or other places name.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/scope_frame.hpp>

namespace skua::sched {

struct scope_entry {
  scope_frame* frame = nullptr;
  std::uint32_t generation = 1;
};

struct scope_table {
  base::spinlock lock;  // of all that follow
  std::vector<scope_entry> entries;
  std::vector<std::uint32_t> free;  // their indices
  // By the id of the scope that the proxy stands for. In order, so that simulated runs send their
  // messages in the same order.
  std::map<std::uint64_t, proxy_frame*> proxies;
};

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/release_counter.hpp"

#include <mutex>

namespace skua::memory {

release_counter::parts release_counter::add(collective_release const& d) {
  std::lock_guard const hold(lock_);
  memory& m = open_[d.call];
  if (d.offset != 0) m.blocks.emplace_back(d.place, d.offset);
  if (++m.release_count < d.members) return {};
  return std::move(open_.extract(d.call).mapped().blocks);
}

}  // namespace skua::memory

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/release_counter.hpp"

#include <mutex>

namespace skua::memory {

release_counter::parts release_counter::add(collective_release const& release) {
  std::lock_guard const hold(lock_);
  memory& memory = open_[release.call];
  if (release.offset != 0) memory.blocks.emplace_back(release.place, release.offset);
  if (++memory.release_count < release.members) return {};
  return std::move(open_.extract(release.call).mapped().blocks);
}

}  // namespace skua::memory

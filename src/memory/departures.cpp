// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/departures.hpp"

#include <mutex>

namespace skua::memory {

departures::parts departures::add(departure const& d) {
  std::lock_guard const hold(lock_);
  memory& m = open_[d.call];
  if (d.offset != 0) m.all.emplace_back(d.place, d.offset);
  if (++m.left < d.members) return {};
  return std::move(open_.extract(d.call).mapped().all);
}

}  // namespace skua::memory

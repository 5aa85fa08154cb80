// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/rendezvous.hpp"

namespace skua::remote {

std::shared_ptr<rendezvous_table::entry> rendezvous_table::at(key const& k, int shares) {
  std::lock_guard const hold(lock_);
  auto& m = open_[k];
  if (m == nullptr) m = std::make_shared<entry>(shares);
  return m;
}

std::shared_ptr<rendezvous_table::entry> rendezvous_table::take(key const& k) {
  std::lock_guard const hold(lock_);
  return open_.extract(k).mapped();
}

std::uint64_t rendezvous_table::next_round(std::vector<int> const& members) {
  std::lock_guard const hold(lock_);
  return ++rounds_[members];
}

}  // namespace skua::remote

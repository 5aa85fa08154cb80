// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/rendezvous.hpp"

namespace skua::remote {

std::shared_ptr<rendezvous_table::entry> rendezvous_table::at(key const& key, int shares) {
  std::lock_guard const hold(lock_);
  auto& open = open_[key];
  if (open == nullptr) open = std::make_shared<entry>(shares);
  return open;
}

std::shared_ptr<rendezvous_table::entry> rendezvous_table::take(key const& key) {
  std::lock_guard const hold(lock_);
  return open_.extract(key).mapped();
}

std::uint64_t rendezvous_table::next_round(std::vector<int> const& members) {
  std::lock_guard const hold(lock_);
  return ++rounds_[members];
}

}  // namespace skua::remote

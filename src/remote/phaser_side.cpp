// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_side.hpp"

#include <map>

#include <skua/detail/base/check.hpp>

namespace skua::remote {

using sched::phaser_token;

void phaser_side::publish() noexcept {
  base::spinlock& lock = phaser_.lock();
  lock.lock();
  if (!is_publishing_) {  // else the publishing thread looks again
    is_publishing_ = true;
    while (dirty_ && !is_leaving_) {
      dirty_ = false;
      send_changes();
    }
    is_publishing_ = false;
  }
  lock.unlock();
}

/// In a star each message has the address of one traveller of the receiver, else the tokens of
/// travellers in the receiver's subtree.
void send_releases(sender& out, sched::place_front const& at, std::uint64_t phaser,
                   std::span<phaser_token const> travellers) {
  if (base::wide_tree::is_star(at.total)) {
    for (phaser_token const& token : travellers) {
      wire::writer body;
      body.put(phaser);
      body.put(token.address);
      out.send(token.place, kind::phaser_release, body.view());
    }
    return;
  }
  base::wide_tree const tree(at.number, sched::home_of_name(phaser), at.total);
  std::map<int, wire::writer> bodies;  // by child
  for (phaser_token const& token : travellers) {
    int const child = tree.child_towards(token.place);
    base::check(child >= 0, "internal: a traveller of a place that is not below this one");
    wire::writer& body = bodies[child];
    if (body.size() == 0) body.put(phaser);
    body.put(token);
  }
  for (auto const& [child, body] : bodies) out.send(child, kind::phaser_release, body.view());
}

std::vector<std::uint64_t> take_releases(sender& out, sched::place_front const& at, std::uint64_t phaser,
                                         wire::reader& in) {
  if (base::wide_tree::is_star(at.total)) return {in.get<std::uint64_t>()};
  std::vector<std::uint64_t> addresses;
  std::vector<phaser_token> below;
  while (in.remaining() != 0) {
    auto const token = in.get<phaser_token>();
    if (token.place == at.number) {
      addresses.push_back(token.address);
    } else {
      below.push_back(token);
    }
  }
  send_releases(out, at, phaser, below);
  return addresses;
}

}  // namespace skua::remote

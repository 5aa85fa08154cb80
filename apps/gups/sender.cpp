// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sender.hpp"

#include <algorithm>
#include <mutex>
#include <skua/skua.hpp>
#include <utility>

namespace apps::gups {
namespace {

/// All of them at the caller's place, one task at a time: plain operations, several times as fast
/// as atomic ones.
void update_here(table const& t, turns const& whose, std::vector<std::uint64_t> const& numbers) {
  auto const words = t.words.local();
  std::uint64_t const first = t.first();
  std::uint64_t const mask = t.what.words() - 1;
  std::lock_guard const mine(*whose);
  for (auto const x : numbers) words[(x & mask) - first] ^= x;
}

/// At the place of the words.
struct receive {
  table at;
  turns whose;

  void operator()(std::vector<std::uint64_t> const& numbers) const { update_here(at, whose, numbers); }
};

}  // namespace

sender::sender(table const& t, turns const& whose, std::size_t ahead)
    : table_(t), turns_(whose), words_(t), ahead_(ahead), gathered_(static_cast<std::size_t>(skua::places())) {}

// Half of what is allowed is gathered while the other half is on its way.
void sender::add(std::uint64_t number) {
  while (here_ + away_ >= ahead_) {
    if (sent_.empty()) {
      send_fullest();
    } else {
      wait_for_one();
    }
  }
  gathered_[words_.place_of(number)].push_back(number);
  if (++here_ * 2 >= ahead_) send_fullest();
}

void sender::send_fullest() {
  auto const fullest = std::ranges::max_element(gathered_, {}, [](auto const& g) { return g.size(); });
  auto const place = static_cast<int>(fullest - gathered_.begin());
  here_ -= fullest->size();
  if (place == skua::here()) {
    update_here(table_, turns_, *fullest);
    fullest->clear();
    return;
  }
  away_ += fullest->size();
  std::size_t const size = fullest->size();
  sent_.push_back({skua::async(skua::on(place), receive{table_, turns_}, std::exchange(*fullest, {})), size});
}

void sender::wait_for_one() {
  sent_.front().done.get();
  away_ -= sent_.front().size;
  sent_.pop_front();
}

void sender::flush() {
  while (here_ != 0) send_fullest();
  while (!sent_.empty()) wait_for_one();
}

}  // namespace apps::gups

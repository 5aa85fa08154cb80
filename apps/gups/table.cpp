// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "table.hpp"

#include <algorithm>
#include <mutex>
#include <skua/skua.hpp>
#include <utility>

namespace apps::gups {
namespace {

/// Applies the updates to words of the caller's place, one task at a time: plain operations,
/// several times as fast as atomic ones.
void update_here(table const& t, place_locks const& locks, std::vector<std::uint64_t> const& numbers) {
  auto const words = t.words.local();
  std::uint64_t const first = t.first();
  std::uint64_t const mask = t.settings.words() - 1;
  std::lock_guard const lock(*locks);
  for (auto const x : numbers) words[(x & mask) - first] ^= x;
}

/// Runs at the place of the words.
struct receive {
  table target_table;
  place_locks locks;

  void operator()(std::vector<std::uint64_t> const& numbers) const { update_here(target_table, locks, numbers); }
};

}  // namespace

sender::sender(table const& t, place_locks const& locks, std::size_t look_ahead)
    : table_(t),
      locks_(locks),
      words_(t),
      look_ahead_(look_ahead),
      batches_(static_cast<std::size_t>(skua::places())) {}

// Half of the allowed updates are gathered while the other half is on its way.
void sender::add(std::uint64_t number) {
  while (gathered_count_ + in_flight_count_ >= look_ahead_) {
    if (in_flight_.empty()) {
      send_fullest();
    } else {
      wait_for_one();
    }
  }
  batches_[words_.place_of(number)].push_back(number);
  if (++gathered_count_ * 2 >= look_ahead_) send_fullest();
}

void sender::send_fullest() {
  auto const fullest = std::ranges::max_element(batches_, {}, [](auto const& g) { return g.size(); });
  auto const place = static_cast<int>(fullest - batches_.begin());
  gathered_count_ -= fullest->size();
  if (place == skua::here()) {
    update_here(table_, locks_, *fullest);
    fullest->clear();
    return;
  }
  in_flight_count_ += fullest->size();
  std::size_t const size = fullest->size();
  in_flight_.push_back({skua::async(skua::on(place), receive{table_, locks_}, std::exchange(*fullest, {})), size});
}

void sender::wait_for_one() {
  in_flight_.front().done.get();
  in_flight_count_ -= in_flight_.front().size;
  in_flight_.pop_front();
}

void sender::flush() {
  while (gathered_count_ != 0) send_fullest();
  while (!in_flight_.empty()) wait_for_one();
}

}  // namespace apps::gups

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a reducer has got at other places so far. Each place keeps count of what its own tasks merged, however often that has
// moved on since, so a sum over places counts nothing twice.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <skua/future.hpp>
#include <skua/sched/self.hpp>
#include <skua/sched/suspend.hpp>
#include <skua/wire/wire.hpp>

namespace skua::sched {

using accept_part = void (*)(future_state*, wire::reader&);
/// Asks a place for its part; the state gets it.
void ask_part(place_front* at, int place, std::uint64_t name, future_state* p, accept_part accept);

/// Empty if nothing of it is known there.
template <class T>
future<std::optional<T>> far_part(place_front* at, int place, std::uint64_t name) {
  auto* const p = promise_state<std::optional<T>>::make();
  auto result = future<std::optional<T>>::adopt(p);
  ask_part(at, place, name, p, [](future_state* to, wire::reader& in) {
    auto* const v = static_cast<future_value<std::optional<T>>*>(to);
    if (in.left() == 0) {
      v->emplace();
    } else {
      v->emplace(wire::decode<T>(in));
    }
  });
  return result;
}

/// Calls f(part) for every place but `without`; waits for them, also in a cancelled scope.
template <class T, class F>
void for_each_far_part(std::uint64_t name, int without, F const& f) {
  place_front* const at = place_here();
  if (at->total == 1) return;
  std::vector<future<std::optional<T>>> parts;
  for (int q = 0; q < at->total; ++q) {
    if (q != without) parts.push_back(far_part<T>(at, q, name));
  }
  for (auto& part : parts) {
    future_state* const p = handle_access::state(part);
    wait_done_firmly(p->ready, "the part of a reducer at another place", p);
    if (std::optional<T> const x = part.get()) f(*x);
  }
}

/// The others' parts, refreshed as answers come; never waits. By one thread at a time.
template <class T>
class far_parts {
 public:
  template <class F>
  void refresh(std::uint64_t name, place_front* at, F const& f) {
    if (at->total == 1) return;
    asked_.resize(static_cast<std::size_t>(at->total));
    known_.resize(asked_.size());
    for (int q = 0; q < at->total; ++q) {
      if (q == at->number) continue;
      auto const i = static_cast<std::size_t>(q);
      if (asked_[i].valid() && asked_[i].is_ready()) known_[i] = asked_[i].get();
      if (!asked_[i].valid()) asked_[i] = far_part<T>(at, q, name);
      if (known_[i]) f(*known_[i]);
    }
  }

 private:
  std::vector<future<std::optional<T>>> asked_;
  std::vector<std::optional<T>> known_;
};

}  // namespace skua::sched

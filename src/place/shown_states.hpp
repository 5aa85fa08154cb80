// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Future states of this place that handles at other places refer to, by number; each number is asked for once. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include <skua/base/spinlock.hpp>
#include <skua/place/far_future.hpp>

#include "sched/place.hpp"

namespace skua::remote {

class shown_states {
 public:
  struct shown {
    sched::future_state* state = nullptr;  // with a reference
    give_fn give = nullptr;
  };

  std::uint64_t add(shown const& s);
  /// Takes it out; null if there is none.
  shown take(std::uint64_t number);

 private:
  base::spinlock lock_;
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, shown> states_;
};

/// Another place asks: answers when the result is there.
void give_shown(sched::place& p, shown_states& states, int from, std::span<std::byte const> message);

}  // namespace skua::remote

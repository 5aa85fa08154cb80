// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that the members of a set of places have made together: counts at one of their places who
// needs it no more.
//
// Each member leaves once: when its scope ends, or when the operation that should have made the
// memory failed there. Only when all have left is nobody able to use any part of it. Any thread;
// one lock, a leaf.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <skua/base/spinlock.hpp>
#include <skua/collective/turn.hpp>

namespace skua::memory {

struct departure {
  collective::turn::name call;  ///< which made the memory
  std::int32_t members;
  std::int32_t place;    ///< whose member leaves
  std::uint64_t offset;  ///< of its part; 0: it has none
};

class departures {
 public:
  using parts = std::vector<std::pair<int, std::uint64_t>>;  // places and offsets
  /// What can be given back now: nothing, unless that was the last member.
  [[nodiscard]] parts add(departure const& d);

 private:
  struct memory {
    int left = 0;
    parts all;
  };
  base::spinlock lock_;
  std::map<collective::turn::name, memory> open_;
};

}  // namespace skua::memory

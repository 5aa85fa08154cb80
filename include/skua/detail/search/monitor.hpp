// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The searches that run in this process, for an observer of the program (SKUA_METRICS). Each place
// reports its own part; the observer adds them up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

/// The part of a search at one place, at one moment.
struct search_sample {
  int place = 0;
  std::uint64_t number = 0;  ///< of the search, in order of their starts at this process
  counts done;
  double share = 0;  ///< of the whole tree, done at this place
  std::optional<double> incumbent = {};
  std::optional<double> bound = {};  ///< of the root: no solution is better
};

/// The searches that run in this process.
[[nodiscard]] std::vector<search_sample> running_searches();

/// Lists the part of a search at a place for as long as the object exists. Any thread may read it.
class monitored_search {
 public:
  using read_function = void (*)(void const* state, search_sample& to);

  monitored_search(read_function read, void const* state, int place, std::optional<double> bound);
  ~monitored_search();
  monitored_search(monitored_search const&) = delete;
  monitored_search& operator=(monitored_search const&) = delete;

  void add_share(double share) noexcept {
    double old_share = share_.load(std::memory_order_relaxed);  // relaxed: only a number
    // relaxed: only a number
    while (!share_.compare_exchange_weak(old_share, old_share + share, std::memory_order_relaxed)) {
    }
  }
  [[nodiscard]] search_sample sample() const;

 private:
  read_function const read_;
  void const* const state_;
  int const place_;
  std::uint64_t number_ = 0;
  std::optional<double> const bound_;
  base::atomic<double> share_{0};
};

}  // namespace skua::search::detail

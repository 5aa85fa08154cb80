// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Updates on their way to the places that have the words.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <skua/future.hpp>
#include <skua/mutex.hpp>
#include <skua/place_local.hpp>
#include <vector>

#include "table.hpp"

namespace apps::gups {

/// Whose turn it is to change the words of a place.
using turns = skua::place_local<skua::mutex>;

/// Gathers updates by place. What has been given to it and is not done yet never is more than
/// `ahead` updates.
class sender {
 public:
  sender(table const& t, turns const& whose, std::size_t ahead);

  void add(std::uint64_t number);
  /// Returns when all updates are done.
  void flush();

 private:
  struct batch {
    skua::future<void> done;
    std::size_t size;
  };
  void send_fullest();
  void wait_for_one();

  table table_;
  turns turns_;
  word_finder words_;
  std::size_t ahead_;
  std::vector<std::vector<std::uint64_t>> gathered_;  // by place
  std::size_t here_ = 0;                              // how many those are
  std::deque<batch> sent_;
  std::size_t away_ = 0;
};

}  // namespace apps::gups

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sends updates to the places that have the words.

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

/// At each place, the lock for changing its words.
using place_locks = skua::place_local<skua::mutex>;

/// Gathers updates by place. At most `look_ahead` updates have been added and are not done yet.
class sender {
 public:
  sender(table const& t, place_locks const& locks, std::size_t look_ahead);

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
  place_locks locks_;
  word_finder words_;
  std::size_t look_ahead_;
  std::vector<std::vector<std::uint64_t>> batches_;  // by place
  std::size_t gathered_count_ = 0;                   // updates in batches_
  std::deque<batch> in_flight_;
  std::size_t in_flight_count_ = 0;
};

}  // namespace apps::gups

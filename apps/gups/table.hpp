// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table over all places, and how updates are sent to the places that have the words.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <skua/future.hpp>
#include <skua/memory.hpp>
#include <skua/mutex.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <vector>

#include "problem.hpp"

namespace apps::gups {

/// A handle; tasks carry copies of it.
struct table {
  parameters settings;
  skua::shared_array<std::uint64_t> words;  ///< one block at each place

  explicit table(parameters const& p) : settings(p), words(p.words()) {}

  /// The number of the first word of the caller's place; beyond the table if the place has none.
  [[nodiscard]] std::size_t first() const noexcept {
    return words.shape().block() * static_cast<std::size_t>(skua::here());
  }
};

/// Locates words without calls of the array; each task makes its own.
class word_finder {
 public:
  explicit word_finder(table const& t)
      : mask_(static_cast<std::uint32_t>(t.settings.words() - 1)),
        block_(static_cast<std::uint32_t>(t.words.shape().block())) {
    for (int p = 0; p < t.words.shape().places(); ++p) parts_.push_back(t.words.part(p));
  }
  /// The place and the word that the number x changes.
  [[nodiscard]] std::size_t place_of(std::uint64_t x) const noexcept {
    return (static_cast<std::uint32_t>(x) & mask_) / block_;
  }
  [[nodiscard]] skua::global_ptr<std::uint64_t> word_of(std::uint64_t x) const noexcept {
    std::uint32_t const i = static_cast<std::uint32_t>(x) & mask_;
    std::uint32_t const p = i / block_;
    return parts_[p] + static_cast<std::ptrdiff_t>(i - p * block_);
  }

 private:
  std::uint32_t mask_;
  std::uint32_t block_;  // 32 bits: their division takes half the time
  std::vector<skua::global_ptr<std::uint64_t>> parts_;
};

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

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random permutation: darts are thrown at a board until each sticks in a slot that was empty; the
// order of the slots is the permutation.

#include <algorithm>
#include <skua/algorithm/shared_scan.hpp>
#include <skua/skua.hpp>

#include "../common/stopwatch.hpp"
#include "checks.hpp"
#include "kernels.hpp"

namespace apps::bale {
namespace {

/// Returns true if the dart sticks in the slot. An empty slot is zero.
bool try_stick(skua::global_ptr<std::uint64_t> slot, std::uint64_t dart) {
  std::uint64_t empty = 0;
  return skua::global_atomic<std::uint64_t>(slot).compare_exchange(empty, dart + 1);
}

void throw_directly(parameters const& p, shared_words const& board, shared_words const& darts) {
  skua::for_async(darts, [p, board](std::size_t dart, std::uint64_t const&) {
    std::uint64_t attempt = 0;
    while (!try_stick(board.pointer(slot_of(p, dart, attempt)), dart)) ++attempt;
  });
}

/// At each place, what a dart needs to know.
struct dart_board {
  dart_board(parameters const& settings, shared_words const& all_slots) : p(settings), slots(all_slots) {}
  parameters p;
  shared_words slots;
};

/// A dart that flies from place to place until it sticks. No answer comes back.
struct flying_dart {
  skua::place_local<dart_board> aim;
  std::uint64_t dart;
  std::uint64_t attempt;

  void operator()() const {
    auto const& [p, slots] = *aim;
    for (std::uint64_t i = attempt;; ++i) {
      auto const slot = slots.pointer(slot_of(p, dart, i));
      if (slot.where() != skua::here()) return skua::spawn(skua::on(slot.where()), flying_dart{aim, dart, i});
      if (try_stick(slot, dart)) return;
    }
  }
};

void throw_aggregated(parameters const& p, shared_words const& board, shared_words const& darts) {
  skua::place_local<dart_board> const aim(p, board);
  // The places make their copies before there are many darts.
  skua::run_spmd([aim] { (void)*aim; });
  skua::finish(
      [&] { skua::for_async(darts, [aim](std::size_t dart, std::uint64_t const&) { flying_dart{aim, dart, 0}(); }); });
}

/// Copies the darts of the board in the order of their slots, each place its part in one copy for
/// each place that receives some.
void collect(shared_words const& board, shared_words const& darts) {
  shared_words const counts(static_cast<std::size_t>(skua::places()));
  shared_words const begins(counts.size());
  skua::finish([&] {
    skua::for_async(counts, [board](std::size_t, std::uint64_t& count) {
      auto const slots = board.local();
      count = slots.size() - static_cast<std::uint64_t>(std::ranges::count(slots, std::uint64_t{0}));
    });
  });
  skua::exclusive_scan(counts, begins, std::uint64_t{0});
  skua::finish([&] {
    skua::for_async(begins, [board, darts](std::size_t, std::uint64_t const& begin) {
      words own;
      for (auto const slot : board.local())
        if (slot != 0) own.push_back(slot - 1);
      std::size_t const block = darts.shape().block();
      for (std::size_t i = 0, n = 0; i < own.size(); i += n) {
        n = std::min(own.size() - i, block - (begin + i) % block);
        skua::put(darts.pointer(begin + i), std::span(own).subspan(i, n)).get();
      }
    });
  });
}

}  // namespace

outcome permutation(parameters const& p, style method) {
  shared_words const board(slots_per_dart * p.size);
  shared_words const darts(p.size);
  stopwatch const watch;
  skua::finish([&] { (method == style::direct ? throw_directly : throw_aggregated)(p, board, darts); });
  collect(board, darts);
  double const seconds = watch.seconds();
  return {p.size, seconds, errors_of_permutation(copy_of(darts))};
}

}  // namespace apps::bale

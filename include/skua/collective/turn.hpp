// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One member's part in one collective operation: what the operations are made of.
//
// Members are ranks here, in the order of the set. What one sends another are parcels, which arrive
// in order; an operation is written so that every parcel sent is also received.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/place_set.hpp>
#include <skua/spawn.hpp>

namespace skua::collective {

class group;
struct operation;

/// Who takes part: every place, or the members of a set.
class over {
 public:
  over() = default;
  over(place_set const& s) noexcept : set_(&s) {}  // NOLINT: a set is what callers have
  /// Null: every place.
  [[nodiscard]] place_set const* set() const noexcept { return set_; }

 private:
  place_set const* set_ = nullptr;
};

/// Takes the set's next round at construction, so calls that match are made in the same order at
/// every member. Until end() it may be handed to another task. Destroyed before, it has left the
/// operation, as by cancellation.
class turn {
 public:
  explicit turn(over const& who);
  turn(turn&& other) noexcept
      : group_(std::exchange(other.group_, nullptr)),
        place_(other.place_),
        operation_(other.operation_),
        rank_(other.rank_),
        size_(other.size_),
        looks_out_(std::exchange(other.looks_out_, false)),
        is_brisk_(other.is_brisk_),
        began_(other.began_) {}
  turn& operator=(turn&&) = delete;
  ~turn();

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  /// The rank of a place, which must be a member.
  [[nodiscard]] int rank_of(int place) const noexcept;
  [[nodiscard]] int place_of(int rank) const noexcept;
  /// What no other operation has: the set's name and the round, the same at every member.
  struct name {
    std::uint64_t set, round;
    friend auto operator<=>(name const&, name const&) = default;
  };
  [[nodiscard]] name named() const noexcept;

  /// Returns when all of it is on its way. Longer parcels wait for the other side to take their
  /// beginning: two members that send each other such ones expect first.
  void send(int to, std::span<std::byte const> parcel);
  /// Where the next parcel of that member goes, which has exactly this size; one at a time from
  /// each.
  void expect(int from, std::span<std::byte> into);
  /// Waits until it is there, or that many bytes of it.
  void await(int from);
  void await(int from, std::size_t bytes);
  void receive(int from, std::span<std::byte> into) {
    expect(from, into);
    await(from);
  }
  /// The next parcel goes there, and on to another member as it comes.
  void forward(int from, int to, std::span<std::byte> into);
  /// Whatever is still expected is not written any more. Waits do this before they throw; who may
  /// throw otherwise while something is expected into memory of its own does it as well.
  void drop() noexcept;
  /// Before a computation of unknown length: from one wait to the next, nobody else looks out for
  /// messages to this place.
  void look_away() noexcept;
  /// A computation, one of many alike: looks away, unless the one before was short.
  template <class F>
  void compute(F const& f) {
    before_computation();
    f();
    after_computation();
  }
  /// How many parcels of that size two members may send each other beyond those that they wait for,
  /// without any risk that both wait for room.
  [[nodiscard]] std::size_t parcels_ahead(std::size_t bytes) const noexcept;
  /// The next parcel, whatever its size.
  [[nodiscard]] std::vector<std::byte> receive(int from);

  /// The caller's part is done.
  void end() noexcept;
  /// It cannot be done: the members that still are at theirs get this exception.
  void leave(std::exception_ptr const& why) noexcept;

 private:
  template <class Holds>
  void wait(Holds const& holds, bool letters);
  template <class Holds>
  void wait_for_long(Holds const& holds);
  void before_computation() noexcept;
  void after_computation() noexcept;
  void send_piece(int to, std::size_t total, std::span<std::byte const> piece);

  group* group_;
  sched::place_front* place_ = nullptr;
  operation* operation_ = nullptr;
  int rank_ = 0;
  int size_ = 1;
  bool looks_out_ = false;
  bool is_brisk_ = false;  // the last computation was short
  std::uint64_t began_ = 0;
};

/// What f(turn) returns; the part ends with it.
template <class F>
auto take(turn& mine, F&& f) -> std::invoke_result_t<F&, turn&> {
  try {
    sched::check_wait_allowed();
    if constexpr (std::is_void_v<std::invoke_result_t<F&, turn&>>) {
      f(mine);
      mine.end();
    } else {
      auto result = f(mine);
      mine.end();
      return result;
    }
  } catch (...) {
    mine.leave(std::current_exception());
    throw;
  }
}
template <class F>
auto take(over const& who, F&& f) {
  turn mine(who);
  return take(mine, f);
}
/// The same in a task of the caller's scope; the round is that of the call.
template <class F>
[[nodiscard]] auto take_later(over const& who, F f) {
  return async([mine = turn(who), f = std::move(f)]() mutable { return take(mine, f); });
}

}  // namespace skua::collective

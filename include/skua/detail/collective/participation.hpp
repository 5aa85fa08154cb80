// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One member's participation in one collective operation: the point-to-point layer that all
// operations use.
//
// Members are numbered by rank, in the order of the set. The messages from one member to another
// arrive in order. An operation must receive every message that is sent.
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

/// The members of an operation: every place, or the members of a set.
class member_set {
 public:
  member_set() = default;
  member_set(place_set const& set) noexcept : set_(&set) {}  // NOLINT: implicit, since callers pass a set
  /// Returns nullptr if every place is a member.
  [[nodiscard]] place_set const* set() const noexcept { return set_; }

 private:
  place_set const* set_ = nullptr;
};

/// Takes the set's next round at construction, so every member must make its matching calls in the
/// same order. Until end() it may be moved to another task. Destruction before end() leaves the
/// operation, as cancellation does.
class participation : private sched::wait_hook {
 public:
  explicit participation(member_set const& members);
  participation(participation&& other) noexcept
      : wait_hook(),
        group_(std::exchange(other.group_, nullptr)),
        place_(other.place_),
        operation_(other.operation_),
        rank_(other.rank_),
        size_(other.size_),
        is_polling_(std::exchange(other.is_polling_, false)),
        was_short_compute_(other.was_short_compute_),
        compute_begin_(other.compute_begin_) {}
  participation& operator=(participation&&) = delete;
  ~participation();

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  /// The rank of a place, which must be a member.
  [[nodiscard]] int rank_of(int place) const noexcept;
  [[nodiscard]] int place_of(int rank) const noexcept;
  /// Identifies the operation: the set's name and the round, the same at every member.
  struct operation_id {
    std::uint64_t set, round;
    friend auto operator<=>(operation_id const&, operation_id const&) = default;
  };
  [[nodiscard]] operation_id id() const noexcept;

  /// Returns when all of the message has been sent. The send of a long message waits until the
  /// receiver takes its beginning: two members that send each other long messages must call expect
  /// first.
  void send(int to, std::span<std::byte const> message);
  /// Sets the buffer of the next message from that member, which must have exactly this size. One
  /// at a time for each member.
  void expect(int from, std::span<std::byte> target);
  /// Waits until the expected message has arrived, or that many bytes of it.
  void await(int from);
  void await(int from, std::size_t bytes);
  void receive(int from, std::span<std::byte> target) {
    expect(from, target);
    await(from);
  }
  /// Receives the next message into that buffer, and forwards it to another member piece by piece.
  void forward(int from, int to, std::span<std::byte> target);
  /// Cancels all expectations: nothing is written to their buffers any more. Waits do this before
  /// they throw. A caller that may throw for another reason, while data is expected into its own
  /// memory, must do the same.
  void drop() noexcept;
  /// Call this before a computation of unknown length. A waiter keeps polling for this place from
  /// one wait to the next, so no other thread would poll during the computation.
  void stop_polling() noexcept;
  /// Runs one of many similar computations; stops polling first, unless the one before was short.
  /// Then it stops if the computation waits, since the wait may be for a message.
  template <class F>
  void compute(F const& function) {
    before_computation();
    function();
    after_computation();
  }
  /// The number of messages of that size that two members may send each other ahead of the ones
  /// that they wait for, without a deadlock on buffer space.
  [[nodiscard]] std::size_t send_window(std::size_t bytes) const noexcept;
  /// The next message, of any size.
  [[nodiscard]] std::vector<std::byte> receive(int from);

  /// Ends the caller's participation.
  void end() noexcept;
  /// Gives up the operation: the members that have not ended it get this exception.
  void leave(std::exception_ptr const& why) noexcept;

 private:
  template <class Holds>
  void wait(Holds const& holds, bool fast_box);
  template <class Holds>
  void wait_for_long(Holds const& holds);
  void before_computation() noexcept;
  void after_computation() noexcept;
  void forget_hook() noexcept;
  void send_piece(int to, std::size_t total, std::span<std::byte const> piece);

  group* group_;
  sched::place_front* place_ = nullptr;
  operation* operation_ = nullptr;
  int rank_ = 0;
  int size_ = 1;
  bool is_polling_ = false;
  bool was_short_compute_ = false;  // the last computation was short
  std::uint64_t compute_begin_ = 0;
};

/// Calls function(participant), ends the participation and returns the result. If `function`
/// throws, leaves the operation.
template <class F>
auto run_collective(participation& participant, F&& function) -> std::invoke_result_t<F&, participation&> {
  try {
    sched::check_wait_allowed();
    if constexpr (std::is_void_v<std::invoke_result_t<F&, participation&>>) {
      function(participant);
      participant.end();
    } else {
      auto result = function(participant);
      participant.end();
      return result;
    }
  } catch (...) {
    participant.leave(std::current_exception());
    throw;
  }
}
template <class F>
auto run_collective(member_set const& members, F&& function) {
  participation participant(members);
  return run_collective(participant, function);
}
/// Like run_collective, in a task of the caller's scope; takes the round now, not when the task
/// starts.
template <class F>
[[nodiscard]] auto async_collective(member_set const& members, F function) {
  return async(
      [t = participation(members), function = std::move(function)]() mutable { return run_collective(t, function); });
}

}  // namespace skua::collective

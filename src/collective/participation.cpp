// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting in a collective operation. A waiter polls first, since the other members are usually
// about to send; then it suspends.
#include <skua/detail/collective/participation.hpp>

#include <algorithm>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/wire/exception.hpp>

#include "collective/groups.hpp"

namespace skua::collective {
namespace {

/// Whether the worker has tasks to run instead of polling for messages.
bool work_waits(sched::place const& place) noexcept {
  sched::fibre const* const current = sched::self();
  if (current == nullptr) return false;
  sched::worker const& worker = *sched::worker_of(current);
  // relaxed: hints
  auto const is_nonzero = [](base::atomic<std::uint32_t> const& n) { return n.load(std::memory_order_relaxed) != 0; };
  return !current->empty() || worker.ready_slot.peek() != nullptr || sched::count_listed(worker) != 0 ||
         is_nonzero(worker.suspended_count) || is_nonzero(place.arrived.count) ||
         is_nonzero(place.arrived.urgent_count);
}

constexpr std::uint64_t short_compute_ns = 50'000;

[[noreturn]] void throw_failure(std::vector<std::byte> const& encoded) {
  wire::reader in(encoded);
  std::rethrow_exception(wire::decode_exception(in));
}

}  // namespace

participation::participation(member_set const& members) {
  place_ = sched::place_here();
  groups& place_groups = groups::of(*static_cast<sched::place*>(place_));
  group_ = members.set() == nullptr ? &place_groups.all() : &place_groups.of_set(*members.set());
  rank_ = group_->rank();
  size_ = static_cast<int>(group_->members().size());
  operation_ = &group_->begin();
}

participation::~participation() {
  if (group_ != nullptr) leave(sched::make_cancelled());
}

void participation::end() noexcept {
  std::exchange(group_, nullptr)->end(*operation_);
  stop_polling();
}

void participation::leave(std::exception_ptr const& why) noexcept {
  if (group_ == nullptr) return;
  stop_polling();
  std::exchange(group_, nullptr)->leave(*operation_, why);
}

void participation::stop_polling() noexcept {
  forget_hook();
  if (is_polling_) remote::node_of(place_).polling(is_polling_ = false);
}

void participation::before_computation() noexcept {
  // If this thread stops polling, another one must be woken to poll, which takes longer than the
  // computation on most segments.
  sched::fibre* const current = sched::self();
  if (!was_short_compute_ || current == nullptr) stop_polling();
  if (is_polling_) {
    waits = [](wait_hook* hook) noexcept { static_cast<participation*>(hook)->stop_polling(); };
    outer = std::exchange(current->hooks_of_wait, static_cast<wait_hook*>(this));
  }
  compute_begin_ = group_->place().machine->now();
}

/// Only the innermost hook of a task can be this one.
void participation::forget_hook() noexcept {
  sched::fibre* const current = sched::self();
  if (current != nullptr && current->hooks_of_wait == this) current->hooks_of_wait = outer;
}

void participation::after_computation() noexcept {
  forget_hook();
  was_short_compute_ = group_->place().machine->now() - compute_begin_ < short_compute_ns;
}

std::size_t participation::send_window(std::size_t length) const noexcept {
  // The peer has at most `ack_interval` taken pieces still to acknowledge. So half a window more
  // always fits.
  static_assert(ack_interval + window / 2 < window);
  std::size_t const piece = group_->piece_bytes();
  return window / 2 / std::max<std::size_t>(1, (length + piece - 1) / piece);
}

int participation::rank_of(int place) const noexcept {
  auto const& members = group_->members();
  auto const position = std::lower_bound(members.begin(), members.end(), place);
  base::check(position != members.end() && *position == place,
              "the root of a collective operation is not a member of its set");
  return static_cast<int>(position - members.begin());
}

int participation::place_of(int rank) const noexcept { return group_->members()[static_cast<std::size_t>(rank)]; }

participation::operation_id participation::id() const noexcept { return {group_->name(), operation_->round}; }

/// Returns when the condition holds, which is evaluated under the group's lock. Throws if a member
/// has left the operation. `fast_box`: the data will probably arrive through a fast box.
template <class Holds>
void participation::wait(Holds const& holds, bool fast_box) {
  operation& operation = *operation_;
  auto const check = [&] {
    base::spin_guard const hold(group_->lock());
    if (holds()) return true;
    if (operation.failed) throw_failure(operation.failure);
    return false;
  };
  if (check()) return;
  sched::place& place = group_->place();
  remote::node& node = remote::node_of(&place);
  std::uint64_t until = 0;
  std::uint32_t last_events =
      operation.events.load(std::memory_order_relaxed);  // relaxed: a hint; check takes the lock
  do {
    // A fast-box write does not wake the receiver. A waiter therefore polls for a few fast-box
    // latencies before it suppresses wake-ups of this place.
    if (!is_polling_ && (until != 0 || !fast_box)) {
      node.polling(is_polling_ = true);
      if (check()) return;
    }
    for (int i = 0; i < 16; ++i) {
      group_->poll_fast_boxes();
      if (i % 4 == 3 || !fast_box) (void)node.poll();
      std::uint32_t const now = operation.events.load(std::memory_order_relaxed);  // relaxed: as above
      if (now == last_events) {
        base::cpu_relax();
        continue;
      }
      last_events = now;
      if (check()) return;
    }
    if (place.simulated) place.machine->pause(1000);
    if (until == 0) until = place.machine->now() + place.search_ns();
  } while (!work_waits(place) && place.machine->now() < until);
  stop_polling();
  try {
    wait_for_long(holds);
  } catch (...) {
    drop();
    throw;
  }
}

template <class Holds>
void participation::wait_for_long(Holds const& holds) {
  struct waiting {
    operation& waited;
    base::spinlock& lock;
    ~waiting() {
      base::spin_guard const hold(lock);
      waited.holds = nullptr;
    }
  };
  struct sleep_scope {
    collective::group& sleeper;
    explicit sleep_scope(collective::group& waiting_group) : sleeper(waiting_group) { sleeper.begin_sleep(); }
    ~sleep_scope() { sleeper.end_sleep(); }
  } const sleep_guard(*group_);
  operation& operation = *operation_;
  for (;;) {
    {
      base::spin_guard const hold(group_->lock());
      if (holds()) return;
      if (operation.failed) throw_failure(operation.failure);
      operation.wake.reset();
      operation.condition = &holds;
      operation.holds = [](void const* context) { return (*static_cast<Holds const*>(context))(); };
    }
    waiting const registered{operation, group_->lock()};
    sched::wait_done(operation.wake, "collective operation", &operation);
  }
}

void participation::send_piece(int to, std::size_t total, std::span<std::byte const> piece) {
  wait([&] { return group_->may_send(*operation_, to); }, false);
  group_->send_piece(*operation_, to, total, piece);
}

void participation::send(int to, std::span<std::byte const> message) {
  std::size_t offset = 0;
  do {
    std::size_t const n = std::min(group_->piece_bytes(), message.size() - offset);
    send_piece(to, message.size(), message.subspan(offset, n));
    offset += n;
  } while (offset < message.size());
}

void participation::forward(int from, int to, std::span<std::byte> target) {
  expect(from, target);
  std::size_t offset = 0;
  do {
    std::size_t const n = std::min(group_->piece_bytes(), target.size() - offset);
    await(from, offset + n);
    send_piece(to, target.size(), target.subspan(offset, n));
    offset += n;
  } while (offset < target.size());
  await(from);
}

void participation::expect(int from, std::span<std::byte> target) { group_->expect(*operation_, from, target); }

void participation::drop() noexcept { group_->drop(*operation_); }

void participation::await(int from, std::size_t length) {
  inbound const& source = operation_->incoming[static_cast<std::size_t>(from)];
  bool differs = false;
  auto const has_arrived = [&] {
    differs = source.differs();
    return source.complete() || source.filled() >= length;
  };
  wait(has_arrived, source.expected() <= fast_box_payload && group_->has_fast_box_for(from));
  base::check(!differs, "members of a collective operation disagree about its kind or its size");
}

void participation::await(int from) { await(from, ~std::size_t{0}); }

std::vector<std::byte> participation::receive(int from) {
  inbound const& source = operation_->incoming[static_cast<std::size_t>(from)];
  std::uint64_t length = 0;
  wait(
      [&] {
        if (source.ahead()) length = source.ahead_bytes();
        return source.ahead();
      },
      group_->has_fast_box_for(from));
  std::vector<std::byte> message(static_cast<std::size_t>(length));
  receive(from, message);
  return message;
}

}  // namespace skua::collective

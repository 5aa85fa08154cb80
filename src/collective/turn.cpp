// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting in a collective operation: a look at the transport first, for the others are usually
// about to send, then a suspension.
#include <skua/collective/turn.hpp>

#include <algorithm>

#include <skua/base/check.hpp>
#include <skua/wire/exception.hpp>

#include "collective/groups.hpp"

namespace skua::collective {
namespace {

/// Whether the worker has something better to do than to look out for messages.
bool work_waits(sched::place const& p) noexcept {
  sched::fibre const* const s = sched::self();
  if (s == nullptr) return false;
  sched::worker const& w = *sched::worker_of(s);
  // relaxed: hints
  auto const some = [](base::atomic<std::uint32_t> const& n) { return n.load(std::memory_order_relaxed) != 0; };
  // relaxed: a hint
  return s->top() != s->bottom || w.ready_slot.load(std::memory_order_relaxed) != nullptr || some(w.ready.count) ||
         some(w.yielded.count) || some(w.orphan_count) || some(p.arrivals) || some(p.urgents);
}

constexpr std::uint64_t brisk_ns = 50'000;

[[noreturn]] void throw_failure(std::vector<std::byte> const& encoded) {
  wire::reader in(encoded);
  std::rethrow_exception(wire::decode_exception(in));
}

}  // namespace

turn::turn(over const& who) {
  place_ = sched::place_here();
  auto& at = *static_cast<sched::place*>(place_);
  groups& known = groups::of(at);
  group_ = who.set() == nullptr ? &known.all() : &known.of_set(*who.set());
  rank_ = group_->rank();
  size_ = static_cast<int>(group_->members().size());
  operation_ = &group_->begin();
}

turn::~turn() {
  if (group_ != nullptr) leave(sched::make_cancelled());
}

void turn::end() noexcept {
  std::exchange(group_, nullptr)->end(*operation_);
  look_away();
}

void turn::leave(std::exception_ptr const& why) noexcept {
  if (group_ == nullptr) return;
  look_away();
  std::exchange(group_, nullptr)->leave(*operation_, why);
}

void turn::look_away() noexcept {
  if (looks_out_) remote::node_of(place_).polling(looks_out_ = false);
}

void turn::before_computation() noexcept {
  // Whoever looks out instead has to be woken, which takes longer than most segments.
  if (!is_brisk_) look_away();
  began_ = group_->place().machine->now();
}

void turn::after_computation() noexcept { is_brisk_ = group_->place().machine->now() - began_ < brisk_ns; }

std::size_t turn::parcels_ahead(std::size_t length) const noexcept {
  // Of what the other side has taken, it owes us news of `silent` pieces at most. Half a window
  // more still finds room.
  static_assert(silent + window / 2 < window);
  std::size_t const piece = group_->piece_bytes();
  return window / 2 / std::max<std::size_t>(1, (length + piece - 1) / piece);
}

int turn::rank_of(int place) const noexcept {
  auto const& m = group_->members();
  auto const at = std::lower_bound(m.begin(), m.end(), place);
  base::check(at != m.end() && *at == place, "the root of a collective operation is not a member of its set");
  return static_cast<int>(at - m.begin());
}

int turn::place_of(int rank) const noexcept { return group_->members()[static_cast<std::size_t>(rank)]; }

turn::name turn::named() const noexcept { return {group_->name(), operation_->round}; }

/// Returns when the condition, which is evaluated under the group's lock, holds; throws if somebody
/// has left the operation. `letters`: it probably waits for one.
template <class Holds>
void turn::wait(Holds const& holds, bool letters) {
  operation& o = *operation_;
  auto const look = [&] {
    base::spin_guard const hold(group_->lock());
    if (holds()) return true;
    if (o.failed) throw_failure(o.failure);
    return false;
  };
  if (look()) return;
  sched::place& p = group_->place();
  remote::node& n = remote::node_of(&p);
  std::uint64_t until = 0;
  std::uint32_t seen = o.events.load(std::memory_order_relaxed);  // relaxed: a hint; look takes the lock
  do {
    // Who sends letters rings no bell: only who waits longer than a few of them take keeps others
    // from ringing.
    if (!looks_out_ && (until != 0 || !letters)) {
      n.polling(looks_out_ = true);
      if (look()) return;
    }
    for (int i = 0; i < 16; ++i) {
      group_->look_into_boxes();
      if (i % 4 == 3 || !letters) (void)n.poll();
      std::uint32_t const now = o.events.load(std::memory_order_relaxed);  // relaxed: as above
      if (now == seen) {
        base::cpu_relax();
        continue;
      }
      seen = now;
      if (look()) return;
    }
    if (p.stepped) p.machine->pause(1000);
    if (until == 0) until = p.machine->now() + static_cast<std::uint64_t>(p.settings.spin_us) * 1000;
  } while (!work_waits(p) && p.machine->now() < until);
  look_away();
  try {
    wait_for_long(holds);
  } catch (...) {
    drop();
    throw;
  }
}

template <class Holds>
void turn::wait_for_long(Holds const& holds) {
  struct waiting {
    operation& o;
    base::spinlock& lock;
    ~waiting() {
      base::spin_guard const hold(lock);
      o.holds = nullptr;
    }
  };
  struct dozing {
    collective::group& g;
    explicit dozing(collective::group& in) : g(in) { g.doze(); }
    ~dozing() { g.wake_up(); }
  } const from_now_on(*group_);
  operation& o = *operation_;
  for (;;) {
    {
      base::spin_guard const hold(group_->lock());
      if (holds()) return;
      if (o.failed) throw_failure(o.failure);
      o.wake.reset();
      o.condition = &holds;
      o.holds = [](void const* c) { return (*static_cast<Holds const*>(c))(); };
    }
    waiting const registered{o, group_->lock()};
    sched::wait_done(o.wake, "collective operation", &o);
  }
}

void turn::send_piece(int to, std::size_t total, std::span<std::byte const> piece) {
  wait([&] { return group_->may_send(*operation_, to); }, false);
  group_->send_piece(*operation_, to, total, piece);
}

void turn::send(int to, std::span<std::byte const> parcel) {
  std::size_t at = 0;
  do {
    std::size_t const n = std::min(group_->piece_bytes(), parcel.size() - at);
    send_piece(to, parcel.size(), parcel.subspan(at, n));
    at += n;
  } while (at < parcel.size());
}

void turn::forward(int from, int to, std::span<std::byte> into) {
  expect(from, into);
  std::size_t at = 0;
  do {
    std::size_t const n = std::min(group_->piece_bytes(), into.size() - at);
    await(from, at + n);
    send_piece(to, into.size(), into.subspan(at, n));
    at += n;
  } while (at < into.size());
  await(from);
}

void turn::expect(int from, std::span<std::byte> into) { group_->expect(*operation_, from, into); }

void turn::drop() noexcept { group_->drop(*operation_); }

void turn::await(int from, std::size_t length) {
  inbound const& in = operation_->in[static_cast<std::size_t>(from)];
  bool differs = false;
  auto const there = [&] {
    differs = in.differs();
    return in.complete() || in.filled() >= length;
  };
  wait(there, in.expected() <= longest_letter && group_->has_box_for(from));
  base::check(!differs, "members of a collective operation disagree about its kind or its size");
}

void turn::await(int from) { await(from, ~std::size_t{0}); }

std::vector<std::byte> turn::receive(int from) {
  inbound const& in = operation_->in[static_cast<std::size_t>(from)];
  std::uint64_t length = 0;
  wait(
      [&] {
        if (in.ahead()) length = in.ahead_bytes();
        return in.ahead();
      },
      group_->has_box_for(from));
  std::vector<std::byte> parcel(static_cast<std::size_t>(length));
  receive(from, parcel);
  return parcel;
}

}  // namespace skua::collective

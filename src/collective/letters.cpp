// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How members of one host come to write letters to one another: who has had a few short pieces from
// a member makes a box for it in the own global memory and tells it where. Without room for a box,
// or without memory that both see, messages go on as before.
#include <new>

#include "base/other_processes.hpp"
#include "collective/group.hpp"
#include "place/above.hpp"

namespace skua::collective {

/// The lock is held.
void group::make_box(int rank) {
  neighbour& n = others_[static_cast<std::size_t>(rank)];
  n.short_pieces = 0;
  if (node_->end().memory(members_[static_cast<std::size_t>(rank)]) == nullptr) return;
  std::uint64_t at = 0;
  std::byte* const room = remote::room_in_memory(*place_, sizeof(letter_box), line_bytes, at);
  if (room == nullptr) return;  // it is only a shorter way
  n.from.open(new (room) letter_box());
  n.has_box.store(true, std::memory_order_relaxed);              // relaxed: a hint
  int const count = box_count_.load(std::memory_order_relaxed);  // relaxed: under the lock
  boxes_[static_cast<std::size_t>(count)] = rank;
  box_count_.store(count + 1, std::memory_order_release);  // sync: BOX -> for_each_box
  if (dozing_ > 0) n.from.doze();
  send_message(rank, head_to(rank, saying::box, 0, at), {});
}

/// The lock is held.
void group::open_box(int rank, std::uint64_t offset) noexcept {
  std::byte* const theirs = node_->end().memory(members_[static_cast<std::size_t>(rank)]);
  if (theirs != nullptr)
    others_[static_cast<std::size_t>(rank)].to.open(reinterpret_cast<letter_box*>(theirs + offset));
}

/// False: it must go as a message. The lock is held.
bool group::write_letter(int rank, saying what, std::uint64_t round, std::uint64_t count,
                         std::span<std::byte const> body) noexcept {
  neighbour& n = others_[static_cast<std::size_t>(rank)];
  if (!n.to.is_open() || body.size() > longest_letter) return false;
  base::order_before_other_processes();
  if (!n.to.write(what, round, ended_.through(), static_cast<std::uint32_t>(count), body)) return false;
  n.known.hears_of(ended_.through());
  if (n.to.reader_dozes()) send_message(rank, head_to(rank, saying::look, 0, 0), {});
  return true;
}

/// The lock is held.
void group::read_letters(int rank) noexcept {
  letter_reader& in = others_[static_cast<std::size_t>(rank)].from;
  if (!in.is_open()) return;
  in.read([&](letter const& l) {
    base::order_after_other_processes();
    hear(rank, l.what, l.which_round(), l.through, l.count, l.body());
  });
}

template <class F>
void group::for_each_box(F const& f) noexcept {
  int const count = box_count_.load(std::memory_order_acquire);  // sync: BOX <- make_box
  for (int i = 0; i < count; ++i) {
    int const rank = boxes_[static_cast<std::size_t>(i)];
    f(rank, others_[static_cast<std::size_t>(rank)].from);
  }
}

void group::look_into_boxes() noexcept {
  for_each_box([this](int rank, letter_reader const& in) {
    if (!in.any()) return;
    base::spin_guard const hold(lock_);
    read_letters(rank);
  });
}

void group::doze() {
  base::spin_guard const hold(lock_);
  if (++dozing_ > 1) return;
  for_each_box([](int, letter_reader& in) { in.doze(); });
  for_each_box([this](int rank, letter_reader const&) { read_letters(rank); });
}

void group::wake_up() noexcept {
  base::spin_guard const hold(lock_);
  if (--dozing_ > 0) return;
  for_each_box([](int, letter_reader& in) { in.wake_up(); });
}

}  // namespace skua::collective

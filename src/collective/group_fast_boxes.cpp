// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Setup and use of fast boxes between members of one host. A member that has received a few short
// pieces from another one creates a fast box for it in its global memory and sends it the offset.
// If there is no memory for a box, or none that both share, they continue with transport messages.
#include <new>

#include "base/other_processes.hpp"
#include "collective/group.hpp"

namespace skua::collective {

/// The lock is held.
void group::make_box(int rank) {
  peer& peer = peers_[static_cast<std::size_t>(rank)];
  peer.short_pieces = 0;
  if (node_->end().memory(members_[static_cast<std::size_t>(rank)]) == nullptr) return;
  std::uint64_t offset = 0;
  std::byte* const storage = node_->layers().reserve_memory(*place_, sizeof(fast_box), line_bytes, offset);
  if (storage == nullptr) return;  // a fast box is only an optimisation
  peer.reader.open(new (storage) fast_box());
  peer.has_box.store(true, std::memory_order_relaxed);           // relaxed: a hint
  int const count = box_count_.load(std::memory_order_relaxed);  // relaxed: under the lock
  boxes_[static_cast<std::size_t>(count)] = rank;
  box_count_.store(count + 1, std::memory_order_release);  // sync: BOX -> for_each_box
  if (sleepers_ > 0) peer.reader.begin_sleep();
  send_message(rank, head_to(rank, message_kind::box, 0, offset), {});
}

/// The lock is held.
void group::open_box(int rank, std::uint64_t offset) noexcept {
  std::byte* const peer_memory = node_->end().memory(members_[static_cast<std::size_t>(rank)]);
  if (peer_memory != nullptr)
    peers_[static_cast<std::size_t>(rank)].writer.open(reinterpret_cast<fast_box*>(peer_memory + offset));
}

/// Returns false if the caller must send a transport message instead. Called under the lock.
bool group::write_fast_box(int rank, message_kind kind, std::uint64_t round, std::uint64_t count,
                           std::span<std::byte const> body) noexcept {
  peer& peer = peers_[static_cast<std::size_t>(rank)];
  if (!peer.writer.is_open() || body.size() > fast_box_payload) return false;
  base::order_before_other_processes();
  if (!peer.writer.write(kind, round, ended_.completed_through(), static_cast<std::uint32_t>(count), body))
    return false;
  peer.progress.mark_reported(ended_.completed_through());
  if (peer.writer.reader_sleeps()) send_message(rank, head_to(rank, message_kind::look, 0, 0), {});
  return true;
}

/// The lock is held.
void group::read_fast_box(int rank) noexcept {
  fast_box_reader& reader = peers_[static_cast<std::size_t>(rank)].reader;
  if (!reader.is_open()) return;
  reader.read([&](fast_box_entry const& entry) {
    base::order_after_other_processes();
    on_message(rank, entry.kind, entry.which_round(), entry.completed_through, entry.count, entry.body());
  });
}

template <class F>
void group::for_each_box(F const& function) noexcept {
  int const count = box_count_.load(std::memory_order_acquire);  // sync: BOX <- make_box
  for (int i = 0; i < count; ++i) {
    int const rank = boxes_[static_cast<std::size_t>(i)];
    function(rank, peers_[static_cast<std::size_t>(rank)].reader);
  }
}

void group::poll_fast_boxes() noexcept {
  for_each_box([this](int rank, fast_box_reader const& reader) {
    if (!reader.any()) return;
    base::spin_guard const hold(lock_);
    read_fast_box(rank);
  });
}

void group::begin_sleep() {
  base::spin_guard const hold(lock_);
  if (++sleepers_ > 1) return;
  for_each_box([](int, fast_box_reader& reader) { reader.begin_sleep(); });
  for_each_box([this](int rank, fast_box_reader const&) { read_fast_box(rank); });
}

void group::end_sleep() noexcept {
  base::spin_guard const hold(lock_);
  if (--sleepers_ > 0) return;
  for_each_box([](int, fast_box_reader& reader) { reader.end_sleep(); });
}

}  // namespace skua::collective

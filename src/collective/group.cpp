// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "collective/group.hpp"

#include <algorithm>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>
#include <skua/wire/exception.hpp>

namespace skua::collective {
namespace {

constexpr std::size_t usual_piece = 32 * 1024 + sizeof(message_head);  // several fit into a transport's buffer
constexpr int pieces_worth_a_box = 4;  // a set with only one or two operations does not profit from a box

}  // namespace

group::group(std::uint64_t name, int members)
    : name_(name), peers_(static_cast<std::size_t>(members)), boxes_(static_cast<std::size_t>(members)) {}

bool group::set_members(std::vector<int> const& members, sched::place& at) {
  base::spin_guard const hold(lock_);
  if (!members_.empty()) return members_ == members;
  if (members.size() != peers_.size()) return false;
  members_ = members;
  rank_ = static_cast<int>(std::lower_bound(members.begin(), members.end(), at.number) - members.begin());
  place_ = &at;
  if (at.remote != nullptr) {
    node_ = &remote::node_of(&at);
    piece_ = std::min(usual_piece, node_->end().limits().largest_message) - sizeof(message_head);
  }
  return true;
}

/// The lock is held.
operation& group::find_or_make(std::uint64_t round) {
  for (auto const& operation : open_) {
    if (operation->round == round) return *operation;
  }
  if (spare_.empty()) {
    spare_.push_back(std::make_unique<operation>());
    spare_.back()->incoming.resize(peers_.size());
    spare_.back()->outgoing.resize(peers_.size());
  }
  open_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  open_.back()->round = round;
  return *open_.back();
}

operation& group::begin() {
  base::spin_guard const hold(lock_);
  return find_or_make(++last_round_);
}

/// The lock is held.
void group::retire(operation& operation) noexcept {
  ended_.end(operation.round);
  auto const entry =
      std::find_if(open_.begin(), open_.end(), [&](auto const& candidate) { return candidate.get() == &operation; });
  for (std::size_t i = 0; i < operation.incoming.size(); ++i) {
    operation.incoming[i].reset();
    operation.outgoing[i] = outbound();
  }
  operation.failed = false;
  operation.failure.clear();
  operation.holds = nullptr;
  spare_.push_back(std::move(*entry));
  open_.erase(entry);
}

/// The lock is held.
message_head group::head_to(int rank, message_kind kind, std::uint64_t round, std::uint64_t count) noexcept {
  peers_[static_cast<std::size_t>(rank)].progress.mark_reported(ended_.completed_through());
  return {name_,
          round,
          ended_.completed_through(),
          count,
          static_cast<std::uint32_t>(rank_),
          static_cast<std::uint16_t>(members_.size()),
          kind};
}

void group::send_message(int rank, message_head const& head, std::span<std::byte const> body) noexcept {
  node_->send_parts(members_[static_cast<std::size_t>(rank)], remote::kind::collective, wire::bytes_of(head), body);
}

/// Sends through the fast box if possible. The lock is held.
void group::tell(int rank, message_kind kind, std::uint64_t round, std::uint64_t count,
                 std::span<std::byte const> body) noexcept {
  if (!write_fast_box(rank, kind, round, count, body)) send_message(rank, head_to(rank, kind, round, count), body);
}

void group::end(operation& operation) noexcept {
  base::spin_guard const hold(lock_);
  retire(operation);
  if (node_ == nullptr) return;
  for (int rank = 0; rank < static_cast<int>(members_.size()); ++rank) {
    if (rank == rank_ || !peers_[static_cast<std::size_t>(rank)].progress.report_due(ended_.completed_through()))
      continue;
    tell(rank, message_kind::ended, 0, 0, {});
  }
}

void group::leave(operation& operation, std::exception_ptr const& why) noexcept {
  wire::writer body;
  wire::encode_exception(body, why, place_->number);
  if (node_ != nullptr && body.size() > piece_) {  // its text is very long
    body.clear();
    error const substitute(
        "a member of a collective operation left it with an exception whose text is too long to send");
    wire::encode_exception(body, std::make_exception_ptr(substitute), place_->number);
  }
  base::spin_guard const hold(lock_);
  bool const is_first_failure = !operation.failed;
  std::uint64_t const round = operation.round;
  retire(operation);
  if (!is_first_failure || node_ == nullptr) return;
  for (int rank = 0; rank < static_cast<int>(members_.size()); ++rank) {
    if (rank != rank_) send_message(rank, head_to(rank, message_kind::left, round, 0), body.view());
  }
}

bool group::may_send(operation const& operation, int to) const noexcept {
  auto const i = static_cast<std::size_t>(to);
  return operation.outgoing[i].open() && peers_[i].progress.may_send_in(operation.round);
}

void group::drop(operation& operation) noexcept {
  base::spin_guard const hold(lock_);
  for (inbound& source : operation.incoming) source.drop();
}

void group::send_piece(operation& operation, int to, std::uint64_t total, std::span<std::byte const> piece) noexcept {
  outbound& sender = operation.outgoing[static_cast<std::size_t>(to)];
  lock_.lock();
  sender.sent();
  bool const by_fast_box = piece.size() == total && sender.only_fast_box() &&
                           write_fast_box(to, message_kind::piece, operation.round, total, piece);
  if (by_fast_box) return lock_.unlock();
  sender.sent_by_transport();
  message_head const head = head_to(to, message_kind::piece, operation.round, total);
  lock_.unlock();
  send_message(to, head, piece);
}

void group::expect(operation& operation, int from, std::span<std::byte> target) {
  base::spin_guard const hold(lock_);
  peer const& peer = peers_[static_cast<std::size_t>(from)];
  if (peer.short_pieces == pieces_worth_a_box && !peer.reader.is_open()) make_box(from);
  inbound& source = operation.incoming[static_cast<std::size_t>(from)];
  source.expect(target);
  if (std::uint64_t const ack_due = source.ack_due(); ack_due != 0)
    tell(from, message_kind::acknowledged, operation.round, ack_due, {});
}

/// The lock is held.
void group::wake(operation& operation) noexcept {
  operation.events.fetch_add(1, std::memory_order_relaxed);  // relaxed: a hint; a waiter that sees it takes the lock
  if (operation.holds == nullptr || !(operation.failed || operation.holds(operation.condition))) return;
  operation.holds = nullptr;
  operation.wake.complete();
}

/// The lock is held.
void group::on_message(int rank, message_kind kind, std::uint64_t round, std::uint64_t completed_through,
                       std::uint64_t count, std::span<std::byte const> body) noexcept {
  if (peers_[static_cast<std::size_t>(rank)].progress.advance_peer(completed_through)) {
    for (auto const& operation : open_) wake(*operation);
  }
  if (kind == message_kind::ended || kind == message_kind::look || ended_.has(round)) return;
  operation& operation = find_or_make(round);
  if (kind == message_kind::acknowledged) {
    operation.outgoing[static_cast<std::size_t>(rank)].acknowledged(count);
  } else if (kind == message_kind::left) {
    if (!operation.failed) operation.failure.assign(body.begin(), body.end());
    operation.failed = true;
    for (inbound& source : operation.incoming) source.drop();
  } else if (!operation.failed) {
    inbound& source = operation.incoming[static_cast<std::size_t>(rank)];
    base::check(source.arrive(count, body), "internal: more of a collective operation than was asked for");
    if (std::uint64_t const ack_due = source.ack_due(); ack_due != 0)
      tell(rank, message_kind::acknowledged, round, ack_due, {});
  }
  wake(operation);
}

void group::received(int from, message_head const& head, std::span<std::byte const> body) {
  bool const is_valid = head.rank < peers_.size() && head.members == peers_.size();
  base::check(is_valid, "internal: a message about a set of places of another size");
  base::spin_guard const hold(lock_);
  base::check(members_.empty() || members_[head.rank] == from,
              "two different sets of places have the same name; use another one of them");
  auto const rank = static_cast<int>(head.rank);
  peer& peer = peers_[head.rank];
  if (head.kind == message_kind::box) return open_box(rank, head.count);
  if (head.kind == message_kind::piece && body.size() <= fast_box_payload && peer.short_pieces < pieces_worth_a_box)
    ++peer.short_pieces;
  read_fast_box(rank);
  on_message(rank, head.kind, head.round, head.completed_through, head.count, body);
}

}  // namespace skua::collective

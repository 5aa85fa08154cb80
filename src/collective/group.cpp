// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "collective/group.hpp"

#include <algorithm>

#include <skua/base/check.hpp>
#include <skua/error.hpp>
#include <skua/wire/exception.hpp>

namespace skua::collective {
namespace {

constexpr std::size_t usual_piece = 32 * 1024 + sizeof(message_head);  // several fit into a transport's buffer
constexpr int pieces_worth_a_box = 4;  // a set that meets once or twice has no use for letters

}  // namespace

group::group(std::uint64_t name, int members)
    : name_(name), others_(static_cast<std::size_t>(members)), boxes_(static_cast<std::size_t>(members)) {}

bool group::introduce(std::vector<int> const& members, sched::place& at) {
  base::spin_guard const hold(lock_);
  if (!members_.empty()) return members_ == members;
  if (members.size() != others_.size()) return false;
  members_ = members;
  rank_ = static_cast<int>(std::lower_bound(members.begin(), members.end(), at.number) - members.begin());
  place_ = &at;
  if (at.far != nullptr) {
    node_ = &remote::node_of(&at);
    piece_ = std::min(usual_piece, node_->end().bounds().largest_message) - sizeof(message_head);
  }
  return true;
}

/// The lock is held.
operation& group::find_or_make(std::uint64_t round) {
  for (auto const& o : open_) {
    if (o->round == round) return *o;
  }
  if (spare_.empty()) {
    spare_.push_back(std::make_unique<operation>());
    spare_.back()->in.resize(others_.size());
    spare_.back()->out.resize(others_.size());
  }
  open_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  open_.back()->round = round;
  return *open_.back();
}

operation& group::begin() {
  base::spin_guard const hold(lock_);
  return find_or_make(++called_);
}

/// The lock is held.
void group::retire(operation& o) noexcept {
  ended_.end(o.round);
  auto const at = std::find_if(open_.begin(), open_.end(), [&](auto const& p) { return p.get() == &o; });
  for (std::size_t i = 0; i < o.in.size(); ++i) {
    o.in[i].reset();
    o.out[i] = outbound();
  }
  o.failed = false;
  o.failure.clear();
  o.holds = nullptr;
  spare_.push_back(std::move(*at));
  open_.erase(at);
}

/// The lock is held.
message_head group::head_to(int rank, saying what, std::uint64_t round, std::uint64_t count) noexcept {
  others_[static_cast<std::size_t>(rank)].known.hears_of(ended_.through());
  return {name_,
          round,
          ended_.through(),
          count,
          static_cast<std::uint32_t>(rank_),
          static_cast<std::uint16_t>(members_.size()),
          what};
}

void group::send_message(int rank, message_head const& head, std::span<std::byte const> body) noexcept {
  node_->answer_parts(members_[static_cast<std::size_t>(rank)], remote::kind::collective, wire::bytes_of(head), body);
}

/// As a letter if possible. The lock is held.
void group::tell(int rank, saying what, std::uint64_t round, std::uint64_t count,
                 std::span<std::byte const> body) noexcept {
  if (!write_letter(rank, what, round, count, body)) send_message(rank, head_to(rank, what, round, count), body);
}

void group::end(operation& o) noexcept {
  base::spin_guard const hold(lock_);
  retire(o);
  if (node_ == nullptr) return;
  for (int r = 0; r < static_cast<int>(members_.size()); ++r) {
    if (r == rank_ || !others_[static_cast<std::size_t>(r)].known.should_hear_of(ended_.through())) continue;
    tell(r, saying::ended, 0, 0, {});
  }
}

void group::leave(operation& o, std::exception_ptr const& why) noexcept {
  wire::writer body;
  wire::encode_exception(body, why, place_->number);
  if (node_ != nullptr && body.size() > piece_) {  // its text is very long
    body.clear();
    error const instead(
        "a member of a collective operation left it with an exception whose text is too long to be told");
    wire::encode_exception(body, std::make_exception_ptr(instead), place_->number);
  }
  base::spin_guard const hold(lock_);
  bool const ours = !o.failed;
  std::uint64_t const round = o.round;
  retire(o);
  if (!ours || node_ == nullptr) return;
  for (int r = 0; r < static_cast<int>(members_.size()); ++r) {
    if (r != rank_) send_message(r, head_to(r, saying::left, round, 0), body.view());
  }
}

bool group::may_send(operation const& o, int to) const noexcept {
  auto const i = static_cast<std::size_t>(to);
  return o.out[i].open() && others_[i].known.may_send_in(o.round);
}

void group::drop(operation& o) noexcept {
  base::spin_guard const hold(lock_);
  for (inbound& in : o.in) in.drop();
}

void group::send_piece(operation& o, int to, std::uint64_t total, std::span<std::byte const> piece) noexcept {
  outbound& out = o.out[static_cast<std::size_t>(to)];
  lock_.lock();
  out.sent();
  bool const letter =
      piece.size() == total && out.all_as_letters() && write_letter(to, saying::piece, o.round, total, piece);
  if (letter) return lock_.unlock();
  out.sends_a_message();
  message_head const head = head_to(to, saying::piece, o.round, total);
  lock_.unlock();
  send_message(to, head, piece);
}

void group::expect(operation& o, int from, std::span<std::byte> into) {
  base::spin_guard const hold(lock_);
  neighbour const& n = others_[static_cast<std::size_t>(from)];
  if (n.short_pieces == pieces_worth_a_box && !n.from.is_open()) make_box(from);
  inbound& in = o.in[static_cast<std::size_t>(from)];
  in.expect(into);
  if (std::uint64_t const news = in.news(); news != 0) tell(from, saying::taken, o.round, news, {});
}

/// The lock is held.
void group::wake(operation& o) noexcept {
  o.events.fetch_add(1, std::memory_order_relaxed);  // relaxed: a hint; who sees it takes the lock
  if (o.holds == nullptr || !(o.failed || o.holds(o.condition))) return;
  o.holds = nullptr;
  o.wake.complete();
}

/// The lock is held.
void group::hear(int rank, saying what, std::uint64_t round, std::uint64_t through, std::uint64_t count,
                 std::span<std::byte const> body) noexcept {
  if (others_[static_cast<std::size_t>(rank)].known.says(through)) {
    for (auto const& o : open_) wake(*o);
  }
  if (what == saying::ended || what == saying::look || ended_.has(round)) return;
  operation& o = find_or_make(round);
  if (what == saying::taken) {
    o.out[static_cast<std::size_t>(rank)].taken(count);
  } else if (what == saying::left) {
    if (!o.failed) o.failure.assign(body.begin(), body.end());
    o.failed = true;
    for (inbound& in : o.in) in.drop();
  } else if (!o.failed) {
    inbound& in = o.in[static_cast<std::size_t>(rank)];
    base::check(in.arrive(count, body), "internal: more of a collective operation than was asked for");
    if (std::uint64_t const news = in.news(); news != 0) tell(rank, saying::taken, round, news, {});
  }
  wake(o);
}

void group::received(int from, message_head const& head, std::span<std::byte const> body) {
  bool const known = head.rank < others_.size() && head.members == others_.size();
  base::check(known, "internal: a message about a set of places of another size");
  base::spin_guard const hold(lock_);
  base::check(members_.empty() || members_[head.rank] == from,
              "two different sets of places have the same name; use another one of them");
  auto const rank = static_cast<int>(head.rank);
  neighbour& n = others_[head.rank];
  if (head.what == saying::box) return open_box(rank, head.count);
  if (head.what == saying::piece && body.size() <= longest_letter && n.short_pieces < pieces_worth_a_box)
    ++n.short_pieces;
  read_letters(rank);
  hear(rank, head.what, head.round, head.through, head.count, body);
}

}  // namespace skua::collective

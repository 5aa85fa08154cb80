// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/shown_states.hpp"

#include <algorithm>
#include <vector>

#include <skua/base/check.hpp>

#include "place/node.hpp"

namespace skua::remote {
namespace {

using sched::future_state;

constexpr std::uint64_t share_of_a_name = std::uint64_t{1} << 36;  // so 2^28 names may be under way at once
constexpr std::uint64_t most_shares = share_of_a_name << 8;        // of one copy; the rest goes home
// a copy gives this power of two's part of its shares
constexpr unsigned handed_on = 10;

/// A continuation of the root scope that gives a result away.
struct giving {
  sched::pending_task wait;
  sched::future_state* state;
  give_fn give;
  reply_to to;
};

void give_now(sched::slot* h, sched::task_op) {  // shielded, and nobody else could answer
  std::unique_ptr<giving> const g(*reinterpret_cast<giving**>(h->buffer));
  g->give(g->state, g->to);
}

bool destroyed_without_user_code(future_state::dispose_fn own) noexcept {
  return reinterpret_cast<std::uintptr_t>(own) <= 3;
}

}  // namespace

/// What is known of a state that has a name, here or elsewhere.
struct shown_states::record {
  future_state::dispose_fn dispose = nullptr;  // its own

  // As its home: of a state made here, or of a copy that had no share to give.
  shown_states* home = nullptr;
  std::uint64_t number = 0;
  give_fn give = nullptr;
  std::uint64_t out = 0;     // shares elsewhere
  std::vector<int> kept_at;  // who has a copy

  // As a copy.
  bool shared = false;
  shown_states* at = nullptr;  // nullptr: that place is gone
  state_name of;               // with the shares that are here
  int calls_due = 1;           // of copy_left: one for each time the references were not none
};

struct shown_states::registry {
  base::spinlock lock;
  std::unordered_map<future_state*, record> records;
};

shown_states::registry& shown_states::all() {
  static registry& r = *new registry;  // a static object may hold a future longer than any other lives
  return r;
}

/// The lock is held, and nobody else holds the state: forgets it and tells the others; the caller
/// destroys it.
void shown_states::remove(future_state* p) noexcept {
  auto const at = all().records.find(p);
  record& r = at->second;
  if (r.home != nullptr) {
    r.home->numbers_.erase(r.number);
    for (int const q : r.kept_at) r.home->out_.send(q, kind::forget, wire::bytes_of(r.number));
  }
  if (r.at != nullptr && r.shared) r.at->copies_.erase({r.of.place, r.of.number});
  p->dispose = r.dispose;
  all().records.erase(at);
}

/// The lock is held: shares of a copy go home.
void shown_states::give_back(std::uint64_t share, state_name const& of) noexcept {
  wire::writer message;
  message.put(of.number);
  message.put(share);
  out_.send(static_cast<int>(of.place), kind::let_go, message.view());
}

void shown_states::home_gone(future_state* p) noexcept {
  {
    base::spin_guard const g(all().lock);
    remove(p);
  }
  p->destroy();
}

void shown_states::copy_left(future_state* p) noexcept {
  {
    base::spin_guard const g(all().lock);
    record& r = all().records.find(p)->second;
    if (--r.calls_due > 0) return;  // H3
    if (r.at != nullptr && r.of.share != 0) r.at->give_back(std::exchange(r.of.share, 0), r.of);
    if (r.at != nullptr && r.shared) return;  // H2
    remove(p);
  }
  p->destroy();
}

state_name shown_states::show(future_state* p, give_fn give) {
  base::spin_guard const g(all().lock);
  auto const [at, first] = all().records.try_emplace(p);
  record& r = at->second;
  if (r.at != nullptr && r.of.share > 1) {
    std::uint64_t const part = std::max<std::uint64_t>(r.of.share >> handed_on, 1);
    r.of.share -= part;
    return {r.of.place, r.of.number, part};
  }
  if (first) r.dispose = std::exchange(p->dispose, &home_gone);
  if (r.home == nullptr) {
    r.home = this;
    r.number = next_++;
    r.give = give;
    numbers_.emplace(r.number, p);
  }
  if (r.out == 0) p->retain();
  r.out += share_of_a_name;
  return {r.home->place_.number, r.number, share_of_a_name};
}

future_state* shown_states::named(state_name n, copy_kind const& how) {
  if (n.place == place_.number) return come_home(n, how);
  future_state* p;
  {
    base::spin_guard const g(all().lock);
    if (how.shared) {
      auto const at = copies_.find({n.place, n.number});
      if (at != copies_.end()) {
        p = at->second;
        record& r = all().records.find(p)->second;
        r.of.share += n.share;
        if (r.of.share > most_shares) give_back(std::exchange(r.of.share, share_of_a_name) - share_of_a_name, r.of);
        // relaxed: H2; ready orders the result
        if (p->refs.fetch_add(1, std::memory_order_relaxed) == future_state::kept) ++r.calls_due;
        return p;
      }
    }
    p = how.make();
    record& r = all().records.try_emplace(p).first->second;
    r.dispose = std::exchange(p->dispose, &copy_left);
    r.shared = how.shared;
    r.at = this;
    r.of = n;
    if (how.shared) {
      p->refs.fetch_add(future_state::kept, std::memory_order_relaxed);  // relaxed: not shared yet
      copies_.emplace(std::pair{n.place, n.number}, p);
    }
  }
  wire::writer question;
  question.put(n.number);
  question.put(expect_result(&place_, p, how.accept, how.plain));
  question.put(static_cast<std::uint8_t>(how.shared));
  out_.send(static_cast<int>(n.place), kind::want, question.view());
  return p;
}

/// Handles of shared states are those of the state itself again. The value of any other may be
/// taken out of it, perhaps while it is on its way to another place: a copy, as if it were one of
/// another place.
future_state* shown_states::come_home(state_name n, copy_kind const& how) {
  future_state* p;
  give_fn give;
  bool last;
  {
    base::spin_guard const g(all().lock);
    p = numbers_.at(n.number);
    record& r = all().records.find(p)->second;
    give = r.give;
    last = (r.out -= n.share) == 0;
    if (!last) p->retain();  // else the reference of what was out
  }
  if (how.shared) return p;
  future_state* const copy = how.make();
  when_ready(&place_, p, give, {place_.number, expect_result(&place_, copy, how.accept, how.plain)});
  return copy;
}

void shown_states::on_want(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const number = in.get<std::uint64_t>();
  auto const call = in.get<std::uint64_t>();
  bool const keeps = in.get<std::uint8_t>() != 0;
  future_state* p;
  give_fn give;
  {
    base::spin_guard const g(all().lock);
    auto const at = numbers_.find(number);
    base::check(at != numbers_.end(), "internal: a question for a future that has gone");
    p = at->second;
    record& r = all().records.find(p)->second;
    if (keeps) r.kept_at.push_back(from);
    give = r.give;
    p->retain();
  }
  when_ready(&place_, p, give, {from, call});
}

void shown_states::on_let_go(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const number = in.get<std::uint64_t>();
  auto const share = in.get<std::uint64_t>();
  future_state* p;
  bool plain;
  {
    base::spin_guard const g(all().lock);
    auto const at = numbers_.find(number);
    base::check(at != numbers_.end(), "internal: shares of a future that has gone");
    p = at->second;
    record& r = all().records.find(p)->second;
    if ((r.out -= share) != 0) return;
    plain = destroyed_without_user_code(r.dispose);
  }
  if (plain) return p->release();
  run_service_task(&place_, [p] { p->release(); });
}

void shown_states::on_forget(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const number = in.get<std::uint64_t>();
  future_state* p;
  {
    base::spin_guard const g(all().lock);
    auto const at = copies_.find({from, number});
    base::check(at != copies_.end(), "internal: a copy of a future has gone too early");
    p = at->second;
    remove(p);
  }
  if (destroyed_without_user_code(p->dispose)) return p->destroy();
  run_service_task(&place_, [p] { p->destroy(); });
}

shown_states::census shown_states::count() const {
  base::spin_guard const g(all().lock);
  census c;
  c.shown = numbers_.size();
  c.copies = copies_.size();
  for (auto const& [number, p] : numbers_) c.held += all().records.find(p)->second.out != 0;
  return c;
}

/// The place is gone, and nothing more is sent. Who still holds one of the states has only it.
shown_states::~shown_states() {
  std::vector<future_state*> held, idle;
  {
    base::spin_guard const g(all().lock);
    for (auto& [p, r] : all().records) {
      if (r.home == this) {
        r.home = nullptr;
        r.kept_at.clear();
        if (std::exchange(r.out, 0) != 0) held.push_back(p);
      }
      if (r.at == this) {
        r.at = nullptr;
        if (r.calls_due == 0) idle.push_back(p);
      }
    }
    for (future_state* const p : idle) remove(p);
  }
  for (future_state* const p : idle) p->destroy();
  for (future_state* const p : held) p->release();
}

state_name show_state(sched::place_front* at, future_state* p, give_fn give) {
  return node_of(at).shown().show(p, give);
}

future_state* state_named(sched::place_front* at, state_name n, copy_kind const& how) {
  return node_of(at).shown().named(n, how);
}

void when_ready(sched::place_front* at, sched::future_state* p, give_fn give, reply_to to) {
  auto& home = *static_cast<sched::place*>(at);
  auto* const g = new giving{{}, p, give, to};
  home.root.state.add(1);
  g->wait.on = &p->ready;
  g->wait.at = at;
  g->wait.fn = &give_now;
  g->wait.argument = g;
  g->wait.scope = reinterpret_cast<std::uintptr_t>(&home.root) | sched::slot_counted | sched::slot_shielded;
  if (sched::arm(g->wait, 0, "a future of another place", p)) sched::launch(g->wait);
}

}  // namespace skua::remote

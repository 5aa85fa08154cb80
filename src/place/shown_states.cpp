// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/shown_states.hpp"

#include <skua/base/check.hpp>
#include <skua/sched/pending.hpp>

#include "place/node.hpp"

namespace skua::remote {
namespace {

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

}  // namespace

std::uint64_t shown_states::add(shown const& s) {
  lock_.lock();
  std::uint64_t const number = next_++;
  states_.emplace(number, s);
  lock_.unlock();
  return number;
}

shown_states::shown shown_states::take(std::uint64_t number) {
  shown s;
  lock_.lock();
  auto const at = states_.find(number);
  if (at != states_.end()) {
    s = at->second;
    states_.erase(at);
  }
  lock_.unlock();
  return s;
}

void give_shown(sched::place& p, shown_states& states, int from, std::span<std::byte const> message) {
  wire::reader in(message);
  shown_states::shown const s = states.take(in.get<std::uint64_t>());
  base::check(s.state != nullptr, "internal: a question for a future that nobody has shown");
  when_ready(&p, s.state, s.give, {from, in.get<std::uint64_t>()});
}

std::uint64_t show_state(sched::place_front* at, sched::future_state* p, give_fn give) { return node_of(at).shown().add({p, give}); }

void ask_state(sched::place_front* at, reply_to shown, std::uint64_t call) {
  wire::writer question;
  question.put(shown.call);
  question.put(call);
  node_of(at).answer(shown.place, kind::want, question.view());
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

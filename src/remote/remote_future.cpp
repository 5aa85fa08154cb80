// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/remote/remote_future.hpp>

#include <memory>

#include <skua/detail/sched/pending.hpp>

#include "remote/node.hpp"

namespace skua::remote {
namespace {

/// A continuation of the root scope that sends a result to another place.
struct giving {
  sched::pending_task wait;
  sched::future_state* state;
  give_fn give;
  reply_to to;
};

void give_now(sched::slot* h, sched::task_op) {  // for every task_op: it is shielded, and must answer in any case
  std::unique_ptr<giving> const g(*reinterpret_cast<giving**>(h->buffer));
  g->give(g->state, g->to);
}

}  // namespace

state_name export_state(sched::place_front* at, sched::future_state* p, give_fn give) {
  return node_of(at).exported().export_state(p, give);
}

sched::future_state* import_state(sched::place_front* at, state_name n, copy_kind const& type) {
  return node_of(at).exported().import_state(n, type);
}

void when_ready(sched::place_front* at, sched::future_state* p, give_fn give, reply_to to) {
  auto& home = *static_cast<sched::place*>(at);
  auto* const g = new giving{{}, p, give, to};
  home.root.state.add(1);
  g->wait.awaited = &p->ready;
  g->wait.place = at;
  g->wait.fn = &give_now;
  g->wait.argument = g;
  g->wait.scope = reinterpret_cast<std::uintptr_t>(&home.root) | sched::slot_counted | sched::slot_shielded;
  if (sched::arm(g->wait, 0, "a future of another place", p)) sched::launch(g->wait);
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/remote/remote_future.hpp>

#include <memory>

#include <skua/detail/core/pending.hpp>

#include "remote/node.hpp"

namespace skua::remote {
namespace {

/// A continuation of the root scope that sends a result to another place.
struct giving {
  sched::awaiting_task wait;
  sched::future_state* state;
  give_fn give;
  reply_to to;
};

void give_now(sched::slot* task, sched::task_op) {  // for every task_op: it is shielded, and must answer in any case
  std::unique_ptr<giving> const pending(*reinterpret_cast<giving**>(task->buffer));
  pending->give(pending->state, pending->to);
}

}  // namespace

state_name export_state(sched::place_front* at, sched::future_state* state, give_fn give) {
  return node_of(at).exported().export_state(state, give);
}

sched::future_state* import_state(sched::place_front* at, state_name name, copy_kind const& type) {
  return node_of(at).exported().import_state(name, type);
}

void when_ready(sched::place_front* at, sched::future_state* state, give_fn give, reply_to to) {
  auto& home = *static_cast<sched::place*>(at);
  auto* const pending = new giving{{}, state, give, to};
  home.root.state.add(1);
  pending->wait.awaited = &state->ready;
  pending->wait.place = at;
  pending->wait.fn = &give_now;
  pending->wait.argument = pending;
  pending->wait.scope = reinterpret_cast<std::uintptr_t>(&home.root) | sched::slot_counted | sched::slot_shielded;
  if (sched::arm(pending->wait, {0, "a future of another place", state})) sched::launch(pending->wait);
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members of when_all and when_any (see when.hpp).
#include <skua/when.hpp>

namespace skua::sched {
namespace {

void count_down(group_state& g) noexcept {
  // sync: GROUP -> count_down; GROUP <- count_down
  if (g.remaining.fetch_sub(1, std::memory_order_acq_rel) == 1) complete_and_note(g.result->ready);
}

/// The member's future is ready.
void arrive(group_state& g, std::size_t index) noexcept {
  if (g.first_index != nullptr) {
    if (g.decided.exchange(true, std::memory_order_relaxed)) return;  // relaxed: picks a member; GROUP orders the index
    *g.first_index = index;
  }
  count_down(g);
}

void fire_member(wait_node* n) noexcept {
  auto* const m = static_cast<group_member*>(n);
  group_state& g = *m->group;
  future_state* const state = m->state;
  arrive(g, m->index);
  release_as_watcher(state);
  g.result->release();
}

}  // namespace

void join_group(group_state& g, std::size_t index, future_state* state) {
  if (!state->is_ready()) (void)run_deferred(state);
  group_member& m = g.members[index];
  m.group = &g;
  m.state = state;
  m.index = index;
  m.fire = &fire_member;
  retain_as_watcher(state);
  g.result->retain();
  if (state->ready.add(&m)) return;
  arrive(g, index);
  release_as_watcher(state);
  g.result->release();
}

void seal_group(group_state& g) noexcept {
  future_state* const result = g.result;
  count_down(g);
  result->release();
}

}  // namespace skua::sched

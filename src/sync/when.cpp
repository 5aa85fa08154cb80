// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members of when_all and when_any (see when.hpp).
#include <skua/when.hpp>

namespace skua::sched {
namespace {

void count_down(group_state& group) noexcept {
  // sync: GROUP -> count_down; GROUP <- count_down
  if (group.remaining.fetch_sub(1, std::memory_order_acq_rel) == 1) group.result->ready.complete();
}

/// The member's future is ready.
void arrive(group_state& group, std::size_t index) noexcept {
  if (group.first_index != nullptr) {
    // relaxed: picks a member; GROUP orders the index
    if (group.decided.exchange(true, std::memory_order_relaxed)) return;
    *group.first_index = index;
  }
  count_down(group);
}

void fire_member(wait_node* node) noexcept {
  auto* const member = static_cast<group_member*>(node);
  group_state& group = *member->group;
  future_state* const state = member->state;
  arrive(group, member->index);
  release_as_watcher(state);
  group.result->release();
}

constexpr wait_callback arrival{[](wait_node*) noexcept { return true; }, &fire_member};

}  // namespace

void join_group(group_state& group, std::size_t index, future_state* state) {
  if (!state->is_ready()) (void)run_deferred(state);
  group_member& member = group.members[index];
  member.group = &group;
  member.state = state;
  member.index = index;
  member.callback = &arrival;
  retain_as_watcher(state);
  group.result->retain();
  if (state->ready.add(&member)) return;
  arrive(group, index);
  release_as_watcher(state);
  group.result->release();
}

void seal_group(group_state& group) noexcept {
  future_state* const result = group.result;
  count_down(group);
  result->release();
}

}  // namespace skua::sched

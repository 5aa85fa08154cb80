// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/sync/task_call.hpp>

#include <utility>

namespace skua::sched {

future_refs::future_refs() noexcept = default;
future_refs::future_refs(future_refs&& other) noexcept : states_(std::exchange(other.states_, {})) {}
future_refs::~future_refs() {
  for (future_state* state : states_) release_as_watcher(state);
}
void future_refs::add(future_state* state) {
  states_.push_back(state);
  retain_as_watcher(state);
}

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/job.hpp"

namespace skua::remote {
namespace {

void deliver_all(node& node) noexcept {
  for (int place = 0; place < node.place().total; ++place) {
    if (place != node.place().number) node.deliver_all(place);
  }
}

}  // namespace

bool job::can_be_dismissed() const noexcept {
  // sync: RUNS <-> run_count
  return maker.is_this() && sched::self() == nullptr && runs.load(std::memory_order_acquire) == 0;
}

void job::rest(bool on) noexcept {
  if (!launched) return;
  for (auto const& node : nodes) {
    if (on) deliver_all(*node);
  }
  for (auto const& endpoint : ends) endpoint->rest(on);
}

void job::leave() noexcept {
  rest(false);
  for (auto const& node : nodes) {
    node->ending().leave();
    deliver_all(*node);
  }
}

}  // namespace skua::remote

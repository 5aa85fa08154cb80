// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/task_batch.hpp>

namespace skua {

std::size_t task_batch::size() const noexcept { return entries_.size(); }

void spawn_all(any_from_word where, task_batch tasks) {
  if (!sched::is_packed_for(where.place)) {
    for (auto const& entry : tasks.entries_) entry->start();
    return;
  }
  remote::task_list list;
  sched::place_front* const this_place = remote::caller_place();
  for (auto const& entry : tasks.entries_) entry->pack(list, this_place);
  if (list.size() != 0) remote::send_tasks(where.place, list, false);
}

}  // namespace skua

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks on their way from one queue to another, and those queues: memory that comes and goes with
// every steal.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include <skua/detail/base/aligned.hpp>
#include <skua/detail/core/slot.hpp>

namespace skua::sched {

using slot_list = std::vector<slot, base::line_allocator<slot>>;

/// Whether the task may run at another place.
inline bool may_leave(slot const& task) noexcept { return (task.scope & slot_any) != 0; }

/// A queue that knows how many of its tasks may leave: other places ask for these all the time, and
/// a flood of tasks that were sent to this place has none.
class slot_queue {
 public:
  bool empty() const noexcept { return slots_.empty(); }
  std::size_t size() const noexcept { return slots_.size(); }
  std::size_t leaving() const noexcept { return leaving_; }
  slot const& front() const noexcept { return slots_.front(); }
  slot const& back() const noexcept { return slots_.back(); }
  void push_back(slot const& task) {
    slots_.push_back(task);
    leaving_ += may_leave(task) ? 1 : 0;
  }
  void pop_front() noexcept {
    leaving_ -= may_leave(slots_.front()) ? 1 : 0;
    slots_.pop_front();
  }
  void pop_back() noexcept {
    leaving_ -= may_leave(slots_.back()) ? 1 : 0;
    slots_.pop_back();
  }
  auto begin() const noexcept { return slots_.begin(); }
  auto end() const noexcept { return slots_.end(); }
  auto erase(std::deque<slot, base::line_allocator<slot>>::const_iterator position) {
    leaving_ -= may_leave(*position) ? 1 : 0;
    return slots_.erase(position);
  }

 private:
  std::deque<slot, base::line_allocator<slot>> slots_;
  std::size_t leaving_ = 0;
};

}  // namespace skua::sched

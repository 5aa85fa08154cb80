// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time: sleep_for and sleep_until suspend the task; blocking() replaces a blocked worker by a
// spare.
#pragma once

#include <chrono>
#include <type_traits>
#include <utility>

#include <skua/detail/core/suspend.hpp>

namespace skua {
namespace sched {
void sleep_until_deadline(deadline until);
}
namespace detail {
class blocking_section {
 public:
  blocking_section();
  ~blocking_section();
  blocking_section(blocking_section const&) = delete;
  blocking_section& operator=(blocking_section const&) = delete;

 private:
  void* place_ = nullptr;
};
}  // namespace detail

/// Suspends the task until the given time; throws cancelled_error if its scope is cancelled before
/// that. If the time has come, it lets other tasks run once, like yield().
template <class Clock, class Duration>
void sleep_until(std::chrono::time_point<Clock, Duration> const& when) {
  do sched::sleep_until_deadline(sched::to_deadline(when));
  while (!sched::has_come(when));
}
/// Like sleep_until, but takes a duration.
template <class Rep, class Period>
void sleep_for(std::chrono::duration<Rep, Period> const& time) {
  sched::sleep_until_deadline(sched::deadline_after(time));
}

/// Runs function(), which may block its thread (a kernel call, a std::mutex), while a spare worker
/// takes the worker's place; returns the result of `function`.
template <class F>
auto blocking(F&& function) -> std::invoke_result_t<F&> {
  detail::blocking_section const section;
  return function();
}

}  // namespace skua

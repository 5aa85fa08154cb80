// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/self.hpp>
#include <skua/time.hpp>

#include <algorithm>

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/spare.hpp"

namespace skua {
namespace sched {

void sleep_until_deadline(deadline until) {
  check_wait_allowed();
  if (until == passed) return yield_now();
  if (wait({[](void*, parker*) noexcept { return true; }, nullptr, "sleep", nullptr, &until, false}) ==
      wake_reason::cancelled)
    throw_cancelled();
}

}  // namespace sched

namespace detail {

blocking_section::blocking_section() {
  sched::fibre* current = sched::self();
  if (current == nullptr) return;
  sched::place& place = *sched::place_of(current);
  place_ = &place;
  sched::tell_wait_hooks(current);
  sched::split_ranges(current);
  if (!current->empty() && current->publish_all()) sched::notify(place);  // this thread will not answer thieves
  {
    base::spin_guard const hold(place.spares.sections_lock);
    place.spares.in_sections.push_back(current);
  }
  if (place.spares.count.begin_block()) sched::wake_spare(place);
}

blocking_section::~blocking_section() {
  if (place_ == nullptr) return;
  auto& place = *static_cast<sched::place*>(place_);
  {
    base::spin_guard const hold(place.spares.sections_lock);
    place.spares.in_sections.erase(
        std::find(place.spares.in_sections.begin(), place.spares.in_sections.end(), sched::self()));
  }
  place.spares.count.end_block();
  sched::request_polls(place);  // a surplus spare is preempted at its next push
}

}  // namespace detail
}  // namespace skua

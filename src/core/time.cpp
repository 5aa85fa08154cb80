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
  sched::fibre* s = sched::self();
  if (s == nullptr) return;
  sched::place& p = *sched::place_of(s);
  place_ = &p;
  sched::tell_wait_hooks(s);
  sched::split_ranges(s);
  if (!s->empty() && s->publish_all()) sched::notify(p);  // this thread will not answer thieves
  {
    base::spin_guard const hold(p.spares.sections_lock);
    p.spares.in_sections.push_back(s);
  }
  p.spares.blocked.fetch_add(1, std::memory_order_seq_cst);  // sync: BLOCKED <-> retire_spare
  // sync: BLOCKED <-> retire_spare
  if (p.spares.awake.load(std::memory_order_seq_cst) < p.spares.blocked.load(std::memory_order_seq_cst))
    sched::wake_spare(p);
}

blocking_section::~blocking_section() {
  if (place_ == nullptr) return;
  auto& p = *static_cast<sched::place*>(place_);
  {
    base::spin_guard const hold(p.spares.sections_lock);
    p.spares.in_sections.erase(std::find(p.spares.in_sections.begin(), p.spares.in_sections.end(), sched::self()));
  }
  p.spares.blocked.fetch_sub(1, std::memory_order_seq_cst);  // sync: BLOCKED <-> retire_spare
  sched::request_polls(p);                                   // a surplus spare is preempted at its next push
}

}  // namespace detail
}  // namespace skua

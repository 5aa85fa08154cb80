// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The spare workers of a place: threads that stand in for workers whose task blocks.
#pragma once

#include <cstdint>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

#include "core/spare_count.hpp"
#include "core/spare_watch.hpp"

namespace skua::sched {

struct fibre;
struct worker;

struct spare_pool {
  spare_count count;
  base::spinlock sections_lock;
  std::vector<fibre*> in_sections;             // those in blocking(), under sections_lock
  base::atomic<std::uint32_t> retirements{0};  // how often a spare has gone to sleep
  std::vector<worker*> asleep;                 // under place::threads_lock
  spare_watch demand;
};

}  // namespace skua::sched

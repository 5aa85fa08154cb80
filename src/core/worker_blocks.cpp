// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/worker_blocks.hpp>

#include <algorithm>
#include <new>

#include <skua/detail/base/ticks.hpp>

#include "core/deque_slow.hpp"
#include "core/place.hpp"

namespace skua::sched {
namespace {
constexpr std::int64_t least_length = 2;      // some algorithms need two elements for a result
constexpr std::int64_t least_aligned = 1024;  // shorter blocks would become unequal
}  // namespace

std::unique_ptr<worker_blocks> worker_blocks::make(fibre const* current, std::int64_t first, std::int64_t size,
                                                   double ticks) noexcept {
  place const& place = *place_of(current);
  if (!place.blocks_stay) return nullptr;
  std::int64_t const workers = place.workers;
  std::int64_t const length = size / workers;
  double const block_ns = 1e3 * ticks / base::ticks_per_microsecond() * static_cast<double>(length);
  if (length < least_length || (!place.simulated && block_ns < wake_up_cost::least_share_ns)) return nullptr;
  auto const low_of = [=](std::int64_t worker) {
    std::int64_t const low = length * worker + (std::min)(worker, size % workers);
    return worker == workers || length < least_aligned ? low : aligned_size(0, low);
  };

  std::unique_ptr<worker_blocks> made(new (std::nothrow) worker_blocks);
  if (made == nullptr) return nullptr;
  std::int64_t worker = 0;
  while (worker < workers - 1 && low_of(worker + 1) < first + least_length) ++worker;
  made->first_worker_ = static_cast<std::size_t>(worker);
  made->count_ = static_cast<std::size_t>(workers - worker);
  made->blocks_.reset(new (std::nothrow) entry[made->count_]);
  if (made->blocks_ == nullptr) return nullptr;
  for (std::size_t i = 0; i < made->count_; ++i, ++worker)
    made->blocks_[i].where = {i == 0 ? first : low_of(worker), low_of(worker + 1), nullptr};
  return made;
}

worker_blocks::block& worker_blocks::take(fibre const* current) noexcept {
  take_count_.fetch_add(1, std::memory_order_relaxed);  // relaxed: a hint
  auto const worker = static_cast<std::size_t>(worker_of(current)->id);
  for (std::size_t i = worker < first_worker_ ? 0 : (worker - first_worker_) % count_;; i = (i + 1) % count_) {
    entry& entry = blocks_[i];
    // relaxed: each block is taken once; it was made before the task that takes it was queued
    if (!entry.is_taken.load(std::memory_order_relaxed) && !entry.is_taken.exchange(true, std::memory_order_relaxed))
      return entry.where;
  }
}

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool of parkers of a place (see the header).
#include <skua/detail/core/parker_pool.hpp>

#include <skua/detail/core/self.hpp>

#include <utility>

#include "core/place.hpp"

namespace skua::sched {

parker_pool::~parker_pool() {
  chunk* oldest = chunks_.load(std::memory_order_acquire);  // sync: CHUNK <- get
  while (oldest != nullptr) {
    chunk* const next = oldest->next;
    delete oldest;
    oldest = next;
  }
}

pooled_parker* parker_pool::get(std::uint32_t& n) {
  {
    base::spin_guard const hold(lock_);
    if (free_ != nullptr) return take_locked(n);
  }
  auto* fresh = new chunk;  // outside the lock: allocation may take long
  for (std::size_t i = 1; i < per_chunk; ++i) fresh->parkers[i - 1].next_free = &fresh->parkers[i];
  base::spin_guard const hold(lock_);
  fresh->parkers[per_chunk - 1].next_free = free_;
  free_ = &fresh->parkers[0];
  fresh->next = chunks_.load(std::memory_order_relaxed);  // relaxed: written under the lock only
  chunks_.store(fresh, std::memory_order_release);        // sync: CHUNK -> for_each
  return take_locked(n);
}

pooled_parker* parker_pool::take_locked(std::uint32_t& n) noexcept {
  pooled_parker* const first = free_;
  pooled_parker* last = first;
  std::uint32_t length = 1;
  for (; length < n && last->next_free != nullptr; ++length) last = last->next_free;
  n = length;
  free_ = std::exchange(last->next_free, nullptr);
  return first;
}

std::size_t parker_pool::count_used() const noexcept {
  std::size_t n = 0;
  // sync: CHUNK <- get
  for (chunk const* oldest = chunks_.load(std::memory_order_acquire); oldest != nullptr; oldest = oldest->next)
    n += per_chunk;
  for (pooled_parker const* parker = free_; parker != nullptr; parker = parker->next_free) --n;
  return n;
}

void parker_pool::put(pooled_parker* first, pooled_parker* last) noexcept {
  base::spin_guard const hold(lock_);
  last->next_free = free_;
  free_ = first;
}

namespace {
constexpr std::uint32_t max_free_parkers = 64;  // of one worker

parker_pool& parkers_of(place_front* at) noexcept { return static_cast<place*>(at)->parkers; }

/// The worker that runs the caller, if it is one of that place.
worker* own_worker(place_front const* at) noexcept {
  fibre const* const current = self();
  return current != nullptr && current->place == at ? worker_of(current) : nullptr;
}

}  // namespace

pooled_parker* pooled_parker_get(place_front* at) {
  worker* const own = own_worker(at);
  std::uint32_t n = own != nullptr ? max_free_parkers / 2 : 1;
  if (own == nullptr) return parkers_of(at).get(n);
  if (own->free_parkers == nullptr) {
    own->free_parkers = parkers_of(at).get(n);
    own->free_parker_count = n;
  }
  --own->free_parker_count;
  return std::exchange(own->free_parkers, own->free_parkers->next_free);
}

void pooled_parker_put(place_front* at, pooled_parker* parker) noexcept {
  worker* const own = own_worker(at);
  if (own == nullptr) return parkers_of(at).put(parker, parker);
  parker->next_free = own->free_parkers;
  own->free_parkers = parker;
  if (++own->free_parker_count < max_free_parkers) return;
  pooled_parker* last = parker;
  for (std::uint32_t i = 1; i < max_free_parkers / 2; ++i) last = last->next_free;
  own->free_parkers = last->next_free;
  own->free_parker_count -= max_free_parkers / 2;
  parkers_of(at).put(parker, last);
}

}  // namespace skua::sched

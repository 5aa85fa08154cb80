// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool of parkers of a place (see the header).
#include <skua/detail/core/parker_pool.hpp>

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

pooled_parker* parker_pool::get() {
  lock_.lock();
  if (pooled_parker* parker = free_; parker != nullptr) {
    free_ = parker->next_free;
    lock_.unlock();
    return parker;
  }
  lock_.unlock();
  auto* fresh = new chunk;  // outside the lock: allocation may take long
  lock_.lock();
  for (std::size_t i = 1; i < per_chunk; ++i) {
    fresh->parkers[i].next_free = free_;
    free_ = &fresh->parkers[i];
  }
  fresh->next = chunks_.load(std::memory_order_relaxed);  // relaxed: written under the lock only
  chunks_.store(fresh, std::memory_order_release);        // sync: CHUNK -> for_each
  lock_.unlock();
  return &fresh->parkers[0];
}

std::size_t parker_pool::count_used() const noexcept {
  std::size_t n = 0;
  // sync: CHUNK <- get
  for (chunk const* oldest = chunks_.load(std::memory_order_acquire); oldest != nullptr; oldest = oldest->next)
    n += per_chunk;
  for (pooled_parker const* parker = free_; parker != nullptr; parker = parker->next_free) --n;
  return n;
}

void parker_pool::put(pooled_parker* parker) noexcept {
  lock_.lock();
  parker->next_free = free_;
  free_ = parker;
  lock_.unlock();
}

parker_pool& parkers_of(place_front* at) noexcept { return static_cast<place*>(at)->parkers; }

}  // namespace skua::sched

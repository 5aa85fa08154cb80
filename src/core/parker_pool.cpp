// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool of parkers of a place (see the header).
#include <skua/detail/core/parker_pool.hpp>

#include "core/place.hpp"

namespace skua::sched {

parker_pool::~parker_pool() {
  chunk* c = chunks_.load(std::memory_order_acquire);  // sync: CHUNK <- get
  while (c != nullptr) {
    chunk* const next = c->next;
    delete c;
    c = next;
  }
}

pooled_parker* parker_pool::get() {
  lock_.lock();
  if (pooled_parker* p = free_; p != nullptr) {
    free_ = p->next_free;
    lock_.unlock();
    return p;
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
  for (chunk const* c = chunks_.load(std::memory_order_acquire); c != nullptr; c = c->next)  // sync: CHUNK <- get
    n += per_chunk;
  for (pooled_parker const* p = free_; p != nullptr; p = p->next_free) --n;
  return n;
}

void parker_pool::put(pooled_parker* p) noexcept {
  lock_.lock();
  p->next_free = free_;
  free_ = p;
  lock_.unlock();
}

parker_pool& parkers_of(place_front* at) noexcept { return static_cast<place*>(at)->parkers; }

}  // namespace skua::sched

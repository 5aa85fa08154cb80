// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/fibre_pool.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/error.hpp>

#include "core/loop.hpp"
#include "core/place.hpp"
#include "core/worker.hpp"
#include "system/address_sanitizer.hpp"
#include "system/context.hpp"
#include "system/memory.hpp"

#if defined(SKUA_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace skua::sched {
namespace {
std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

base::atomic<std::size_t> guards{0};  // of all pools of the process
}  // namespace

fibre_pool::fibre_pool(std::size_t stack_bytes) {
  std::size_t const page = system::page_bytes();
  guard_offset_ = round_up(round_up(sizeof(fibre), 64) + slots_per_fibre * sizeof(slot), page);
  stack_bytes_ = round_up(stack_bytes, page);
  fibre_bytes_ = round_up(guard_offset_ + page + stack_bytes_, page);
}

fibre_pool::~fibre_pool() {
  std::size_t const n = made();
  guards.fetch_sub(guarded_, std::memory_order_relaxed);  // relaxed: a count
#if defined(SKUA_TSAN)
  for (std::size_t i = 0; i < n; ++i) {
    if (at(i)->tsan_fibre != nullptr) __tsan_destroy_fiber(at(i)->tsan_fibre);
  }
#endif
  // The marks of stack frames outlive the mapping; the next user of these addresses would hit them.
  for (std::size_t i = 0; i < n; ++i) system::forget_frames(at(i), fibre_bytes_);
  for (std::size_t c = 0; c * fibres_per_chunk < n; ++c) system::release(chunk(c), fibres_per_chunk * fibre_bytes_);
}

fibre* fibre_pool::fresh() {
  std::lock_guard hold(grow_);
  std::size_t const n = chunk_count_.load(std::memory_order_relaxed);  // relaxed: under grow_
  std::size_t const c = n / fibres_per_chunk;
  if (n % fibres_per_chunk == 0) {
    if (c == max_chunks) {
      throw error("too many blocked tasks: " + std::to_string(n) +
                  " fibres; use coroutines or future::then for so many waiters");
    }
    try {
      if (c % chunks_per_table == 0) tables_[c / chunks_per_table] = std::make_unique<table>();
      chunk(c) = static_cast<char*>(system::reserve(fibres_per_chunk * fibre_bytes_));
    } catch (std::bad_alloc const&) {
      if (n == 0)
        throw error(
            "no address space for the stacks of tasks; lower SKUA_STACK or raise vm.overcommit, ulimit -v or -d");
      throw error("no address space for more than " + std::to_string(n) +
                  " blocked tasks; lower SKUA_STACK or raise vm.overcommit, ulimit -v or -d");
    }
  }
  auto* memory = reinterpret_cast<char*>(at(n));
  auto* f = ::new (memory) fibre;
  f->wait.owner = f;
  f->set_memory(reinterpret_cast<slot*>(memory + round_up(sizeof(fibre), 64)), slots_per_fibre);
  std::size_t const page = system::page_bytes();
  // relaxed: an approximate limit
  if (guards.load(std::memory_order_relaxed) < max_guarded && system::guard(memory + guard_offset_, page)) {
    guards.fetch_add(1, std::memory_order_relaxed);  // relaxed: a count
    ++guarded_;
  }
  f->stack_low = memory + guard_offset_ + page;
  f->stack_bytes = stack_bytes_;
  f->inline_limit = reinterpret_cast<std::uintptr_t>(f->stack_low) + stack_bytes_ / 2;
  chunk_count_.store(n + 1, std::memory_order_release);  // sync: CHUNK -> for_each, guard_hit
  return f;
}

fibre* fibre_pool::get(worker* w) noexcept {
  fibre* f = w->pool;
  if (f != nullptr) {
    w->pool = f->next;
    --w->pooled;
  } else {
    shared_lock_.lock();
    f = shared_;
    if (f != nullptr) shared_ = f->next;
    shared_lock_.unlock();
    if (f == nullptr) {
      try {
        f = fresh();
      } catch (std::bad_alloc const&) {
        base::out_of_resources("out of memory: no room for another stack");
      } catch (std::exception const& e) {
        base::out_of_resources(e.what());
      }
      w->counters.fibres.add(1);
    }
  }
#if defined(SKUA_TSAN)
  // Fibres leave their last frames without returning, so each use gets a separate shadow stack.
  if (f->tsan_fibre != nullptr) __tsan_destroy_fiber(f->tsan_fibre);
  f->tsan_fibre = __tsan_create_fiber(0);
#endif
  system::forget_frames(f->stack_low, f->stack_bytes);
  f->worker = w;
  f->place = w->home;
  f->scope = 0;
  f->range = nullptr;
  f->overflow_spawner.store(nullptr, std::memory_order_relaxed);  // relaxed: a hint to thieves
  f->phasers = nullptr;
  f->exits = nullptr;
  f->task_name.store(nullptr, std::memory_order_relaxed);  // relaxed: no text belongs to it
  f->ended_name = nullptr;
  f->recorded = nullptr;
  f->traced.store(nullptr, std::memory_order_relaxed);  // relaxed: no task runs
  f->counts = nullptr;
  f->task_base = f->bottom();
  f->asan_fake_stack = nullptr;
  f->exception_globals[0] = f->exception_globals[1] = 0;
  f->start(w->home->slow);
  f->hooks = 0;
  f->hooked = nullptr;
  f->is_shielded = false;
  f->check_before_run.store(1,
                            std::memory_order_relaxed);  // relaxed: own variable; the first drain checks for a reason
  f->stack_pointer = system::make_context(f->stack_low, f->stack_bytes, &fibre_main, f);
  return f;
}

void fibre_pool::put(fibre* f, worker* w) noexcept {
  if (w->pooled < max_pooled) {
    f->next = w->pool;
    w->pool = f;
    ++w->pooled;
    return;
  }
  // A burst of blocked tasks is over: give the pages of deque and stack back, keep the first page
  // with the header.
  std::size_t const page = system::page_bytes();
  auto* memory = reinterpret_cast<char*>(f);
  system::forget(memory + page, guard_offset_ - page);
  system::forget(f->stack_low, f->stack_bytes);
  shared_lock_.lock();
  f->next = shared_;
  shared_ = f;
  shared_lock_.unlock();
}

std::size_t fibre_pool::count_shared() const noexcept {
  std::size_t n = 0;
  for (fibre const* f = shared_; f != nullptr; f = f->next) ++n;
  return n;
}

/// The fibre that has the address in its memory, or nullptr.
fibre* fibre_pool::holding(void const* address) const noexcept {
  auto const* a = static_cast<char const*>(address);
  std::size_t const n = made();
  for (std::size_t c = 0; c * fibres_per_chunk < n; ++c) {
    char const* low = chunk(c);
    if (a < low || a >= low + fibres_per_chunk * fibre_bytes_) continue;
    std::size_t const i = c * fibres_per_chunk + static_cast<std::size_t>(a - low) / fibre_bytes_;
    return i < n ? at(i) : nullptr;
  }
  return nullptr;
}

fibre const* fibre_pool::guard_hit(void const* address) const noexcept {
  fibre const* const f = holding(address);
  if (f == nullptr) return nullptr;
  auto const inside = static_cast<std::size_t>(static_cast<char const*>(address) - reinterpret_cast<char const*>(f));
  return inside >= guard_offset_ && inside < guard_offset_ + system::page_bytes() ? f : nullptr;
}

bool fibre_pool::on_a_stack(void const* address) const noexcept {
  fibre const* const f = holding(address);
  if (f != nullptr && f->stack_holds(address)) return true;
  // Locals may lie in a fake stack. That of another fibre may be freed at any time: it is not
  // searched.
  return self() != nullptr && self()->fakes_address(address);
}

bool fibre::fakes_address(void const* p) const noexcept {
  if (SKUA_LIKELY(&__asan_get_current_fake_stack == nullptr)) return false;
  void* const fake = this == self() ? __asan_get_current_fake_stack() : asan_fake_stack;
  return fake != nullptr && __asan_addr_is_in_fake_stack(fake, const_cast<void*>(p), nullptr, nullptr) != nullptr;
}

}  // namespace skua::sched

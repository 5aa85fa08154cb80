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
  for (std::size_t number = 0; number * fibres_per_chunk < n; ++number)
    system::release(chunk(number), fibres_per_chunk * fibre_bytes_);
}

fibre* fibre_pool::fresh() {
  std::lock_guard hold(grow_);
  std::size_t const n = chunk_count_.load(std::memory_order_relaxed);  // relaxed: under grow_
  std::size_t const number = n / fibres_per_chunk;
  if (n % fibres_per_chunk == 0) {
    if (number == max_chunks) {
      throw error("too many blocked tasks: " + std::to_string(n) +
                  " fibres; use coroutines or future::then for so many waiters");
    }
    try {
      if (number % chunks_per_table == 0) tables_[number / chunks_per_table] = std::make_unique<table>();
      chunk(number) = static_cast<char*>(system::reserve(fibres_per_chunk * fibre_bytes_));
    } catch (std::bad_alloc const&) {
      if (n == 0)
        throw error(
            "no address space for the stacks of tasks; lower SKUA_STACK or raise vm.overcommit, ulimit -v or -d");
      throw error("no address space for more than " + std::to_string(n) +
                  " blocked tasks; lower SKUA_STACK or raise vm.overcommit, ulimit -v or -d");
    }
  }
  auto* memory = reinterpret_cast<char*>(at(n));
  auto* new_fibre = ::new (memory) fibre;
  new_fibre->wait.owner = new_fibre;
  new_fibre->set_memory(reinterpret_cast<slot*>(memory + round_up(sizeof(fibre), 64)), slots_per_fibre);
  std::size_t const page = system::page_bytes();
  // relaxed: an approximate limit
  if (guards.load(std::memory_order_relaxed) < max_guarded && system::guard(memory + guard_offset_, page)) {
    guards.fetch_add(1, std::memory_order_relaxed);  // relaxed: a count
    ++guarded_;
  }
  new_fibre->stack_low = memory + guard_offset_ + page;
  new_fibre->stack_bytes = stack_bytes_;
  new_fibre->inline_limit = reinterpret_cast<std::uintptr_t>(new_fibre->stack_low) + stack_bytes_ / 2;
  chunk_count_.store(n + 1, std::memory_order_release);  // sync: CHUNK -> for_each, guard_hit
  return new_fibre;
}

fibre* fibre_pool::get(worker* worker) noexcept {
  fibre* fibre = worker->pool;
  if (fibre != nullptr) {
    worker->pool = fibre->next;
    --worker->pooled;
  } else {
    shared_lock_.lock();
    fibre = shared_;
    if (fibre != nullptr) shared_ = fibre->next;
    shared_lock_.unlock();
    if (fibre == nullptr) {
      try {
        fibre = fresh();
      } catch (std::bad_alloc const&) {
        base::out_of_resources("out of memory: no room for another stack");
      } catch (std::exception const& failure) {
        base::out_of_resources(failure.what());
      }
      worker->counters.fibres.add(1);
    }
  }
#if defined(SKUA_TSAN)
  // Fibres leave their last frames without returning, so each use gets a separate shadow stack.
  if (fibre->tsan_fibre != nullptr) __tsan_destroy_fiber(fibre->tsan_fibre);
  fibre->tsan_fibre = __tsan_create_fiber(0);
#endif
  system::forget_frames(fibre->stack_low, fibre->stack_bytes);
  fibre->worker = worker;
  fibre->place = worker->home;
  fibre->scope = 0;
  fibre->range = nullptr;
  fibre->overflow_spawner.store(nullptr, std::memory_order_relaxed);  // relaxed: a hint to thieves
  fibre->phasers = nullptr;
  fibre->exits = nullptr;
  fibre->task_name.store(nullptr, std::memory_order_relaxed);  // relaxed: no text belongs to it
  fibre->ended_name = nullptr;
  fibre->traced.store(nullptr, std::memory_order_relaxed);  // relaxed: no task runs
  fibre->counts = nullptr;
  fibre->task_base = fibre->bottom();
  fibre->asan_fake_stack = nullptr;
  fibre->exception_globals[0] = fibre->exception_globals[1] = 0;
  fibre->start(worker->home->slow);
  fibre->hooks = 0;
  fibre->hooked = nullptr;
  fibre->is_shielded = false;
  fibre->check_before_run.store(
      1,
      std::memory_order_relaxed);  // relaxed: own variable; the first drain checks for a reason
  fibre->stack_pointer = system::make_context(fibre->stack_low, fibre->stack_bytes, &fibre_main, fibre);
  return fibre;
}

void fibre_pool::put(fibre* fibre, worker* worker) noexcept {
  if (worker->pooled < max_pooled) {
    fibre->next = worker->pool;
    worker->pool = fibre;
    ++worker->pooled;
    return;
  }
  // A burst of blocked tasks is over: give the pages of deque and stack back, keep the first page
  // with the header.
  std::size_t const page = system::page_bytes();
  auto* memory = reinterpret_cast<char*>(fibre);
  system::forget(memory + page, guard_offset_ - page);
  system::forget(fibre->stack_low, fibre->stack_bytes);
  shared_lock_.lock();
  fibre->next = shared_;
  shared_ = fibre;
  shared_lock_.unlock();
}

std::size_t fibre_pool::count_shared() const noexcept {
  std::size_t n = 0;
  for (fibre const* fibre = shared_; fibre != nullptr; fibre = fibre->next) ++n;
  return n;
}

/// The fibre that has the address in its memory, or nullptr.
fibre* fibre_pool::holding(void const* address) const noexcept {
  auto const* text = static_cast<char const*>(address);
  std::size_t const n = made();
  for (std::size_t number = 0; number * fibres_per_chunk < n; ++number) {
    char const* low = chunk(number);
    if (text < low || text >= low + fibres_per_chunk * fibre_bytes_) continue;
    std::size_t const i = number * fibres_per_chunk + static_cast<std::size_t>(text - low) / fibre_bytes_;
    return i < n ? at(i) : nullptr;
  }
  return nullptr;
}

fibre const* fibre_pool::guard_hit(void const* address) const noexcept {
  fibre const* const fibre = holding(address);
  if (fibre == nullptr) return nullptr;
  auto const inside =
      static_cast<std::size_t>(static_cast<char const*>(address) - reinterpret_cast<char const*>(fibre));
  return inside >= guard_offset_ && inside < guard_offset_ + system::page_bytes() ? fibre : nullptr;
}

bool fibre_pool::on_a_stack(void const* address) const noexcept {
  fibre const* const fibre = holding(address);
  if (fibre != nullptr && fibre->stack_holds(address)) return true;
  // Locals may lie in a fake stack. That of another fibre may be freed at any time: it is not
  // searched.
  return self() != nullptr && self()->fakes_address(address);
}

bool fibre::fakes_address(void const* memory) const noexcept {
  if (SKUA_LIKELY(&__asan_get_current_fake_stack == nullptr)) return false;
  void* const fake = this == self() ? __asan_get_current_fake_stack() : asan_fake_stack;
  return fake != nullptr && __asan_addr_is_in_fake_stack(fake, const_cast<void*>(memory), nullptr, nullptr) != nullptr;
}

}  // namespace skua::sched

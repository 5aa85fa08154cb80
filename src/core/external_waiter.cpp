// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/external_waiter.hpp"

#include <new>
#include <utility>

#include <skua/detail/base/spinlock.hpp>

namespace skua::sched {
namespace {

base::atomic<int> external_waiters{0};

/// An external thread in external_waiter::sleep.
struct external_sleeper {
  base::atomic<std::uint32_t> const* word;
  std::uint32_t expected;
  external_sleeper* next;
};
struct external_sleeper_list {
  base::spinlock lock;
  external_sleeper* first = nullptr;
};
external_sleeper_list external_sleepers;

}  // namespace

// A deadlock detector that counts this thread also sees what the thread did before its wait
// (messages that it sent).
// sync: EXTERNAL -> count
void external_waiter::enter() noexcept { external_waiters.fetch_add(1, std::memory_order_release); }
// relaxed: a report comes much later
void external_waiter::leave() noexcept { external_waiters.fetch_sub(1, std::memory_order_relaxed); }

void external_waiter::sleep(system::machine& host_machine, base::atomic<std::uint32_t>& word,
                            std::uint32_t expected) noexcept {
  external_sleeper me{&word, expected, nullptr};
  {
    base::spin_guard const hold(external_sleepers.lock);
    me.next = std::exchange(external_sleepers.first, &me);
  }
  host_machine.sleep(word, expected, 0);
  base::spin_guard const hold(external_sleepers.lock);
  external_sleeper** link = &external_sleepers.first;
  while (*link != &me) link = &(*link)->next;
  *link = me.next;
}

int external_waiter::count() noexcept {
  int n = external_waiters.load(std::memory_order_acquire);  // sync: EXTERNAL <- enter
  base::spin_guard const hold(external_sleepers.lock);
  for (external_sleeper const* sleeper = external_sleepers.first; sleeper != nullptr; sleeper = sleeper->next) {
    // relaxed: the change itself is seen by other means
    n += sleeper->word->load(std::memory_order_relaxed) == sleeper->expected;
  }
  return n;
}

void external_waiter::forget_all() noexcept {
  external_waiters.store(0, std::memory_order_relaxed);  // relaxed: the only thread
  new (&external_sleepers) external_sleeper_list;
}

}  // namespace skua::sched

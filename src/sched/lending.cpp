// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Working off a full deque in place: no task is copied, so that ten million spawns from one task
// cost what spawns cost.
//
// The spawner is stopped and lends its deque to a fresh fibre on the same worker, which pops as the
// owner would, but runs the tasks on its own stack. One token of the spawner's innermost scope
// stands for everything run there. When one of the tasks suspends, the loan ends at once: the
// spawner becomes ready, and the borrower no longer touches its deque. Invariants: L1 at most one
// of lender and borrower moves the lender's head: the borrower only while `lending`, which ends on
// its own thread before the lender is made ready. L2 nothing below the lender's innermost base is
// popped (I3). L3 the lender goes on with slots below those of its open joins: a claimable whose
// slot is gone must not find it any more. Thieves find the lender's deque through the borrower
// (`lender`), which answers their requests between tasks.
#include "sched/place.hpp"
#include "sched/switch.hpp"

namespace skua::sched {
namespace {

constexpr int most_at_once = 256;

struct loan : range_record {
  fibre* lender;
  bool lending = true;

  /// A task of the borrower is about to stop.
  static void end(range_record* r) {
    auto* me = static_cast<loan*>(r);
    if (!me->lending) return;
    me->lending = false;
    self()->lender.store(nullptr, std::memory_order_relaxed);  // relaxed: a hint to thieves
    make_ready(me->lender);
  }
};

void run_lent(fibre* d, slot* h, scope_frame* f) noexcept {
  std::uintptr_t const word = h->scope;
  if ((word & slot_claimable) != 0) claimable_of(h)->set_where(nullptr);  // L3
  try {
    // sync: CAREFUL <-> mark
    if (SKUA_UNLIKELY(d->careful.load(std::memory_order_relaxed) != 0) && start_forbidden(*d->at, word)) {
      discard(d, h);
    } else {
      h->fn(h, task_op::run);
    }
  } catch (...) {
    f->capture();
  }
  if (SKUA_UNLIKELY(d->careful.load(std::memory_order_relaxed) != 0)) {  // sync: CAREFUL <-> mark
    drain_carefully(d, d->bottom, f, nullptr);
  } else if (d->top() != d->bottom) {
    drain(d, d->bottom, f);
  }
  if (SKUA_UNLIKELY((word & slot_counted) != 0)) {
    if (fibre* owner = complete_tokens(f, 1)) make_ready(owner);
  }
}

}  // namespace

fibre* work_off_lender(fibre* d) noexcept {
  fibre* const s = d->lender.load(std::memory_order_relaxed);  // relaxed: set before the switch to this fibre
  scope_frame* const f = scope_of(s->scope);
  slot* const base = innermost_base(s);
  loan l{{nullptr, &loan::end}, s};
  d->scope = reinterpret_cast<std::uintptr_t>(f);
  d->counted = s->counted;
  d->context = s->context;
  set_slow(d, s->slow);
  d->range = &l;
  for (int n = 0; n < most_at_once && l.lending && s->top() > base; ++n) {
    slot* h = s->top() - 1;
    if (SKUA_UNLIKELY(!s->lower_head(h)) && !pop_slow(s, base)) {
      for (slot* x = base; x <= h; ++x) *reinterpret_cast<claimable**>(x->buffer) = nullptr;  // all stolen (L3)
      break;
    }
    run_lent(d, h, f);
    if (l.lending && SKUA_UNLIKELY(s->attention_wanted()) && s->expose_half()) notify(*place_of(d));
  }
  d->range = nullptr;
  d->scope = 0;
  d->lender.store(nullptr, std::memory_order_relaxed);  // relaxed: a hint to thieves
  fibre* owner = complete_tokens(f, 1);
  if (!l.lending) return owner;
  if (owner != nullptr) make_ready(owner);
  return s;
}

}  // namespace skua::sched

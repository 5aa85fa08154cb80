// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a simulated run. This file replaces those parts of the scheduler's loop and of
// finish that need fibres.
#include <stdexcept>

#include <skua/detail/core/suspend.hpp>
#include <skua/detail/remote/remote_task.hpp>
#include <skua/error.hpp>

#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "protocol/simulation.hpp"
#include "protocol/sum.hpp"

namespace protocol {

namespace sched = skua::sched;
using sched::scope_frame;
using sched::slot;

namespace {

std::uint64_t& number_in(slot& s) { return *reinterpret_cast<std::uint64_t*>(s.buffer); }

void task_function(slot* s, sched::task_op op);

void unpack(skua::wire::reader& in, slot& s) {
  s.fn = &task_function;
  number_in(s) = in.get<std::uint64_t>();
}

void task_function(slot* s, sched::task_op op) {
  auto const task = static_cast<int>(number_in(*s));
  switch (op) {
    case sched::task_op::run:
      return simulation::current().task_runs(task);
    case sched::task_op::destroy:
      return simulation::current().task_dropped(task);
    case sched::task_op::pack: {
      auto& k = *reinterpret_cast<skua::remote::packing*>(s->scope);
      k.unpack = &unpack;
      if (k.only_asking) return;
      k.message.put(number_in(*s));
      if (!simulation::current().task_packed(task)) throw skua::error("a task that cannot leave");
      return;
    }
    case sched::task_op::run_unique:
      break;
  }
}

std::uintptr_t word_of(scope_frame* f) { return reinterpret_cast<std::uintptr_t>(f); }

void count_spawned(std::uintptr_t word) {
  if (sched::task_counts* t = sched::task_counts_around(sched::scope_of(word)))
    t->spawned.fetch_add(1, std::memory_order_relaxed);  // relaxed: one thread
}

}  // namespace

bool simulation::task_packed(int task) {
  bool const sticks = book_.task(task).immobile;
  if (sticks) book_.could_not_leave(task);
  return !sticks;
}

void simulation::start() {
  auto& root = at(0).place().root;
  root.state.add(1);
  open_scope(0, word_of(&root), 0, 0);
}

int simulation::new_task(int scope, bool shielded, bool may_move) {
  ledger::task_entry t;
  t.scope = scope;
  t.shielded = shielded;
  t.immobile = may_move && dice_.in_1000(plan_.stick);
  --to_spawn_;
  return book_.add_task(t);
}

void simulation::queue(int q, slot const& s, bool urgent) {
  if (urgent) return sched::submit_urgent(&at(q).place(), s);
  sched::submit(&at(q).place(), s);
}

/// `word`: the running task's scope, with slot_in_shield.
void simulation::spawn(int q, std::uintptr_t word, int scope) {
  bool const shielded = dice_.in_1000(plan_.shield);
  bool const pinned = dice_.in_1000(plan_.pin);
  slot s;
  s.fn = &task_function;
  s.scope = word | sched::slot_counted | (shielded ? sched::slot_shielded : 0) | (pinned ? 0 : sched::slot_any);
  number_in(s) = static_cast<std::uint64_t>(new_task(scope, shielded, !pinned));
  sched::scope_of(word)->state.add(1);
  count_spawned(word);
  queue(q, s, false);
}

void simulation::spawn_remote(int q, std::uintptr_t word, int scope, int to) {
  skua::remote::task_list list;
  int const n = 1 + dice_.number(2);
  for (int i = 0; i < n; ++i) {
    bool const shielded = dice_.in_1000(plan_.shield);
    std::size_t const header = list.begin();
    list.out().put(static_cast<std::uint64_t>(new_task(scope, shielded, false)));
    list.end(header, &unpack, (shielded ? sched::slot_shielded : 0) | (dice_.in_1000(500) ? sched::slot_any : 0));
    count_spawned(word);
  }
  at(q).tree().depart(sched::scope_of(word), to, {list.size(), dice_.in_1000(100), false, false, list.bytes().view()});
}

/// Like a task that is posted, or spawned by an external thread.
void simulation::spawn_external(int q) { spawn(q, word_of(&at(q).place().root), q); }

/// Runs a task like the scheduler's loop at the bottom level of a fibre.
void simulation::run_slot(int q, slot s) {
  if (s.fn != &task_function)
    return close_scope(q, static_cast<home_scope*>(*reinterpret_cast<sched::coroutine_scope**>(s.buffer)));
  auto& p = at(q).place();
  scope_frame* const f = sched::scope_of(s.scope);
  bool const shielded = (s.scope & sched::slot_shielded) != 0;
  running_ = {q, word_of(f) | (shielded || (s.scope & sched::slot_in_shield) != 0 ? sched::slot_in_shield : 0), 0};
  if (sched::start_forbidden(p, s.scope)) {
    sched::count_never_started(s.scope);
    if (sched::task_counts* t = sched::task_counts_around(f))
      t->never_started.fetch_add(1, std::memory_order_relaxed);  // relaxed: one thread
    s.fn(&s, sched::task_op::destroy);
  } else {
    try {
      s.fn(&s, sched::task_op::run);
    } catch (...) {
      sched::record_error(p, f, std::current_exception());
    }
  }
  sched::release_token(&p, s.scope);
}

void simulation::task_runs(int task) {
  auto const now = running_;
  int const scope = book_.task(task).scope;
  scope_frame* const f = sched::scope_of(now.word);
  bool const outside = book_.scope(scope).parent < 0;
  for (int n = dice_.number(4); n > 0 && to_spawn_ > 0; --n) {
    if (dice_.in_1000(plan_.far)) {
      spawn_remote(now.place, now.word, scope, (now.place + 1 + dice_.number(plan_.places - 1)) % plan_.places);
    } else {
      spawn(now.place, now.word, scope);
    }
  }
  if (dice_.in_1000(plan_.nest) && to_spawn_ > 0) {
    f->state.add(1);
    open_scope(now.place, now.word, scope, 1);
  }
  if (!outside) contribute(now.place, f, scope);
  if (dice_.in_1000(plan_.outside) && to_spawn_ > 0) spawn_external(now.place);
  if (dice_.in_1000(plan_.handle)) cancel_by_handle(now.place);
  if (!outside && dice_.in_1000(plan_.cancel)) {
    book_.cancelled(scope, true);
    sched::cancel_scope(at(now.place).place(), f);
  }
  bool const fails = dice_.in_1000(plan_.fail);
  if (fails) book_.threw(scope);
  book_.ran(task);
  if (fails) throw std::runtime_error("a task failed");
}

void simulation::contribute(int q, scope_frame* f, int scope) {
  int const owner = book_.sum_around(scope);
  if (owner < 0 || dice_.in_1000(400)) return;
  std::uint64_t const x = 1 + dice_.below(100);
  ledger::scope_entry& o = book_.scope(owner);
  o.sum += x;
  if (o.home == q) {
    homes_.at(owner)->total->value += x;
  } else {
    static_cast<sum*>(at(q).names().find(o.sum_name, sched::context_of(f), sum::kind))->value += x;
  }
}

/// `outer` holds a token. `depth`: how many scopes are open already in this call.
void simulation::open_scope(int q, std::uintptr_t outer, int parent, int depth) {
  auto& p = at(q).place();
  auto scope = std::make_unique<home_scope>();
  home_scope* const c = scope.get();
  ledger::scope_entry e;
  e.parent = parent;
  e.home = q;
  e.in_shield = (outer & sched::slot_in_shield) != 0;
  e.keeps_going = dice_.in_1000(300);
  e.counts = dice_.in_1000(300);
  c->place = &p;
  c->outer = (outer & sched::slot_scope_mask) | sched::slot_counted | sched::slot_shielded;
  c->parent = outer;
  c->base = nullptr;
  c->owner = nullptr;
  c->extension = nullptr;
  c->state.raise(sched::scope_waiting | (e.keeps_going ? sched::scope_keep_going : 0));
  c->state.add(1);  // the body
  if (e.counts) {
    sched::extend(c)->counting = true;
    p.counting.fetch_add(1, std::memory_order_relaxed);  // relaxed: one thread
  }
  if (dice_.in_1000(500)) {
    c->total = new sum(&p);
    c->total->next = nullptr;
    sched::extend(c)->objects = c->total;
    e.sum_name = c->total->name();
  }
  if (dice_.in_1000(300)) {
    std::lock_guard const hold(p.scopes.lock);
    e.id = sched::scope_id_locked(p, c);
  }
  c->entry = book_.open_scope(e);
  homes_[c->entry] = std::move(scope);
  for (int n = dice_.number(5); n >= 0; --n) spawn(q, word_of(c), c->entry);
  if (depth < 3 && dice_.in_1000(plan_.nest)) {
    c->state.add(1);
    open_scope(q, word_of(c), c->entry, depth + 1);
  }
  book_.body_ended(c->entry);
  sched::release_token(&p, word_of(c));
}

/// Like close_slow.
void simulation::close_scope(int q, home_scope* c) {
  auto& p = at(q).place();
  if (c->state.extended()) sched::remove_handle(p, c);
  std::int64_t const flags = c->state.load();
  ledger::outcome o;
  o.cancelled = (flags & sched::scope_cancelled) != 0;
  if (c->total != nullptr) o.sum = c->total->value;
  if ((flags & sched::scope_extended) != 0) {
    sched::scope_extension* const x = c->extension;
    o.never_started = x->never_started.load(std::memory_order_relaxed);  // relaxed: one thread
    o.errors = x->error_count;
    o.kept_errors = x->errors.size();
    if (x->counting) {
      o.spawned = x->count.spawned.load(std::memory_order_relaxed);              // relaxed: one thread
      o.counted_never = x->count.never_started.load(std::memory_order_relaxed);  // relaxed: one thread
      if (sched::task_counts* const outer = sched::task_counts_around(sched::scope_of(c->parent))) {
        outer->spawned.fetch_add(o.spawned, std::memory_order_relaxed);              // relaxed: one thread
        outer->never_started.fetch_add(o.counted_never, std::memory_order_relaxed);  // relaxed: one thread
      }
      p.counting.fetch_sub(1, std::memory_order_relaxed);  // relaxed: one thread
    }
  }
  if (o.cancelled) p.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);  // relaxed: one thread
  int const entry = c->entry;
  std::uintptr_t const outer = c->outer;
  book_.ended(entry, o);
  if (!book_.complaint().empty()) return;
  if (book_.scope(entry).parent == 0 && entry == plan_.places) outermost_ended_ = true;
  if ((flags & sched::scope_extended) != 0) sched::retire_extension(p, c);
  homes_.erase(entry);
  sched::release_token(&p, outer);
}

/// Like scope::cancel with a handle that was sent around. The scope may have ended long ago.
void simulation::cancel_by_handle(int q) {
  int const entry = plan_.places + dice_.number(book_.scopes() - plan_.places);
  ledger::scope_entry const& e = book_.scope(entry);
  if (e.id == 0) return;
  auto& p = at(q).place();
  if (!e.ended) book_.cancelled(entry, false);
  bool has_frame;
  {
    std::lock_guard const hold(p.scopes.lock);
    has_frame = sched::find_scope_locked(p, e.id) != nullptr;
  }
  if (has_frame) {
    (void)sched::cancel_by_remote(p, e.id);
  } else if (sched::place_of_scope(e.id) != q) {
    at(q).cancel_remote(e.id);
  }
}

}  // namespace protocol

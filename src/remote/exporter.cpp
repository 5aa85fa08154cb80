// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/exporter.hpp"

#include <algorithm>
#include <iterator>

#include <skua/detail/remote/remote_task.hpp>
#include <skua/detail/sched/deque_slow.hpp>
#include <skua/detail/sched/scope_object.hpp>
#include <skua/detail/sched/submit.hpp>
#include <skua/detail/sched/suspend.hpp>
#include <skua/error.hpp>

#include "remote/node.hpp"
#include "remote/statics_watch.hpp"
#include "sched/exporting.hpp"
#include "sched/place_trace.hpp"

namespace skua::remote {
namespace {

using sched::scope_frame;
using sched::slot;
using sched::slot_list;

/// The slot flags that a message carries.
constexpr std::uint32_t shielded_flag = 1, in_shield_flag = 2, any_flag = 4;

std::uintptr_t flags_from_wire(std::uint32_t flags) noexcept {
  return ((flags & shielded_flag) != 0 ? sched::slot_shielded : 0) |
         ((flags & in_shield_flag) != 0 ? sched::slot_in_shield : 0) | ((flags & any_flag) != 0 ? sched::slot_any : 0);
}

/// Gives back the tokens of n tasks that are gone.
void release(sched::place& p, scope_frame* f, std::size_t n) {
  for (; n > 0; --n) sched::release_token(&p, reinterpret_cast<std::uintptr_t>(f));
}

void discard_unstarted(sched::place& p, slot& s) {
  scope_frame* const f = sched::scope_of(s.scope);
  count_unstarted(s.scope);
  s.fn(&s, sched::task_op::destroy);
  release(p, f, 1);
}

/// Whether packing the task runs no user code.
bool is_trivially_serializable(slot& s) {
  std::uintptr_t const word = s.scope;
  wire::writer unused;
  packing k{unused};
  k.only_asking = true;
  s.scope = reinterpret_cast<std::uintptr_t>(&k);
  s.fn(&s, sched::task_op::pack);
  s.scope = word;
  return k.trivially_serializable;
}

/// Adds the task to the list. If it cannot be packed, its scope or its future gets the exception.
/// Returns true if it is in the list.
bool pack_task(sched::place& p, slot& s, task_list& list) {
  std::uintptr_t const word = s.scope;
  std::size_t const header = list.begin();
  packing k{list.out()};
  k.place = &p;
  s.scope = reinterpret_cast<std::uintptr_t>(&k);
  try {
    packing_section const timed;
    s.fn(&s, sched::task_op::pack);  // writes the user's arguments: may throw
    list.end(header, k.unpack, word);
    return true;
  } catch (...) {
    list.undo(header);
    if (k.call != 0) {
      fail_call(&p, k.call, std::current_exception());  // only the future gets it, not the scope
    } else if (!k.answered) {
      sched::record_error(p, sched::scope_of(word), std::current_exception());
    }
    count_unstarted(word);
    release(p, sched::scope_of(word), 1);
    return false;
  }
}

/// Moves tasks of the same scope side by side, in their order; scopes are in the order of their
/// first tasks.
void group_by_scope(slot_list& tasks) {
  std::vector<scope_frame const*> scopes;
  for (slot const& s : tasks) {
    scope_frame const* const f = sched::scope_of(s.scope);
    if (std::find(scopes.begin(), scopes.end(), f) == scopes.end()) scopes.push_back(f);
  }
  if (scopes.size() <= 1) return;
  slot_list grouped;
  grouped.reserve(tasks.size());
  for (scope_frame const* const f : scopes) {
    std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(grouped),
                 [f](slot const& s) { return sched::scope_of(s.scope) == f; });
  }
  tasks.swap(grouped);
}

/// Reads one record of a task_list.
slot read_task(wire::reader& reader, scope_frame* f) {
  auto const unpack = reinterpret_cast<unpack_fn>(wire::function_named(reader.get<std::uint64_t>()));
  auto const flags = reader.get<std::uint32_t>();
  auto const size = reader.get<std::uint32_t>();
  wire::reader body(reader.take(size));
  slot s;
  s.scope = 0;
  unpack(body, s);
  s.scope = reinterpret_cast<std::uintptr_t>(f) | flags_from_wire(flags) | sched::slot_counted;
  return s;
}

}  // namespace

std::uint32_t flags_to_wire(std::uintptr_t word) noexcept {
  return ((word & sched::slot_shielded) != 0 ? shielded_flag : 0) |
         ((word & sched::slot_in_shield) != 0 ? in_shield_flag : 0) | ((word & sched::slot_any) != 0 ? any_flag : 0);
}

void count_unstarted(std::uintptr_t scope_word) {
  sched::count_never_started(scope_word);
  // relaxed: read after the scope's end
  if (sched::task_counts* t = sched::task_counts_around(sched::scope_of(scope_word)))
    t->never_started.fetch_add(1, std::memory_order_relaxed);
}

bool all_trivially_serializable(slot_list& tasks) {
  return std::all_of(tasks.begin(), tasks.end(), [](slot& s) { return is_trivially_serializable(s); });
}

bool export_tasks(sched::place& p, scope_tree& scopes, int to, slot_list& tasks, bool answers,
                  std::uint32_t remaining) {
  group_by_scope(tasks);
  // Discards tasks of scopes that are known here to be cancelled, so that they do not travel in
  // vain. The other place discards the rest.
  if (p.cancelled_scopes.load(std::memory_order_relaxed) != 0) {  // relaxed: depart looks under the lock
    std::erase_if(tasks, [&](slot& s) {
      if (!sched::start_forbidden(p, s.scope)) return false;
      discard_unstarted(p, s);
      return true;
    });
  }
  bool was_sent = false;
  for (auto first = tasks.begin(); first != tasks.end();) {
    scope_frame* const f = sched::scope_of(first->scope);
    auto const last = std::find_if(first, tasks.end(), [&](slot const& s) { return sched::scope_of(s.scope) != f; });
    bool const final = last == tasks.end();
    f->state.add(1);  // keeps the scope open until the release below
    task_list list;
    for (; first != last; ++first) (void)pack_task(p, *first, list);
    if (list.size() != 0) {
      if (p.trace != nullptr) {
        sched::note_traced(p, observe::trace_event::give, static_cast<std::uint64_t>(to), list.size(),
                           p.trace->next_given(to));
      }
      scopes.depart(f, to, {list.size(), false, true, answers && final, list.bytes().view(), remaining});
      was_sent = was_sent || final;
      release(p, f, list.size());
    }
    release(p, f, 1);
  }
  return was_sent;
}

void send_task(sched::place& p, scope_tree& scopes, int to, slot& task, bool urgent) {
  // relaxed: depart looks under the lock
  if (p.cancelled_scopes.load(std::memory_order_relaxed) != 0 && sched::start_forbidden(p, task.scope))
    return discard_unstarted(p, task);
  scope_frame* const f = sched::scope_of(task.scope);
  f->state.add(1);  // keeps the scope open until the release below
  task_list list;
  if (pack_task(p, task, list)) {
    if (to == p.number) {  // check mode
      import_own(p, f, list, urgent);
    } else {
      scopes.depart(f, to, {1, urgent, false, false, list.bytes().view()});
    }
    release(p, f, 1);
  }
  release(p, f, 1);
}

std::size_t import_tasks(sched::place& p, scope_tree::arrival const& a) {
  wire::reader reader(a.contents.body);
  thread_local slot_list slots;  // kept: a polling thread needs it all the time
  slots.clear();
  {
    packing_section const timed;
    for (std::uint32_t i = 0; i < a.contents.tasks; ++i) slots.push_back(read_task(reader, a.frame));
  }
  if (a.contents.urgent) {
    for (slot const& s : slots) sched::submit_urgent(&p, s);
  } else if (a.contents.loot) {
    sched::submit_loot(p, slots.data(), slots.size());
  } else {
    sched::submit_many(p, slots.data(), slots.size());
  }
  return slots.size();
}

void import_own(sched::place& p, scope_frame* f, task_list const& list, bool urgent) {
  sched::fibre* const s = sched::self();
  bool const own = !urgent && s != nullptr && s->place == &p && sched::scope_of(s->scope) == f;
  wire::reader reader(list.bytes().view());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    slot task = read_task(reader, f);
    watch_statics(p, task);
    if (own) {  // as without the check mode: the caller runs it after its newer tasks
      task.scope &= ~sched::slot_counted;
      slot* const top = s->top();
      sched::copy_slot(top, &task);
      if (s->push(top)) sched::push_slow(s);
      continue;
    }
    f->state.add(1);
    if (urgent) {
      sched::submit_urgent(&p, task);
    } else {
      sched::submit_many(p, &task, 1);
    }
  }
}

bool repack_task(sched::place& p, slot& task) {
  std::uintptr_t const word = task.scope;
  scope_frame* const f = sched::scope_of(word);
  bool const has_token = (word & sched::slot_counted) != 0;
  if (!has_token) f->state.add(1);  // which a failure gives back
  task_list list;
  bool const packed = pack_task(p, task, list);
  if (packed) {
    wire::reader reader(list.bytes().view());
    task = read_task(reader, f);
    task.scope = word & ~sched::slot_claimable;
    watch_statics(p, task);
    if (!has_token) release(p, f, 1);
  } else {
    task.fn = [](slot*, sched::task_op) {};
    task.scope = word & ~(sched::slot_claimable | sched::slot_any);
  }
  return packed;
}

void import_post(sched::place& p, std::span<std::byte const> body) {
  wire::reader reader(body);
  p.root.state.add(1);
  slot s = read_task(reader, &p.root);
  sched::submit(&p, s);
}

}  // namespace skua::remote

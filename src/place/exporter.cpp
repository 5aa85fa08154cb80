// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/exporter.hpp"

#include <algorithm>
#include <iterator>

#include <skua/error.hpp>
#include <skua/place/far_task.hpp>
#include <skua/sched/owned.hpp>
#include <skua/sched/suspend.hpp>

#include "place/node.hpp"

namespace skua::remote {
namespace {

using sched::scope_frame;
using sched::slot;
using sched::slot_list;

/// The flags that travel, as they stand in a message.
constexpr std::uint32_t shielded_flag = 1, in_shield_flag = 2, any_flag = 4;

std::uint32_t flags_to_wire(std::uintptr_t word) noexcept {
  return ((word & sched::slot_shielded) != 0 ? shielded_flag : 0) |
         ((word & sched::slot_in_shield) != 0 ? in_shield_flag : 0) | ((word & sched::slot_any) != 0 ? any_flag : 0);
}
std::uintptr_t flags_from_wire(std::uint32_t flags) noexcept {
  return ((flags & shielded_flag) != 0 ? sched::slot_shielded : 0) |
         ((flags & in_shield_flag) != 0 ? sched::slot_in_shield : 0) | ((flags & any_flag) != 0 ? sched::slot_any : 0);
}

/// Gives tokens back on behalf of tasks that are gone.
void release(sched::place& p, scope_frame* f, std::size_t n) {
  for (; n > 0; --n) sched::release_token(&p, reinterpret_cast<std::uintptr_t>(f));
}

void discard_unstarted(sched::place& p, slot& s) {
  scope_frame* const f = sched::scope_of(s.scope);
  count_unstarted(s.scope);
  s.fn(&s, sched::task_op::destroy);
  release(p, f, 1);
}

/// Whether packing the task runs no code of the user's.
bool packs_plainly(slot& s) {
  std::uintptr_t const word = s.scope;
  wire::writer unused;
  packing k{unused};
  k.only_asking = true;
  s.scope = reinterpret_cast<std::uintptr_t>(&k);
  s.fn(&s, sched::task_op::pack);
  s.scope = word;
  return k.plain;
}

/// Into the list, or into its scope as an error. True: it is in the list.
bool pack_task(sched::place& p, slot& s, task_list& list) {
  std::uintptr_t const word = s.scope;
  std::size_t const header = list.begin();
  packing k{list.out()};
  k.at = &p;
  s.scope = reinterpret_cast<std::uintptr_t>(&k);
  try {
    s.fn(&s, sched::task_op::pack);  // writes the user's arguments: may throw
    list.end(header, k.unpack, word);
    return true;
  } catch (...) {
    list.undo(header);
    if (k.call != 0) {
      fail_call(&p, k.call, std::current_exception());  // whoever awaits it hears of it, and nobody else
    } else if (!k.answered) {
      sched::record_error(p, sched::scope_of(word), std::current_exception());
    }
    count_unstarted(word);
    release(p, sched::scope_of(word), 1);
    return false;
  }
}

/// Tasks of one scope side by side, else in their order; scopes in that of their first tasks.
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

/// One record of a task_list.
slot read_task(wire::reader& in, scope_frame* f) {
  auto const unpack = reinterpret_cast<unpack_fn>(wire::function_named(in.get<std::uint64_t>()));
  auto const flags = in.get<std::uint32_t>();
  auto const size = in.get<std::uint32_t>();
  wire::reader body(in.take(size));
  slot s;
  s.scope = 0;
  unpack(body, s);
  s.scope = reinterpret_cast<std::uintptr_t>(f) | flags_from_wire(flags) | sched::slot_counted;
  return s;
}

}  // namespace

void count_unstarted(std::uintptr_t scope_word) {
  sched::count_never_started(scope_word);
  // relaxed: read after the scope's end
  if (sched::tally* t = sched::tally_around(sched::scope_of(scope_word)))
    t->never_started.fetch_add(1, std::memory_order_relaxed);
}

bool pack_plainly(slot_list& tasks) {
  return std::all_of(tasks.begin(), tasks.end(), [](slot& s) { return packs_plainly(s); });
}

bool export_tasks(sched::place& p, scope_tree& scopes, int to, slot_list& tasks, bool answers, std::uint32_t left) {
  group_by_scope(tasks);
  // A place with a cancelled scope discards here, so that nothing travels in vain; the rest is for
  // the other place to see.
  if (p.cancelled_scopes.load(std::memory_order_relaxed) != 0) {  // relaxed: depart looks under the lock
    std::erase_if(tasks, [&](slot& s) {
      if (!sched::start_forbidden(p, s.scope)) return false;
      discard_unstarted(p, s);
      return true;
    });
  }
  bool sent = false;
  for (auto first = tasks.begin(); first != tasks.end();) {
    scope_frame* const f = sched::scope_of(first->scope);
    auto const last = std::find_if(first, tasks.end(), [&](slot const& s) { return sched::scope_of(s.scope) != f; });
    bool const final = last == tasks.end();
    f->state.add(1);  // keeps it open to the end of this step
    task_list list;
    for (; first != last; ++first) (void)pack_task(p, *first, list);
    if (list.size() != 0) {
      scopes.depart(f, to, {list.size(), false, true, answers && final, list.bytes().view(), left});
      sent = sent || final;
      release(p, f, list.size());
    }
    release(p, f, 1);
  }
  return sent;
}

std::size_t import_tasks(sched::place& p, scope_tree::arrival const& a) {
  wire::reader in(a.what.body);
  thread_local slot_list slots;  // whoever polls needs it all the time
  slots.clear();
  for (std::uint32_t i = 0; i < a.what.tasks; ++i) slots.push_back(read_task(in, a.frame));
  if (a.what.urgent) {
    for (slot const& s : slots) sched::submit_urgent(&p, s);
  } else if (a.what.loot) {
    sched::submit_loot(p, slots.data(), slots.size());
  } else {
    sched::submit_many(p, slots.data(), slots.size());
  }
  return slots.size();
}

void import_post(sched::place& p, std::span<std::byte const> body) {
  wire::reader in(body);
  p.root.state.add(1);
  slot s = read_task(in, &p.root);
  sched::submit(&p, s);
}

std::size_t task_list::begin() {
  std::size_t const at = out_.size();
  out_.put(std::uint64_t{0});
  out_.put(std::uint32_t{0});
  out_.put(std::uint32_t{0});
  return at;
}

void task_list::end(std::size_t header, unpack_fn unpack, std::uintptr_t flags) {
  out_.put_at(header, wire::name_of_function(reinterpret_cast<void (*)()>(unpack)));
  out_.put_at(header + 8, flags_to_wire(flags));
  out_.put_at(header + 12, static_cast<std::uint32_t>(out_.size() - header - 16));
  ++n_;
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/exporter.hpp"

#include <algorithm>
#include <iterator>

#include <skua/detail/core/deque_slow.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/remote/remote_task.hpp>
#include <skua/error.hpp>

#include "core/cancel.hpp"
#include "core/exporting.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "instruments/place_trace.hpp"
#include "remote/node.hpp"
#include "remote/statics_watch.hpp"

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
void release(sched::place& place, scope_frame* frame, std::size_t n) {
  for (; n > 0; --n) sched::release_token(&place, reinterpret_cast<std::uintptr_t>(frame));
}

void discard_unstarted(sched::place& place, slot& task) {
  scope_frame* const frame = sched::scope_of(task.scope);
  count_unstarted(task.scope);
  task.fn(&task, sched::task_op::destroy);
  release(place, frame, 1);
}

/// Whether packing the task runs no user code.
bool is_trivially_serializable(slot& task) {
  std::uintptr_t const word = task.scope;
  wire::writer unused;
  packing packing{unused};
  packing.only_asking = true;
  task.scope = reinterpret_cast<std::uintptr_t>(&packing);
  task.fn(&task, sched::task_op::pack);
  task.scope = word;
  return packing.trivially_serializable;
}

/// Adds the task to the list. If it cannot be packed, its scope or its future gets the exception.
/// Returns true if it is in the list.
bool pack_task(sched::place& place, slot& task, task_list& list) {
  std::uintptr_t const word = task.scope;
  std::size_t const header = list.begin();
  packing packing{list.out()};
  packing.place = &place;
  task.scope = reinterpret_cast<std::uintptr_t>(&packing);
  try {
    packing_section const timed;
    task.fn(&task, sched::task_op::pack);  // writes the user's arguments: may throw
    list.end(header, packing.unpack, word);
    return true;
  } catch (...) {
    list.undo(header);
    if (packing.call != 0) {
      fail_call(&place, packing.call, std::current_exception());  // only the future gets it, not the scope
    } else if (!packing.answered) {
      sched::record_error(place, sched::scope_of(word), std::current_exception());
    }
    count_unstarted(word);
    release(place, sched::scope_of(word), 1);
    return false;
  }
}

/// Moves tasks of the same scope side by side, in their order; scopes are in the order of their
/// first tasks.
void group_by_scope(slot_list& tasks) {
  std::vector<scope_frame const*> scopes;
  for (slot const& task : tasks) {
    scope_frame const* const frame = sched::scope_of(task.scope);
    if (std::find(scopes.begin(), scopes.end(), frame) == scopes.end()) scopes.push_back(frame);
  }
  if (scopes.size() <= 1) return;
  slot_list grouped;
  grouped.reserve(tasks.size());
  for (scope_frame const* const frame : scopes) {
    std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(grouped),
                 [frame](slot const& task) { return sched::scope_of(task.scope) == frame; });
  }
  tasks.swap(grouped);
}

/// Reads one record of a task_list.
slot read_task(wire::reader& reader, scope_frame* frame) {
  auto const unpack = reinterpret_cast<unpack_fn>(wire::function_named(reader.get<std::uint64_t>()));
  auto const flags = reader.get<std::uint32_t>();
  auto const size = reader.get<std::uint32_t>();
  wire::reader body(reader.take(size));
  slot task;
  task.scope = 0;
  unpack(body, task);
  task.scope = reinterpret_cast<std::uintptr_t>(frame) | flags_from_wire(flags) | sched::slot_counted;
  return task;
}

}  // namespace

std::uint32_t flags_to_wire(std::uintptr_t word) noexcept {
  return ((word & sched::slot_shielded) != 0 ? shielded_flag : 0) |
         ((word & sched::slot_in_shield) != 0 ? in_shield_flag : 0) | ((word & sched::slot_any) != 0 ? any_flag : 0);
}

void count_unstarted(std::uintptr_t scope_word) {
  sched::count_never_started(scope_word);
  // relaxed: read after the scope's end
  if (sched::task_counts* counts = sched::task_counts_around(sched::scope_of(scope_word)))
    counts->never_started.fetch_add(1, std::memory_order_relaxed);
}

bool all_trivially_serializable(slot_list& tasks) {
  return std::all_of(tasks.begin(), tasks.end(), [](slot& task) { return is_trivially_serializable(task); });
}

bool export_tasks(sched::place& place, scope_tree& scopes, int to, slot_list& tasks, bool answers,
                  std::uint32_t remaining) {
  group_by_scope(tasks);
  // Discards tasks of scopes that are known here to be cancelled, so that they do not travel in
  // vain. The other place discards the rest.
  if (place.cancelled_scopes.load(std::memory_order_relaxed) != 0) {  // relaxed: depart looks under the lock
    std::erase_if(tasks, [&](slot& task) {
      if (!sched::start_forbidden(place, task.scope)) return false;
      discard_unstarted(place, task);
      return true;
    });
  }
  bool was_sent = false;
  for (auto first = tasks.begin(); first != tasks.end();) {
    scope_frame* const frame = sched::scope_of(first->scope);
    auto const last =
        std::find_if(first, tasks.end(), [&](slot const& task) { return sched::scope_of(task.scope) != frame; });
    bool const final = last == tasks.end();
    frame->state.add(1);  // keeps the scope open until the release below
    task_list list;
    for (; first != last; ++first) (void)pack_task(place, *first, list);
    if (list.size() != 0) {
      if (sched::place_trace* const trace = sched::trace_of(place)) {
        sched::note_traced(place, observe::trace_event::give, static_cast<std::uint64_t>(to), list.size(),
                           trace->next_given(to));
      }
      scopes.depart(frame, to, {list.size(), false, true, answers && final, list.bytes().view(), remaining});
      was_sent = was_sent || final;
      release(place, frame, list.size());
    }
    release(place, frame, 1);
  }
  return was_sent;
}

void send_task(sched::place& place, scope_tree& scopes, int to, slot& task, bool urgent) {
  // relaxed: depart looks under the lock
  if (place.cancelled_scopes.load(std::memory_order_relaxed) != 0 && sched::start_forbidden(place, task.scope))
    return discard_unstarted(place, task);
  scope_frame* const frame = sched::scope_of(task.scope);
  frame->state.add(1);  // keeps the scope open until the release below
  task_list list;
  if (pack_task(place, task, list)) {
    if (to == place.number) {  // check mode
      import_own(place, frame, list, urgent);
    } else {
      scopes.depart(frame, to, {1, urgent, false, false, list.bytes().view()});
    }
    release(place, frame, 1);
  }
  release(place, frame, 1);
}

void import_tasks(sched::place& place, scope_tree::arrival const& arrival) {
  wire::reader reader(arrival.contents.body);
  thread_local slot_list slots;  // kept: a polling thread needs it all the time
  slots.clear();
  {
    packing_section const timed;
    for (std::uint32_t i = 0; i < arrival.contents.tasks; ++i) {
      slots.push_back(read_task(reader, arrival.frame));
      if (slots.back().fn == nullptr) slots.pop_back();  // its call has run on arrival
    }
  }
  if (arrival.contents.urgent) {
    for (slot const& task : slots) sched::submit_urgent(&place, task);
  } else if (arrival.contents.loot) {
    sched::submit_loot(place, slots.data(), slots.size());
  } else if (!slots.empty()) {
    sched::submit_many(place, slots.data(), slots.size());
  }
  std::size_t const ended = arrival.contents.tasks - slots.size();
  if (ended != 0)
    sched::release_tokens(&place, reinterpret_cast<std::uintptr_t>(arrival.frame), static_cast<std::int64_t>(ended));
}

void import_own(sched::place& place, scope_frame* frame, task_list const& list, bool urgent) {
  sched::fibre* const current = sched::self();
  bool const own =
      !urgent && current != nullptr && current->place == &place && sched::scope_of(current->scope) == frame;
  wire::reader reader(list.bytes().view());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    slot task = read_task(reader, frame);
    if (task.fn == nullptr) continue;
    watch_statics(place, task);
    if (own) {  // as without the check mode: the caller runs it after its newer tasks
      task.scope &= ~sched::slot_counted;
      slot* const top = current->top();
      sched::copy_slot(top, &task);
      if (current->push(top)) sched::push_slow(current);
      continue;
    }
    frame->state.add(1);
    if (urgent) {
      sched::submit_urgent(&place, task);
    } else {
      sched::submit_many(place, &task, 1);
    }
  }
}

bool repack_task(sched::place& place, slot& task) {
  std::uintptr_t const word = task.scope;
  scope_frame* const frame = sched::scope_of(word);
  bool const has_token = (word & sched::slot_counted) != 0;
  if (!has_token) frame->state.add(1);  // which a failure gives back
  task_list list;
  bool const packed = pack_task(place, task, list);
  if (packed) {
    wire::reader reader(list.bytes().view());
    task = read_task(reader, frame);
    task.scope = word & ~sched::slot_claimable;
    watch_statics(place, task);
    if (!has_token) release(place, frame, 1);
  } else {
    task.fn = [](slot*, sched::task_op) {};
    task.scope = word & ~(sched::slot_claimable | sched::slot_any);
  }
  return packed;
}

std::size_t import_posts(sched::place& place, std::span<std::byte const> body) {
  wire::reader reader(body);
  thread_local slot_list slots;  // kept: a polling thread needs it all the time
  slots.clear();
  while (reader.remaining() != 0) slots.push_back(read_task(reader, &place.root));
  place.root.state.add(static_cast<std::int64_t>(slots.size()));
  sched::submit_many(place, slots.data(), slots.size());
  return slots.size();
}

}  // namespace skua::remote

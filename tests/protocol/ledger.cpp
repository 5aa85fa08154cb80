// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "protocol/ledger.hpp"

#include <algorithm>

namespace protocol {

int ledger::open_scope(scope_entry const& s) {
  if (s.parent >= 0) ++scope(s.parent).open;
  scopes_.push_back(s);
  scopes_.back().open = 1;
  return scopes() - 1;
}

int ledger::add_task(task_entry const& t) {
  if (scope(t.scope).ended) complain("a task was added to scope " + std::to_string(t.scope) + ", which has ended");
  ++scope(t.scope).open;
  for (int i = t.scope; i >= 0; i = scope(i).parent) ++scope(i).spawned_inside;
  tasks_.push_back(t);
  return tasks() - 1;
}

ledger::task_entry& ledger::leave(int task, char const* verb) {
  task_entry& t = tasks_[static_cast<std::size_t>(task)];
  std::string const name = "task " + std::to_string(task) + " of scope " + std::to_string(t.scope);
  if (t.state != task_entry::queued) complain(name + " was " + verb + ", but it is gone already");
  if (scope(t.scope).ended) complain(name + " was " + verb + " after the end of its scope");
  --scope(t.scope).open;
  return t;
}

void ledger::ran(int task) { leave(task, "run").state = task_entry::ran; }

void ledger::dropped(int task) {
  task_entry& t = leave(task, "dropped");
  t.state = task_entry::dropped;
  if (t.shielded || !forbids(t.scope)) complain("task " + std::to_string(task) + " was dropped without a reason");
  never_starts(t.scope);
}

void ledger::could_not_leave(int task) {
  task_entry& t = leave(task, "packed");
  t.state = task_entry::failed;
  never_starts(t.scope);
  threw(t.scope);
}

void ledger::never_starts(int i) {
  ++scope(i).dropped;
  for (; i >= 0; i = scope(i).parent) ++scope(i).dropped_inside;
}

void ledger::threw(int i) {
  ++scope(i).errors;
  if (!scope(i).keeps_going) cancelled(i, true);
}

void ledger::cancelled(int i, bool from_inside) {
  scope(i).requested = true;
  if (from_inside) scope(i).surely = true;
}

void ledger::body_ended(int i) { --scope(i).open; }

bool ledger::forbids(int i) const {
  for (;;) {
    scope_entry const& s = scopes_[static_cast<std::size_t>(i)];
    if (s.requested) return true;
    if (s.in_shield || s.parent < 0) return false;
    i = s.parent;
  }
}

int ledger::sum_around(int i) const {
  for (; i >= 0; i = scopes_[static_cast<std::size_t>(i)].parent) {
    if (scopes_[static_cast<std::size_t>(i)].sum_name != 0) return i;
  }
  return -1;
}

void ledger::ended(int i, outcome const& o) {
  scope_entry& s = scope(i);
  std::string const name = "scope " + std::to_string(i);
  auto const expect = [&](char const* quantity, std::uint64_t actual, std::uint64_t expected) {
    if (actual != expected)
      complain(name + ": " + quantity + " " + std::to_string(actual) + ", not " + std::to_string(expected));
  };
  if (s.ended) complain(name + " has ended twice");
  if (s.open != 0) complain(name + " has ended too early: still open " + std::to_string(s.open));
  s.ended = true;
  expect("tasks that never started", o.never_started, s.dropped);
  expect("exceptions", o.errors, s.errors);
  expect("exceptions kept", o.kept_errors, std::min<std::uint64_t>(s.errors, 16));
  expect("sum", o.sum, s.sum);
  if (s.counts) expect("tasks counted", o.spawned, s.spawned_inside);
  if (s.counts) expect("counted as never started", o.counted_never, s.dropped_inside);
  if (o.cancelled && !forbids(i)) complain(name + " was cancelled by nobody");
  if (!o.cancelled && s.surely) complain(name + " has not heard that it was cancelled inside");
  if (s.parent >= 0) --scope(s.parent).open;
}

}  // namespace protocol

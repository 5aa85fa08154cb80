// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sending tasks to other places: the parts that are not templates.
#include <skua/detail/remote/remote_task.hpp>

#include "remote/exporter.hpp"
#include "remote/node.hpp"

namespace skua::remote {
namespace {

/// A send is a scheduling point, as a push is: a task that only sends must also be preempted.
void scheduling_point() {
  sched::fibre* const s = sched::self();
  if (s != nullptr && s->poll_requested()) sched::push_slow(s);
}

std::uintptr_t caller_scope(sched::place& p) noexcept {
  sched::fibre const* const s = sched::self();
  return s != nullptr ? s->scope : reinterpret_cast<std::uintptr_t>(&p.root);
}

}  // namespace

std::size_t task_list::begin() {
  std::size_t const header = message_.size();
  message_.put(std::uint64_t{0});
  message_.put(std::uint32_t{0});
  message_.put(std::uint32_t{0});
  return header;
}

void task_list::end(std::size_t header, unpack_fn unpack, std::uintptr_t flags) {
  message_.put_at(header, wire::name_of_function(reinterpret_cast<void (*)()>(unpack)));
  message_.put_at(header + 8, flags_to_wire(flags));
  message_.put_at(header + 12, static_cast<std::uint32_t>(message_.size() - header - 16));
  ++n_;
}

sched::place_front* caller_place() { return sched::place_here(); }

bool never_starts(std::uintptr_t flags) {
  auto& p = *static_cast<sched::place*>(caller_place());
  // relaxed: a thread that knows of the cancellation sees the count
  if (p.cancelled_scopes.load(std::memory_order_relaxed) == 0) return false;
  std::uintptr_t const word = caller_scope(p);
  if (!sched::start_forbidden(p, word | (flags & sched::slot_shielded))) return false;
  count_unstarted(word);
  // relaxed: read after the scope's end
  if (sched::task_counts* t = sched::task_counts_around(sched::scope_of(word)))
    t->spawned.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void send_tasks(int to, task_list const& tasks, bool urgent) {
  scheduling_point();
  auto& p = *static_cast<sched::place*>(caller_place());
  node& n = node_of(&p);
  std::uintptr_t const word = caller_scope(p);
  sched::scope_frame* const f = sched::scope_of(word);
  n.wait_for_room(to, word);
  // relaxed: read after the scope's end
  if (sched::task_counts* t = sched::task_counts_around(f))
    t->spawned.fetch_add(tasks.size(), std::memory_order_relaxed);
  if (to == p.number) return import_own(p, f, tasks, urgent);  // check mode
  n.scopes().depart(f, to, {tasks.size(), urgent, false, false, tasks.bytes().view()});
}

void send_post(int to, task_list const& task) {
  scheduling_point();
  node& n = caller_node();
  if (to == n.place().number) return import_post(n.place(), task.bytes().view());  // check mode
  n.wait_for_room(to, 0);
  n.ending().post_sent();
  n.send(to, kind::post, task.bytes().view());
  n.ending().post_handed_over(to);
}

void fail_call(sched::place_front* at, std::uint64_t call, std::exception_ptr e) noexcept {
  auto const c = node_of(at).calls().take(call);
  if (!c) return;
  c->state->error = std::move(e);
  sched::complete_and_release(c->state);
}

}  // namespace skua::remote

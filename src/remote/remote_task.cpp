// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sending tasks to other places: the parts that are not templates.
#include <skua/detail/remote/remote_task.hpp>

#include <algorithm>
#include <cstring>

#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "remote/exporter.hpp"
#include "remote/node.hpp"

namespace skua::remote {
namespace {

constexpr std::size_t header_bytes = 16, size_at = 12;  // of a task in a list

/// A send is a scheduling point, as a push is: a task that only sends must also be preempted.
void scheduling_point() {
  sched::fibre* const current = sched::self();
  if (current != nullptr && current->poll_requested()) sched::push_slow(current);
}

std::uintptr_t caller_scope(sched::place& place) noexcept {
  sched::fibre const* const current = sched::self();
  return current != nullptr ? current->scope : reinterpret_cast<std::uintptr_t>(&place.root);
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
  message_.put_at(header + size_at, static_cast<std::uint32_t>(message_.size() - header - header_bytes));
  ++n_;
}

std::uint32_t count_tasks(std::span<std::byte const> lists) noexcept {
  std::uint32_t n = 0;
  for (; lists.size() >= header_bytes; ++n) {
    std::uint32_t size = 0;
    std::memcpy(&size, lists.data() + size_at, sizeof size);
    lists = lists.subspan(std::min(header_bytes + size, lists.size()));
  }
  return n;
}

sched::place_front* caller_place() { return sched::place_here(); }

bool never_starts(std::uintptr_t flags) {
  auto& place = *static_cast<sched::place*>(caller_place());
  // relaxed: a thread that knows of the cancellation sees the count
  if (place.cancelled_scopes.load(std::memory_order_relaxed) == 0) return false;
  std::uintptr_t const word = caller_scope(place);
  if (!sched::start_forbidden(place, word | (flags & sched::slot_shielded))) return false;
  count_unstarted(word);
  // relaxed: read after the scope's end
  if (sched::task_counts* counts = sched::task_counts_around(sched::scope_of(word)))
    counts->spawned.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void send_tasks(int to, task_list const& tasks, bool urgent) {
  scheduling_point();
  auto& place = *static_cast<sched::place*>(caller_place());
  node& node = node_of(&place);
  std::uintptr_t const word = caller_scope(place);
  sched::scope_frame* const frame = sched::scope_of(word);
  node.wait_for_room(to, word);
  // relaxed: read after the scope's end
  if (sched::task_counts* counts = sched::task_counts_around(frame))
    counts->spawned.fetch_add(tasks.size(), std::memory_order_relaxed);
  if (to == place.number) return import_own(place, frame, tasks, urgent);  // check mode
  node.scopes().depart(frame, to, {tasks.size(), urgent, false, false, tasks.bytes().view()});
}

void send_post(int to, task_list const& task) {
  scheduling_point();
  node& node = caller_node();
  if (to == node.place().number) return (void)import_posts(node.place(), task.bytes().view());  // check mode
  node.wait_for_room(to, 0);
  node.ending().post_sent();
  constexpr std::uint64_t key_of_posts = ~std::uint64_t{0};  // not the id of a scope
  if (!node.join(to, key_of_posts, task.bytes().view()))
    node.send_joinable(to, kind::post, {}, task.bytes().view(), key_of_posts);
  node.ending().post_handed_over(to);
}

void fail_call(sched::place_front* at, std::uint64_t call, std::exception_ptr exception) noexcept {
  auto const pending_call = node_of(at).calls().take(call);
  if (!pending_call) return;
  pending_call->state->error = std::move(exception);
  sched::complete_and_release(pending_call->state);
}

}  // namespace skua::remote

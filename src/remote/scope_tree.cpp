// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/scope_tree.hpp"

#include <algorithm>
#include <bit>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/remote/remote_task.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include <skua/wire/exception.hpp>

#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"

namespace skua::remote {

using sched::scope_frame;

namespace {

struct proxy final : sched::proxy_frame {
  int parent_place = -1;
  int depth = 0;
  std::uint64_t weight = 0;  // tokens of the parent's frame; at least 1; under scopes.lock
};

/// In front of a batch of tasks.
struct batch_head {
  std::uint64_t scope;
  std::uint32_t tasks;
  std::uint32_t flags;
  std::uint32_t origin;  // low bits: the lender; from depth_shift on: the depth of a proxy that the tasks make
  std::uint32_t weight;
  std::uint64_t bytes;  // of these tasks; what follows has joined the batch on its way
};
constexpr unsigned depth_shift = 24;
constexpr int max_depth = 255;
constexpr std::uint64_t shared_weight = 1u << 24;  // enough for 24 halvings
constexpr std::uint64_t max_lent = 1u << 30;       // by a proxy at once
// by a proxy: the state word has room for that much of all places together
constexpr std::uint64_t max_held = std::uint64_t{1} << 36;
constexpr std::uint32_t keeps_going = 1, counts = 2, is_urgent = 4, answers_steal = 8, is_cancelled = 16, is_loot = 32,
                        below_place_0 = 64;
constexpr unsigned remaining_shift = 8;  // the flags lie below

std::uintptr_t word_of(scope_frame* frame) noexcept { return reinterpret_cast<std::uintptr_t>(frame); }
proxy* proxy_of(scope_frame* frame) noexcept {
  return frame->state.has(sched::scope_proxy) ? static_cast<proxy*>(frame) : nullptr;
}

}  // namespace

/// The weight that a batch holds.
struct scope_tree::batch_weight {
  int lender;
  int depth;
  std::uint64_t weight;
};

int scope_tree::default_depth(int places) noexcept {
  int const levels = static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(1, places - 1))));
  return std::max(1, levels / 2);
}

/// Under scopes.lock; the caller holds a token of `frame`.
scope_tree::batch_weight scope_tree::lend(scope_frame* frame) noexcept {
  proxy* const proxy = proxy_of(frame);
  if (proxy != nullptr && proxy->depth >= deepest_ && proxy->weight > 1) {
    std::uint64_t const half = std::min(proxy->weight / 2, max_lent);
    proxy->weight -= half;
    return {proxy->parent_place, proxy->depth, half};
  }
  int const depth = std::min(max_depth, proxy != nullptr ? proxy->depth + 1 : 1);
  std::uint64_t const weight = depth >= deepest_ ? shared_weight : 1;
  frame->state.add(static_cast<std::int64_t>(weight));
  // relaxed: the message that gives the weight back orders it
  if (proxy == nullptr) place_.lent_tokens.fetch_add(weight, std::memory_order_relaxed);
  return {place_.number, depth, weight};
}

/// Weight of `frame`, which this place lent, has come back, and the contributions that came with it
/// are merged. The frame may be destroyed afterwards.
void scope_tree::give_back(scope_frame* frame, std::uint64_t weight) noexcept {
  frame->extension->lent_tokens.fetch_sub(weight, std::memory_order_relaxed);  // relaxed: a number for debuggers
  if (proxy_of(frame) == nullptr) {
    // sync: LENT-TOKENS -> everything_arrived; LENT-TOKENS -> dispose
    if (place_.lent_tokens.fetch_sub(weight, std::memory_order_release) == weight) merged_.all_returned();
  }
  sched::release_tokens(&place_, word_of(frame), static_cast<std::int64_t>(weight));
}

/// Called under scopes.lock. Returns true if the edge is new.
bool scope_tree::add_edge(scope_frame* frame, int to) {
  std::vector<int>& edges = frame->extension->edges;
  if (std::find(edges.begin(), edges.end(), to) != edges.end()) return false;
  edges.push_back(to);
  return true;
}

void scope_tree::depart(scope_frame* frame, int to, batch const& batch) {
  std::lock_guard hold(place_.scopes.lock);
  std::uint64_t const id = sched::scope_id_locked(place_, frame);
  bool const cancelled = sched::scope_forbids(word_of(frame));
  bool const may_join = !batch.urgent && !batch.loot && !cancelled;
  if (may_join && sender_.join(to, id, batch.body)) return;
  batch_weight const lent = lend(frame);  // TREE-1
  // relaxed: a number for debuggers
  if (lent.lender == place_.number) frame->extension->lent_tokens.fetch_add(lent.weight, std::memory_order_relaxed);
  batch_head head{id,
                  batch.tasks,
                  (batch.urgent ? is_urgent : 0) | (batch.loot ? is_loot : 0) | (batch.answers ? answers_steal : 0) |
                      (cancelled ? is_cancelled : 0) | batch.remaining << remaining_shift,  // TREE-4
                  static_cast<std::uint32_t>(lent.lender) | static_cast<std::uint32_t>(lent.depth) << depth_shift,
                  static_cast<std::uint32_t>(lent.weight),
                  batch.body.size()};
  if (frame->state.has(sched::scope_keep_going)) head.flags |= keeps_going;
  if (sched::task_counts_around(frame) != nullptr) head.flags |= counts;
  sched::proxy_frame const* const around = sched::proxy_around(frame);
  if (around != nullptr ? around->below_place_0 : place_.number == 0) head.flags |= below_place_0;
  if (add_edge(frame, to) && cancelled) frame->extension->edges_told = frame->extension->edges.size();
  sender_.send_joinable(to, kind::tasks, wire::bytes_of(head), batch.body, may_join ? id : 0);
}

scope_tree::arrival scope_tree::arrive(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const head = reader.get<batch_head>();
  arrival arrival;
  arrival.scope = head.scope;
  arrival.lender = static_cast<int>(head.origin & ((1u << depth_shift) - 1));
  arrival.contents = {head.tasks,
                      (head.flags & is_urgent) != 0,
                      (head.flags & is_loot) != 0,
                      (head.flags & answers_steal) != 0,
                      reader.take(reader.remaining()),
                      head.flags >> remaining_shift};
  arrival.contents.tasks += count_tasks(arrival.contents.body.subspan(head.bytes));
  {
    std::lock_guard hold(place_.scopes.lock);
    arrival.frame = sched::find_scope_locked(place_, head.scope);
    bool const home = sched::place_of_scope(head.scope) == place_.number;
    base::check(arrival.frame != nullptr || !home, "internal: tasks came home to a scope that has ended");
    std::uint32_t const tasks = arrival.contents.tasks;
    arrival.joined = home || (arrival.frame != nullptr && arrival.frame->state.try_add());  // TREE-3
    if (arrival.joined) {
      arrival.frame->state.add(home ? tasks : tasks - 1);
      if (proxy* const proxy = proxy_of(arrival.frame);
          proxy != nullptr && proxy->parent_place == arrival.lender && proxy->weight < max_held) {
        proxy->weight += head.weight;  // "done" gives it back with the rest
      } else {
        arrival.weight = head.weight;
      }
    } else {
      auto* const fresh = new proxy;
      arrival.frame = fresh;
      fresh->parent_place = arrival.lender;
      fresh->depth = static_cast<int>(head.origin >> depth_shift);
      fresh->weight = head.weight;
      fresh->parent = 0;
      fresh->base = nullptr;
      fresh->owner = nullptr;
      fresh->extension = nullptr;
      fresh->serial = next_serial_++;
      fresh->below_place_0 = (head.flags & below_place_0) != 0;
      fresh->state.raise(sched::scope_waiting | sched::scope_proxy |
                         ((head.flags & keeps_going) != 0 ? sched::scope_keep_going : 0));
      fresh->state.add(tasks);
      sched::scope_extension* const extension = sched::extend(fresh);
      extension->id = head.scope;
      if ((head.flags & counts) != 0) {
        extension->counting = true;
        place_.counting.fetch_add(1, std::memory_order_relaxed);  // relaxed: reaches workers with the tasks
      }
      place_.scopes.proxies[head.scope] = fresh;
      place_.has_proxies.store(true, std::memory_order_relaxed);  // relaxed: reaches workers with the tasks
    }
  }
  if (!arrival.joined && arrival.lender != from)
    sender_.send(arrival.lender, kind::engaged, wire::bytes_of(arrival.scope));
  if ((head.flags & is_cancelled) != 0) (void)sched::cancel_by_remote(place_, head.scope);
  return arrival;
}

void scope_tree::queued(arrival const& arrival) {
  if (arrival.weight == 0) return;
  if (arrival.lender == place_.number) {  // the tasks came back through a child
    give_back(frame_of(arrival.scope), arrival.weight);
    return;
  }
  wire::writer message;
  message.put(arrival.scope);  // not from the frame, which may have ended
  message.put(arrival.weight);
  sender_.send(arrival.lender, kind::joined, message.view());
}

scope_frame* scope_tree::frame_of(std::uint64_t id) const {
  std::lock_guard hold(place_.scopes.lock);
  scope_frame* const frame = sched::find_scope_locked(place_, id);
  base::check(frame != nullptr, "internal: an acknowledgement for a scope that has ended");  // TREE-1
  return frame;
}

void scope_tree::on_joined(std::span<std::byte const> message) {
  wire::reader reader(message);
  scope_frame* const frame = frame_of(reader.get<std::uint64_t>());
  give_back(frame, reader.get<std::uint64_t>());
}

/// A child sent tasks with weight of this place. They have made a proxy at `from`, a new child, and
/// this place tells it of a cancellation.
void scope_tree::on_engaged(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  scope_frame* const frame = frame_of(reader.get<std::uint64_t>());  // TREE-1: the new proxy holds weight of `frame`
  std::lock_guard hold(place_.scopes.lock);
  (void)add_edge(frame, from);
  if (!sched::scope_forbids(word_of(frame))) return;
  // "cancel" may have come there before the tasks, so it is sent again
  sender_.send(from, kind::cancel, wire::bytes_of(frame->extension->id));
  frame->extension->edges_told = frame->extension->edges.size();
}

void scope_tree::on_cancel(std::span<std::byte const> message) {
  wire::reader reader(message);
  (void)sched::cancel_by_remote(place_, reader.get<std::uint64_t>());
}

void scope_tree::on_done(std::span<std::byte const> message) {
  wire::reader reader(message);
  scope_frame* const frame = frame_of(reader.get<std::uint64_t>());
  auto const never_started = reader.get<std::uint64_t>();
  auto const spawned = reader.get<std::uint64_t>();
  auto const counted_never = reader.get<std::uint64_t>();
  auto const total_errors = reader.get<std::uint64_t>();
  auto const weight = reader.get<std::uint64_t>();
  auto const errors = reader.get<std::uint32_t>();
  // only the proxy knows of tasks and loops that ended early there
  if (sched::scope_forbids(word_of(frame))) frame->state.raise(sched::scope_cut_short);
  // relaxed: read after the scope's end
  if (never_started != 0) sched::extend(frame)->never_started.fetch_add(never_started, std::memory_order_relaxed);
  if (sched::task_counts* around = sched::task_counts_around(frame)) {
    around->spawned.fetch_add(spawned, std::memory_order_relaxed);              // relaxed: read after the scope's end
    around->never_started.fetch_add(counted_never, std::memory_order_relaxed);  // relaxed: read after the scope's end
  }
  for (std::uint32_t i = 0; i < errors; ++i) sched::record_error(place_, frame, decode_exception(reader));
  if (total_errors > errors) {
    sched::scope_extension* const extension = sched::extend(frame);
    extension->lock.lock();
    extension->error_count += total_errors - errors;
    extension->lock.unlock();
  }
  merged_.merge(reader, sched::context_of(frame));
  give_back(frame, weight);  // TREE-6: after the merge
}

void scope_tree::tell_edges(scope_frame* frame) noexcept {
  sched::scope_extension* const extension = frame->extension;
  for (; extension->edges_told < extension->edges.size(); ++extension->edges_told)
    sender_.send(extension->edges[extension->edges_told], kind::cancel, wire::bytes_of(extension->id));
}

// The mark cancels every frame inside the marked one.
void scope_tree::marked(scope_frame* marked_frame) noexcept {
  for (sched::scope_entry const& entry : place_.scopes.entries) {
    if (entry.frame != nullptr && sched::scope_forbids(word_of(entry.frame))) tell_edges(entry.frame);
  }
  for (auto const& [id, frame] : place_.scopes.proxies) {
    if (sched::scope_forbids(word_of(frame))) tell_edges(frame);
  }
  if (marked_frame->state.has(sched::scope_proxy)) {
    sender_.send(static_cast<proxy*>(marked_frame)->parent_place, kind::cancel,
                 wire::bytes_of(marked_frame->extension->id));
  }
}

void scope_tree::cancel_remote(std::uint64_t id) noexcept {
  sender_.send(sched::place_of_scope(id), kind::cancel, wire::bytes_of(id));
}

void scope_tree::pack_end(sched::proxy_frame* frame, std::uint64_t id, wire::writer& to) {
  sched::scope_extension const& extension = *frame->extension;
  std::uint64_t const never = extension.never_started.load(std::memory_order_relaxed);  // relaxed: every task has ended
  to.put(id);
  to.put(never);
  to.put(extension.count.spawned.load(std::memory_order_relaxed));        // relaxed: every task has ended
  to.put(extension.count.never_started.load(std::memory_order_relaxed));  // relaxed: every task has ended
  to.put(std::uint64_t{extension.error_count});
  to.put(static_cast<proxy const*>(frame)->weight);
  to.put(static_cast<std::uint32_t>(extension.errors.size()));
  for (std::exception_ptr const& exception : extension.errors) wire::encode_exception(to, exception, place_.number);
  merged_.pack(frame->serial, to);  // TREE-5
}

void scope_tree::ended(sched::proxy_frame* frame) noexcept {
  std::uint64_t const id = frame->extension->id;
  {
    std::lock_guard hold(place_.scopes.lock);
    auto const entry = place_.scopes.proxies.find(id);
    if (entry != place_.scopes.proxies.end() && entry->second == frame) place_.scopes.proxies.erase(entry);
    // relaxed: only skips a check
    if (frame->state.has(sched::scope_cancelled)) place_.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);
  }
  if (frame->extension->counting)
    place_.counting.fetch_sub(1, std::memory_order_relaxed);  // relaxed: see begin_counting
  wire::writer message;
  pack_end(frame, id, message);
  auto* const child = static_cast<proxy*>(frame);
  int const parent = child->parent_place;
  sched::retire_extension(place_, frame);
  delete child;
  sender_.send(parent, kind::done, message.view());
}

}  // namespace skua::remote

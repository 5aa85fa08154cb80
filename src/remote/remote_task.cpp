// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sending tasks to other places: the parts that are not templates.
#include <skua/detail/remote/remote_task.hpp>

#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include <pthread.h>

#include <skua/detail/sched/remote_parts.hpp>
#include <skua/detail/wire/find_process_address.hpp>

#include "remote/exporter.hpp"
#include "remote/node.hpp"

namespace skua {
namespace remote {
namespace {

/// The stack of this thread, not that of a fibre.
struct thread_stack {
  std::uintptr_t low = 0;
  std::size_t bytes = 0;

  thread_stack() noexcept {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* address = nullptr;
    if (pthread_attr_getstack(&attributes, &address, &bytes) == 0) low = reinterpret_cast<std::uintptr_t>(address);
    pthread_attr_destroy(&attributes);
  }
  bool holds(std::uintptr_t word) const noexcept { return word - low < bytes; }
};

/// Whether the word is an address on the stack of any task of the place, or of the calling thread.
bool on_a_stack(sched::place_front* at, std::uintptr_t word) noexcept {
  thread_local thread_stack const own_stack;
  return own_stack.holds(word) ||
         static_cast<sched::place*>(at)->fibres.on_a_stack(reinterpret_cast<void const*>(word));
}

/// Whether an aligned word of the bytes is an address of this process.
bool holds_address(sched::place_front* at, void const* bytes, std::size_t n) noexcept {
  for (std::size_t i = 0; i + 8 <= n; i += 8) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<char const*>(bytes) + i, 8);
    if (word < 0x10000 || word >> 47 != 0) continue;
    if (on_a_stack(at, word)) return true;
  }
  return wire::find_process_address({static_cast<std::byte const*>(bytes), n}).has_value();
}

/// To send is a scheduling point, as a push is: a task that only sends must be preempted, too.
void scheduling_point() {
  sched::fibre* const s = sched::self();
  if (s != nullptr && s->poll_requested()) sched::push_slow(s);
}

std::uintptr_t caller_scope(sched::place& p) noexcept {
  sched::fibre const* const s = sched::self();
  return s != nullptr ? s->scope : reinterpret_cast<std::uintptr_t>(&p.root);
}

}  // namespace

void require_values_only(sched::place_front* at, void const* bytes, std::size_t n) {
  if (!holds_address(at, bytes, n)) return;
  throw error(
      "a task that leaves its place holds a pointer or reference to something of this process (a local variable, a "
      "static "
      "object): let it capture values, handles of reducers and place_locals, and global pointers only");
}

void pack_text(wire::writer& to, char const* text) {
  std::size_t const n = std::strlen(text);
  to.put_length(n);
  to.raw(text, n);
}

char const* keep_text(wire::reader& from) {
  static std::mutex lock;
  static auto& texts = *new std::set<std::string>;  // never destroyed: tasks hold these texts
  auto const bytes = from.take(from.get_length());
  std::lock_guard const hold(lock);
  return texts.emplace(reinterpret_cast<char const*>(bytes.data()), bytes.size()).first->c_str();
}

sched::place_front* caller_place() { return sched::place_here(); }

node& caller_node() noexcept { return node_of(sched::place_here()); }

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
  n.scopes().depart(f, to, {tasks.size(), urgent, false, false, tasks.bytes().view()});
}

void send_post(int to, task_list const& task) {
  scheduling_point();
  node& n = caller_node();
  n.wait_for_room(to, 0);
  n.ending().post_sent();
  n.send(to, kind::post, task.bytes().view());
}

void fail_call(sched::place_front* at, std::uint64_t call, std::exception_ptr e) noexcept {
  auto const c = node_of(at).calls().take(call);
  if (!c) return;
  c->state->error = std::move(e);
  sched::complete_and_release(c->state);
}

}  // namespace remote

namespace sched {
void ask_part(place_front* at, int place, std::uint64_t name, future_state* p, accept_part accept) {
  remote::node_of(at).names().ask_part(place, name, p, accept);
}

void write_part_here(place_front* at, std::uint64_t name, wire::writer& to) {
  remote::node_of(at).names().write_part(name, to);
}

bool everything_arrived(scope_object const& object) noexcept {
  if (object.made_at->total == 1) return true;
  // relaxed: see remote_parts.hpp
  // sync: LENT <- give_back
  return !object.used_untracked.load(std::memory_order_relaxed) &&
         static_cast<place const*>(object.made_at)->lent_tokens.load(std::memory_order_acquire) == 0;
}

void reset_remote(scope_object* object) {
  if (object->made_at->total == 1) return;
  // relaxed: set before `lent_tokens` is 0
  if (everything_arrived(*object) && !object->known_remotely.load(std::memory_order_relaxed)) return;
  remote::node_of(object->made_at).names().reset(object);
}
}  // namespace sched
}  // namespace skua

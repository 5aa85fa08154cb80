// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sending tasks to other places: what needs no types.
#include <skua/place/far_task.hpp>

#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include <skua/sched/far_parts.hpp>
#include <skua/wire/suspicious_word.hpp>

#include "place/exporter.hpp"
#include "place/node.hpp"

namespace skua {
namespace remote {
namespace {

/// Whether the word is an address on the stack of any task, or of the calling thread.
bool on_a_stack(std::uintptr_t word) noexcept {
  sched::fibre* const s = sched::self();
  if (s == nullptr) {
    auto const here = reinterpret_cast<std::uintptr_t>(&s);
    return word - here + (std::uintptr_t{1} << 20) < std::uintptr_t{2} << 20;
  }
  bool found = false;
  sched::place_of(s)->fibres.for_each([&](sched::fibre* f) { found = found || f->owns_address(reinterpret_cast<void const*>(word)); });
  return found;
}

/// Waits until the other place's buffers have room again; other tasks run meanwhile.
void wait_for_room(node& n, int to) {
  while (n.crowded(to)) {
    if (sched::self() != nullptr) {
      sched::yield_now();
      (void)n.poll();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace

bool names_this_process(void const* bytes, std::size_t n) noexcept {
  for (std::size_t i = 0; i + 8 <= n; i += 8) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<char const*>(bytes) + i, 8);
    if (word < 0x10000 || word >> 47 != 0) continue;
    if (on_a_stack(word)) return true;
  }
  return wire::suspicious_word({static_cast<std::byte const*>(bytes), n}).has_value();
}

void pack_text(wire::writer& to, char const* text) {
  std::size_t const n = std::strlen(text);
  to.put_length(n);
  to.raw(text, n);
}

char const* keep_text(wire::reader& from) {
  static std::mutex lock;
  static std::set<std::string> texts;
  auto const bytes = from.take(from.get_length());
  std::lock_guard const hold(lock);
  return texts.emplace(reinterpret_cast<char const*>(bytes.data()), bytes.size()).first->c_str();
}

void phased_elsewhere() {
  throw error("a task with the word phased can only run at the place of its phaser: start it there, with at or on, and register it there");
}

sched::place_front* caller_place() { return sched::place_here(); }

node& caller_node() noexcept { return node_of(sched::place_here()); }

void send_tasks(sched::fibre* s, int to, task_list const& tasks, bool urgent) {
  auto& p = *static_cast<sched::place*>(caller_place());
  node& n = node_of(&p);
  wait_for_room(n, to);
  s = sched::self();
  std::uintptr_t const word = s != nullptr ? s->scope : reinterpret_cast<std::uintptr_t>(&p.root);
  sched::scope_frame* const f = sched::scope_of(word);
  if (s != nullptr && s->counted != nullptr) s->counted->spawned.fetch_add(tasks.size(), std::memory_order_relaxed);  // relaxed: read after the scope's end
  n.scopes().depart(f, to, {tasks.size(), urgent, false, tasks.bytes().view()});
}

void send_post(int to, task_list const& task) {
  node& n = caller_node();
  wait_for_room(n, to);
  n.ending().post_sent();
  n.answer(to, kind::post, task.bytes().view());
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
}  // namespace sched
}  // namespace skua

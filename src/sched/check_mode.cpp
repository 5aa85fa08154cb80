// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sched/check_mode.hpp"

#include <cstdio>
#include <mutex>
#include <set>
#include <unordered_map>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/sched/scope_object.hpp>
#include <skua/detail/sched/self.hpp>

#include "sched/deque_slow.hpp"
#include "sched/place.hpp"
#include "system/stack_trace.hpp"

namespace skua::sched {
namespace {

base::atomic<bool> is_on{false};
base::atomic<int> mistakes{0};

struct object_table {
  std::mutex lock;
  std::unordered_map<scope_object const*, scope_frame const*> owners;
};
object_table& table() {
  static object_table& t = *new object_table;  // never destroyed: objects may end after static ones
  return t;
}

/// The number of tasks of the scope, other than the caller, that have not ended. The caller's
/// innermost scope is `f`.
std::size_t other_tasks(fibre* s, scope_frame const* f) noexcept {
  auto const tokens = static_cast<std::size_t>(f->state.load() / scope_token);
  std::size_t const own = s->owns_address(f) ? 0 : 1;  // a body that opened the scope holds no token of it
  std::size_t n = tokens > own ? tokens - own : 0;
  s->for_each_above(innermost_base(s), [&n](slot const& queued) { n += (queued.scope & slot_counted) == 0; });
  return n;
}

}  // namespace

void start_check_mode() noexcept {
  is_on.store(true, std::memory_order_relaxed);  // relaxed: before the first task of the place
}

bool check_mode_is_on() noexcept {
  return is_on.load(std::memory_order_relaxed);  // relaxed: see start_check_mode
}

bool check_leaving(place& p, slot& task) {
  return (task.scope & slot_any) == 0 || p.remote == nullptr || p.remote->repack(task);
}

void note_object(scope_object const* object, scope_frame const* owner) {
  std::lock_guard const hold(table().lock);
  table().owners[object] = owner;
}

void forget_object(scope_object const* object) noexcept {
  std::lock_guard const hold(table().lock);
  table().owners.erase(object);
}

bool names_an_object(std::uintptr_t word) noexcept {
  std::lock_guard const hold(table().lock);
  return table().owners.contains(reinterpret_cast<scope_object const*>(word));
}

bool any_object_exists() noexcept {
  std::lock_guard const hold(table().lock);
  return !table().owners.empty();
}

void check_read(scope_object const& object) {
  fibre* const s = self();
  if (s == nullptr || object.made_at->total > 1) return;  // of several places the tokens say only whether, not how many
  scope_frame const* owner = nullptr;
  {
    std::lock_guard const hold(table().lock);
    auto const entry = table().owners.find(&object);
    if (entry != table().owners.end()) owner = entry->second;
  }
  if (owner == nullptr || scope_of(s->scope) != owner) return;
  std::size_t const n = other_tasks(s, owner);
  if (n == 0) return;
  report_doubt("a reducer is read" + system::call_site::here().description() + " while " + std::to_string(n) +
               (n == 1 ? " task of its scope has" : " tasks of its scope have") +
               " not ended: read it after a finish around the tasks that add to it, or use peek()");
}

void report_doubt(std::string const& text) noexcept {
  static std::mutex lock;
  static auto& texts = *new std::set<std::string>;  // never destroyed, as the table
  std::lock_guard const hold(lock);
  if (texts.insert(text).second) std::fprintf(stderr, "skua: check: %s\n", text.c_str());
}

void report_finding(std::string const& text) noexcept {
  mistakes.fetch_add(1, std::memory_order_relaxed);  // relaxed: read after the run
  report_doubt(text);
}

int findings() noexcept {
  return mistakes.load(std::memory_order_relaxed);  // relaxed: after the run
}

}  // namespace skua::sched

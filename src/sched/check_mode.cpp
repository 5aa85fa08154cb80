// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sched/check_mode.hpp"

#include <cstdio>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/sched/scope_object.hpp>
#include <skua/detail/sched/self.hpp>
#include <skua/wire/writer.hpp>

#include "sched/deque_slow.hpp"
#include "sched/place.hpp"
#include "system/stack_trace.hpp"

namespace skua::sched {
namespace {

base::atomic<bool> is_on{false};
base::atomic<int> mistakes{0};

struct object_table {
  std::mutex lock;
  std::unordered_set<scope_object const*> objects;
  std::set<std::pair<scope_object const*, scope_frame const*>> early_reads;  // each has an early_read
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

std::vector<std::byte> value_of(scope_object const& reducer) {
  wire::writer part;
  reducer.pack_part(part);
  auto const bytes = part.view();
  return {bytes.begin(), bytes.end()};
}

/// A reducer was read in a scope that had other tasks. It belongs to that scope, so it ends when
/// all of them have ended, and before the reducer. If the value is another one by then, the result
/// of the read depended on how far they were. Tasks that only read do no harm.
class early_read final : public scope_object {
 public:
  early_read(scope_object const& reducer, scope_frame const* f, std::size_t tasks, system::call_site const& place)
      : reducer_(reducer), scope_(f), tasks_(tasks), read_at_(place), value_(value_of(reducer)) {}

  ~early_read() override {
    {
      std::lock_guard const hold(table().lock);
      table().early_reads.erase({&reducer_, scope_});
    }
    try {
      if (!names_an_object(reinterpret_cast<std::uintptr_t>(&reducer_)) || value_of(reducer_) == value_) return;
      report_doubt("a reducer is read" + read_at_.description() + " while " + std::to_string(tasks_) +
                   (tasks_ == 1 ? " task of its scope has" : " tasks of its scope have") +
                   " not ended, and has another value at their end: read it after a finish around the tasks that add "
                   "to it, or use peek()");
    } catch (...) {  // no memory: the doubt is not reported
    }
  }

 private:
  scope_object const& reducer_;
  scope_frame const* scope_;
  std::size_t tasks_;
  system::call_site read_at_;
  std::vector<std::byte> value_;
};

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

void note_object(scope_object const* object) {
  std::lock_guard const hold(table().lock);
  table().objects.insert(object);
}

void forget_object(scope_object const* object) noexcept {
  std::lock_guard const hold(table().lock);
  table().objects.erase(object);
}

bool names_an_object(std::uintptr_t word) noexcept {
  std::lock_guard const hold(table().lock);
  return table().objects.contains(reinterpret_cast<scope_object const*>(word));
}

bool any_object_exists() noexcept {
  std::lock_guard const hold(table().lock);
  return !table().objects.empty();
}

void check_read(scope_object const& reducer) noexcept {
  fibre* const s = self();
  if (s == nullptr || reducer.made_at->total > 1)
    return;  // of several places the tokens say only whether, not how many
  scope_frame const* const f = scope_of(s->scope);
  std::size_t const n = other_tasks(s, f);
  if (n == 0) return;
  try {
    {
      std::lock_guard const hold(table().lock);
      if (!table().early_reads.insert({&reducer, f}).second) return;  // one read of each scope is enough
    }
    auto read = std::make_unique<early_read>(reducer, f, n, system::call_site::here());
    adopt(read.get());
    static_cast<void>(read.release());  // its scope destroys it
  } catch (...) {                       // no memory: the read is not checked
  }
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

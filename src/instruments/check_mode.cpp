// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/check_mode.hpp"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/wire/writer.hpp>

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/remote_hooks.hpp"
#include "core/settings.hpp"
#include "core/task_events.hpp"
#include "system/stack_trace.hpp"

namespace skua::sched {
namespace {

base::atomic<int> mistakes{0};
constexpr std::size_t most_kept = 1000;  // of the reducers that have ended

struct object_table {
  std::recursive_mutex lock;  // value_of runs under it, and may call code of the program
  std::uint64_t last_serial = 0;
  std::unordered_map<scope_object const*, std::uint64_t> objects;            // and their serials
  std::set<std::pair<scope_object const*, scope_frame const*>> early_reads;  // each has an early_read
  std::set<std::string> reported_reads;                                      // the places of the reads
  std::deque<std::unique_ptr<scope_object>> ended;                           // reducers, the oldest first
};
object_table& table() {
  static object_table& table = *new object_table;  // never destroyed: objects may end after static ones
  return table;
}

/// The number of tasks of the scope, other than the caller, that have not ended. The caller's
/// innermost scope is `frame`.
std::size_t other_tasks(fibre* current, scope_frame const* frame) noexcept {
  auto const tokens = static_cast<std::size_t>(frame->state.load() / scope_token);
  std::size_t const own = current->owns_address(frame) ? 0 : 1;  // a body that opened the scope holds no token of it
  std::size_t n = tokens > own ? tokens - own : 0;
  current->for_each_above(innermost_base(current),
                          [&n](slot const& queued) { n += (queued.scope & slot_counted) == 0; });
  return n;
}

std::vector<std::byte> value_of(scope_object const& reducer) {
  wire::writer part;
  reducer.pack_part(part);
  auto const bytes = part.view();
  return {bytes.begin(), bytes.end()};
}

/// A task has read a reducer while its scope had other tasks. This object belongs to that scope, so
/// it ends when all of them have ended. If the reducer has another value then, the result of the
/// read may have depended on how far they were. Tasks that only read do no harm.
class early_read final : public scope_object {
 public:
  early_read(scope_object const& reducer, scope_frame const* frame, std::size_t tasks, system::call_site const& place)
      : reducer_(reducer), scope_(frame), tasks_(tasks), read_at_(place), value_(value_of(reducer)) {
    std::lock_guard const hold(table().lock);
    serial_ = table().objects.at(&reducer);
  }

  ~early_read() override {
    try {
      if (value_has_changed()) report();
    } catch (...) {  // no memory: the doubt is not reported
    }
    std::lock_guard const hold(table().lock);
    table().early_reads.erase({&reducer_, scope_});
  }

 private:
  /// The reducer may be gone, if its handle has left its scope, and its address may belong to
  /// another object. While the table is locked, it stays.
  bool value_has_changed() const {
    std::lock_guard const hold(table().lock);
    auto const object = table().objects.find(&reducer_);
    return object != table().objects.end() && object->second == serial_ && value_of(reducer_) != value_;
  }

  void report() const {
    std::string const place = read_at_.description();
    {
      std::lock_guard const hold(table().lock);
      if (!table().reported_reads.insert(place).second) return;
    }
    report_doubt("a task reads a reducer" + place + " while " + std::to_string(tasks_) +
                 (tasks_ == 1 ? " other task of its scope has" : " other tasks of its scope have") +
                 " not ended, and the value is another one at the end of that scope: read it after a finish around "
                 "the tasks that add to it, or use peek()");
  }

  scope_object const& reducer_;
  scope_frame const* scope_;
  std::size_t tasks_;
  system::call_site read_at_;
  std::vector<std::byte> value_;
  std::uint64_t serial_;
};

}  // namespace

namespace {

/// Packs each task that may leave the place, and makes it anew from the bytes.
class checks final : public task_events {
 public:
  explicit checks(place& place) noexcept : task_events(instrument::check), place_(place) {}

  /// Takes the task that was just pushed out of the deque, where a thief may force it out at any
  /// time, and puts it back as it would arrive at another place.
  void queued(fibre* spawner) override {
    if ((spawner->top()[-1].scope & slot_any) == 0) return;
    slot* const base = innermost_base(spawner);
    slot const* const newest = spawner->pop(base, [spawner, base] { return spawner->reclaim(base); });
    if (newest == nullptr) return;  // it has been stolen
    slot task;
    copy_slot(&task, newest);
    if (!submitted(task)) return;
    slot* const top = spawner->top();
    copy_slot(top, &task);
    static_cast<void>(spawner->push(top));  // the caller enters the slow path in any case
  }

  /// Returns false if the task could not be packed: its scope or future has the exception, its
  /// token is given back, and `task` does nothing.
  bool submitted(slot& task) noexcept override {
    return (task.scope & slot_any) == 0 || place_.remote == nullptr || place_.remote->repack(task);
  }

 private:
  place& place_;
};

}  // namespace

std::unique_ptr<task_events> make_checks(place& place) { return std::make_unique<checks>(place); }

void note_object(scope_object const* object) {
  std::lock_guard const hold(table().lock);
  table().objects[object] = ++table().last_serial;
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

void keep_ended(scope_object* reducer) noexcept {
  std::unique_ptr<scope_object> oldest(reducer);  // destroyed without the lock
  try {
    std::lock_guard const hold(table().lock);
    table().ended.push_back(std::move(oldest));
    if (table().ended.size() <= most_kept) return;
    oldest = std::move(table().ended.front());
    table().ended.pop_front();
  } catch (...) {  // no memory: it is destroyed now
  }
}

namespace {

bool has_ended(scope_object const& reducer) {
  std::lock_guard const hold(table().lock);
  return std::ranges::any_of(table().ended, [&](auto const& object) { return object.get() == &reducer; });
}

}  // namespace

void check_read(scope_object const& reducer) noexcept {
  try {
    if (has_ended(reducer)) {
      report_finding("a reducer is read" + system::call_site::here().description() +
                     " after the end of the scope that made it: make it outside the finish after which you read it");
      return;
    }
  } catch (...) {  // no memory: the read is not reported
    return;
  }
  fibre* const current = self();
  if (current == nullptr || reducer.made_at->total > 1)
    return;  // of several places the tokens say only whether, not how many
  std::pair const key(&reducer, static_cast<scope_frame const*>(scope_of(current->scope)));
  try {
    {
      std::lock_guard const hold(table().lock);
      if (table().early_reads.contains(key)) return;  // one read of each scope is enough
    }
    std::size_t const n = other_tasks(current, key.second);
    if (n == 0) return;
    auto read = std::make_unique<early_read>(reducer, key.second, n, system::call_site::here());
    {
      std::lock_guard const hold(table().lock);
      if (!table().early_reads.insert(key).second) return;  // another task has read it since then
    }
    adopt(read.get());
    forget_object(read.get());          // it has no name that a task could hold
    static_cast<void>(read.release());  // its scope destroys it
  } catch (...) {                       // no memory, or the value cannot be encoded: the read is not checked
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

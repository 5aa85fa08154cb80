// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/statics_watch.hpp"

#include <memory>
#include <vector>

#include <skua/detail/remote/travel.hpp>

#include "core/worker.hpp"
#include "instruments/check_mode.hpp"
#include "system/stack_trace.hpp"
#include "system/symbols.hpp"

namespace skua::remote {
namespace {

using sched::slot;
using sched::task_op;

/// Off under thread sanitizer: these reads race with the objects' owners by design.
#if defined(SKUA_TSAN)
constexpr bool may_read_all_objects = false;
#else
constexpr bool may_read_all_objects = true;
#endif

std::size_t watched_bytes() {
  static std::size_t const sum = [] {
    std::size_t n = 0;
    for (system::static_object const& object : system::program_statics()) n += object.bytes;
    return n;
  }();
  return sum;
}

// Without checks: with address sanitizer the size of a symbol includes the forbidden bytes behind
// the object. The accesses are volatile, or else the compiler calls memcpy and memcmp, which check,
// too.

__attribute__((no_sanitize("address"))) void copy_unchecked(std::byte* to, std::byte const volatile* from,
                                                            std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; ++i) to[i] = from[i];
}

__attribute__((no_sanitize("address"))) bool differs_unchecked(std::byte const* copy,
                                                               std::byte const volatile* original,
                                                               std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    if (copy[i] != original[i]) return true;
  }
  return false;
}

/// Reports the static objects that have changed between construction and destruction, unless the
/// task has suspended: other tasks of this place may have run in between.
class comparison {
 public:
  explicit comparison(system::call_site const& spawned) : spawned_(spawned), suspensions_(suspensions()) {
    bytes_.resize(watched_bytes());
    std::byte* next = bytes_.data();
    for (system::static_object const& object : system::program_statics()) {
      copy_unchecked(next, object.address, object.bytes);
      next += object.bytes;
    }
  }
  ~comparison() {
    if (suspensions() != suspensions_) return;
    std::byte const* before = bytes_.data();
    for (system::static_object const& object : system::program_statics()) {
      if (differs_unchecked(before, object.address, object.bytes)) report(object);
      before += object.bytes;
    }
  }
  comparison(comparison const&) = delete;
  comparison& operator=(comparison const&) = delete;

 private:
  static std::uint64_t suspensions() noexcept { return sched::worker_of(sched::self())->counters.suspensions.get(); }
  void report(system::static_object const& object) const noexcept {
    try {
      sched::report_finding("a task that may leave its place, spawned" + spawned_.description() +
                            ", has changed the static object " + object.name +
                            ", which is another object at another place: use a reducer or a place_local");
    } catch (std::bad_alloc const&) {  // no memory for the text
    }
  }

  system::call_site const& spawned_;
  std::uint64_t suspensions_;
  std::vector<std::byte> bytes_;
};

struct watched_call {
  slot task;
  system::call_site spawned;
};

void watched_task(slot* queued, task_op op) {
  auto* const call = *reinterpret_cast<watched_call**>(queued->buffer);
  slot task = call->task;
  task.scope = queued->scope;
  if (op == task_op::pack && reinterpret_cast<packing*>(queued->scope)->only_asking) return task.fn(&task, op);
  std::unique_ptr<watched_call> const owner(call);
  if (op != task_op::run) return task.fn(&task, op);
  comparison const compares_at_end(call->spawned);
  task.fn(&task, op);
}

}  // namespace

void watch_statics(sched::place const& place, slot& task) {
  if (!may_read_all_objects || place.workers != 1 || place.simulated || watched_bytes() == 0 ||
      watched_bytes() > max_watched_bytes)
    return;
  auto* const call = new watched_call{task, system::call_site::here()};
  task.fn = &watched_task;
  *reinterpret_cast<watched_call**>(task.buffer) = call;
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the tasks of a place with one worker: options::record.
//
// A recorded task has a node of the record. Its slot in the deque holds a function of the recorder
// instead of the task's function, which is kept beside it, so the task keeps its node wherever the
// slot moves.
//
// The recording of a small task costs more time than the task takes, and changes that time. So a
// task begins with a plain stretch: it runs as it would without a recorder, and so do the tasks
// that it spawns, which are parts of it. A ticker ends the stretch after some fifty microseconds
// (RECORDER-1). The slots that are then in the deque become recorded tasks, children of the running
// one, and from then on each of its pushes is recorded. So the clock is read a few times in each
// stretch, and the record divides the run into pieces of about its length.
//
// The time between two calls of the recorder on a worker belongs to the task that ran in it. The
// time of the recorder itself does not count. A remainder of some nanoseconds per recorded task,
// before its clock is read and after it, is measured at the start of the run and subtracted.
//
// The beginning of a scope is not announced: each call compares the scopes around the running code
// with those that the task had open at the call before. Its end is (RECORDER-3).
//
// Invariants
//   RECORDER-1  A plain stretch ends at the first push, or end of a task in a scope, after a tick.
//     A task that computes for longer than that and neither pushes nor ends would hide those behind
//     it in the deque. So a task whose function has not been seen, or is not mostly short with all
//     that it spawns, has no plain stretch.
//   RECORDER-2  While a task is in its plain stretch, every slot above its `height` is one that it
//     or a part of it has pushed, and none of them is recorded.
//   RECORDER-3  The recorder holds a token of each scope that it knows, until close_slow waits for
//     the tokens. So the scope closes by close_slow, which tells the recorder of the end, and no
//     later scope with the same frame is taken for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/fibre.hpp>
#include <skua/detail/core/scope_frame.hpp>
#include <skua/detail/core/self.hpp>

#include "core/place.hpp"
#include "core/task_events.hpp"
#include "instruments/recorded_names.hpp"
#include "instruments/recorded_slots.hpp"
#include "instruments/recorded_waits.hpp"
#include "instruments/recorder_costs.hpp"
#include "instruments/recording_clock.hpp"
#include "observe/task_record.hpp"

namespace skua::sched {

struct place;

/// A recorded task that has begun, on the stack of its function.
struct recorded_task {
  recorded_task* outer = nullptr;
  observe::task_record::node* node = nullptr;
  scope_frame* base = nullptr;  // the scope to which the task belongs
  task_fn fn = nullptr;
  slot* height = nullptr;               // of the deque when it began
  bool is_plain = false;                // in its plain stretch
  std::vector<scope_frame*> scopes{};   // that it has open, and the record knows (RECORDER-3)
  std::vector<scope_frame*> closing{};  // the scopes of which close_slow waits for the tokens, the innermost last
  bool is_draining = false;             // the body of the innermost one has ended
  observe::task_record::event* waking = nullptr;
  std::uint64_t stopped_at = 0;
  std::uint64_t woken_at = 0;  // by something other than a recorded task; 0: not yet
};

/// Runs, or destroys, a recorded task.
void run_recorded(slot* task, task_op op);

class recorder final : public task_events {
 public:
  /// Makes the file, which stays empty until the end. Throws skua::error.
  recorder(place& place, std::string file);
  ~recorder() override;
  recorder(recorder const&) = delete;
  recorder& operator=(recorder const&) = delete;
  /// Measures the recorder itself on a worker of the place.
  void threads_started(place& place) override;
  /// Writes the record.
  void threads_ended() noexcept override;

  void queued(fibre* current) noexcept override;
  bool submitted(slot& task) noexcept override;
  void taken(fibre* current, slot& task, bool is_awaited) noexcept override {
    // relaxed: a fibre compares with itself
    if (is_awaited && slots_.has(task)) awaited_by_.store(current, std::memory_order_relaxed);
  }
  /// The record needs the callable of the join as a task.
  bool runs_join(fibre* current, slot& task) override {
    observe::task_record::event* const end = end_of(task);
    taken(current, task, true);
    task.fn(&task, task_op::run);
    awaited(current, end);
    return true;
  }
  void stops(fibre* current) noexcept override;
  void continues(fibre* current) noexcept override { clock_.begin(current); }
  void woken(fibre* fibre) noexcept override { waits_.task_woken(fibre); }
  void wait_begins(fibre* current) noexcept override { waits_.wait_begins(current); }
  void wait_ends(fibre* current) noexcept override { waits_.wait_ends(current); }
  /// Whether a running loop should become smaller: it has run for a while since the last call.
  [[nodiscard]] bool may_split_loop(fibre* current) noexcept override;
  void scope_continues(fibre* current) noexcept override;
  void scope_closes(fibre* current, scope_frame* frame) noexcept override;
  void scope_ended(fibre* current, scope_frame* frame) noexcept override;
  void pending_armed(pending_task& task) noexcept override { waits_.pending_armed(task); }
  void pending_unarmed(pending_task& task) noexcept override { waits_.pending_unarmed(task); }
  void pending_launched(pending_task const& pending_task, slot& task) noexcept override {
    waits_.pending_launched(pending_task, task);
  }
  void* coroutine_scope_opened(slot& body) noexcept override { return waits_.coroutine_scope_opened(body); }
  void coroutine_continues(void* rest, slot& task) noexcept override { waits_.coroutine_continues(rest, task); }
  void completed(void const* key) noexcept override { waits_.completes(key); }
  void seen(void const* key) noexcept override { waits_.depends_on(key); }
  void seen_for_next(void const* key) noexcept override { waits_.next_depends_on(key); }
  void phase_signalled(void const* object, std::uint64_t phase) noexcept override {
    waits_.signals_phase(object, phase);
  }
  void phase_seen(void const* object, std::uint64_t phase) noexcept override { waits_.saw_phase(object, phase); }

  /// The event of a task that is still queued, with a reference. Returns nullptr if it is not
  /// recorded.
  observe::task_record::event* end_of(slot const& task) noexcept;
  /// The calling task continues because of the event; takes over the reference.
  void awaited(fibre* current, observe::task_record::event* event) noexcept;

  // For recorded_waits.
  [[nodiscard]] recorded_waits& waits() noexcept { return waits_; }
  /// Runs function() under the lock. Its time belongs to no task.
  template <class F>
  void call(F&& function) noexcept;
  /// Brings the task's steps up to the present: the time since the last call but the correction,
  /// the scopes that it has opened.
  void follow(fibre* current, recorded_task& task, std::int64_t correction) {
    follow(current, task, correction, false);
  }
  [[nodiscard]] observe::task_record::node* node_here() noexcept;
  [[nodiscard]] observe::task_record& record() noexcept { return *record_; }
  [[nodiscard]] std::uint64_t now() const noexcept { return clock_.now(); }
  /// The ticks by which the measured time of a push is too long.
  [[nodiscard]] std::int64_t push_ticks() const noexcept { return costs_.push; }
  void wrap(slot& task, observe::task_record::node* node) { slots_.wrap(task, node); }

 private:
  /// Whether the task that begins on the fibre was taken because the fibre waits for it.
  bool takes_awaited(fibre const* current) noexcept {
    fibre const* expected = current;
    // relaxed: a fibre compares with itself
    return awaited_by_.compare_exchange_strong(expected, nullptr, std::memory_order_relaxed, std::memory_order_relaxed);
  }
  friend void run_recorded(slot*, task_op);
  struct duration_counts {
    std::uint32_t total = 0;
    std::uint32_t short_ones = 0;  // with all that they spawned
  };

  void begin(fibre* current, recorded_task& task, bool is_awaited) noexcept;
  void run_parts(fibre* current, recorded_task& task) noexcept;
  void end(fibre* current, recorded_task& task, std::uint64_t tasks) noexcept;
  void end_plain_stretch(fibre* current, recorded_task& task);
  void follow(fibre* current, recorded_task& task, std::int64_t correction, bool wraps);
  void open_scope(recorded_task& task, scope_frame* frame);
  void wrap_queued(fibre* current, recorded_task& task, std::vector<scope_frame*> const& opened, std::int64_t ticks);
  std::unique_ptr<observe::task_record> make_record(std::int64_t grain);

  place_front const* place_;
  std::string name_;
  int file_;
  recording_clock clock_;
  base::spinlock lock_;  // of all that follow
  std::unique_ptr<observe::task_record> record_;
  recorded_waits waits_;
  recorded_names names_;
  recorded_slots slots_;
  std::uint64_t entered_ = 0;                                     // when the call began that holds the lock
  std::unordered_map<std::uint64_t, duration_counts> durations_;  // by function
  recorder_costs costs_;
  bool failed_ = false;
  base::atomic<fibre const*> awaited_by_{nullptr};  // see taken
};

/// The recorder of the calling task's place, or null.
inline recorder* recorder_here() noexcept {
  fibre const* const current = self();
  return current != nullptr ? static_cast<recorder*>(find_instrument(place_of(current)->events, instrument::record))
                            : nullptr;
}

/// Without memory nothing more is recorded.
template <class F>
void recorder::call(F&& function) noexcept {
  fibre const* const current = self();
  bool const is_worker = current != nullptr && current->place == place_;
  std::uint64_t const entered = now();
  lock_.lock();
  entered_ = entered;
  if (is_worker) clock_.leave_out_lost(current, entered);
  if (!failed_) {
    try {
      function();
    } catch (...) {
      failed_ = true;
    }
  }
  lock_.unlock();
  if (is_worker) clock_.skip(current, entered);
}

}  // namespace skua::sched

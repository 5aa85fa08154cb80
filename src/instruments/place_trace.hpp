// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace of a place: what its workers have noted, in a file (docs/reference/trace_format.md).
//
// A thread of the place empties the rings of the workers from time to time, converts the records,
// and appends them to the file. In a simulation there is no such thread: a worker whose ring is
// full empties all rings, which is safe because simulated threads run one at a time.
//
// Threads that are not workers write to a ring of the place, under a lock. A thread that reads
// rings holds `writing_` (invariant TRACE-1 in observe/trace_ring.hpp).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/self.hpp>

#include "core/place.hpp"
#include "core/task_events.hpp"
#include "instruments/worker_trace.hpp"
#include "observe/perfetto.hpp"
#include "observe/trace_file.hpp"
#include "observe/trace_ring.hpp"
#include "system/tick_clock.hpp"

namespace skua::sched {

class place_trace final : public task_events {
 public:
  /// Throws skua::error if the file cannot be made.
  place_trace(place& place, std::string const& file);
  ~place_trace() override;
  place_trace(place_trace const&) = delete;
  place_trace& operator=(place_trace const&) = delete;

  void threads_start(place& place) override;
  /// Writes all that is left.
  void threads_ended() noexcept override;
  void worker_made(worker& worker) override;
  void worker_ends(worker& worker) noexcept override { of(worker).thread_ends(); }
  void taken(fibre* taker, slot& task, bool is_awaited) noexcept override {
    of(*worker_of(taker)).task_taken(task, is_awaited);
  }
  void stops(fibre* stopping) noexcept override { of(*worker_of(stopping)).task_stops(stopping); }
  void continues(fibre* continuing) noexcept override { of(*worker_of(continuing)).task_continues(continuing); }
  void scope_cancelled() noexcept override;
  void search_begins(worker& worker) noexcept override { of(worker).search_begins(); }
  void search_ends(worker& worker) noexcept override { of(worker).search_ends(); }
  void sleep_begins(worker& worker) noexcept override { of(worker).sleep_begins(); }
  void sleep_ends(worker& worker) noexcept override { of(worker).sleep_ends(); }
  void stolen(worker& worker, int victim, std::size_t count) noexcept override {
    of(worker).note(observe::trace_event::steal, static_cast<std::uint64_t>(victim), count);
  }

  [[nodiscard]] worker_trace& of(worker const& worker) noexcept {
    return *by_worker_[static_cast<std::size_t>(worker.id)];
  }

  /// An event of a thread that is not a worker.
  void note_external(observe::trace_event event, std::uint64_t first, std::uint64_t second,
                     std::uint64_t third) noexcept;
  /// A message to another place. Any thread.
  void count_message(int to, std::size_t bytes) noexcept;
  /// The number of the next message with tasks to, or from, that place. Any thread.
  std::uint64_t next_given(int to) noexcept;
  std::uint64_t next_loot(int from) noexcept;

  /// The number of a name. Any thread.
  observe::trace_name number_of(std::string const& name);
  /// The function that a task runs; empty: not known. Any thread.
  [[nodiscard]] std::string function_of(task_fn fn);
  void drain() noexcept;

  [[nodiscard]] bool uses_counter() const noexcept { return counter_; }
  [[nodiscard]] std::uint64_t ticks_in(std::uint64_t ns) const noexcept { return clock_.ticks_in(ns); }
  [[nodiscard]] std::uint64_t now() const noexcept;

 private:
  struct peer {
    base::atomic<std::uint64_t> messages{0}, bytes{0}, given{0}, loots{0};
  };
  /// A group of tracks whose slices do not overlap on any of them.
  struct lanes {
    char const* name;
    std::uint64_t first;                // track of the first one
    std::vector<std::uint64_t> ends{};  // of the last slice on each, ns
  };

  void write_head();
  void write_end();
  void write(int worker, observe::trace_record const& record);
  void write_on_lane(lanes& group, std::uint64_t begin, std::uint64_t end, char const* category, std::string_view name,
                     observe::packet_writer::arguments annotations);
  void sample_memory(std::uint64_t now);
  std::string name_of(observe::trace_name name, char const* otherwise);
  std::uint64_t track_of_place() const noexcept;
  /// Of the process; a simulated place counts as one.
  std::uint64_t process_number() const noexcept;
  std::uint64_t track_of_worker(int worker) const noexcept;
  void loop() noexcept;
  void drain_locked();

  place& place_;
  bool counter_;
  std::mutex writing_;  // of all that follow, down to file_
  system::tick_converter clock_;
  observe::packet_writer packets_;
  std::shared_ptr<observe::trace_file> file_;
  lanes suspended_, spans_;
  std::uint64_t without_lane_ = 0;  // slices that found all lanes taken
  std::unordered_map<std::string, std::uint64_t> counter_tracks_;
  std::unordered_map<observe::trace_name, std::string> function_names_;
  std::uint64_t memory_sampled_at_ = 0;
  int workers_described_ = 0;
  std::unordered_map<int, std::uint64_t> last_ends_;  // of the last slice of each worker, ns
  bool failed_ = false;                               // no memory: nothing more is written

  std::mutex adding_;  // of the vector; its elements stay
  std::vector<std::unique_ptr<worker_trace>> workers_;
  std::vector<worker_trace*> by_worker_;  // by the number of the worker
  std::unique_ptr<peer[]> peers_;

  base::spinlock external_lock_;
  observe::trace_ring external_ring_;
  base::atomic<std::uint64_t> external_lost_{0};

  std::mutex naming_;
  std::unordered_map<std::string, observe::trace_name> numbers_;
  std::vector<std::string> texts_;  // of number i + 1

  std::mutex waking_;
  std::condition_variable wake_;
  bool ends_ = false;
  bool has_started_ = false;
  std::thread writer_;
};

/// The trace of a place, or nullptr.
inline place_trace* trace_of(place const& place) noexcept {
  return static_cast<place_trace*>(find_instrument(place.events, instrument::trace));
}
/// The notes of the worker that runs the calling task, or nullptr if its place has no trace.
inline worker_trace* trace_here() noexcept {
  fibre const* const current = self();
  place_trace* const trace = current != nullptr ? trace_of(*place_of(current)) : nullptr;
  return trace != nullptr ? &trace->of(*worker_of(current)) : nullptr;
}

/// Notes an event of the calling thread, if the place has a trace.
void note_traced(place& place, observe::trace_event event, std::uint64_t first, std::uint64_t second = 0,
                 std::uint64_t third = 0) noexcept;

}  // namespace skua::sched

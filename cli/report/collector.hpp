// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Adds up the events of a run as they are read, each place by its own clock: one pass, memory that
// depends on the numbers of workers and names, and not on the number of events.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "events.hpp"
#include "time_bins.hpp"

namespace apps::trace_report {

/// The bins of a worker; with more than 1024 workers all of them together have two million.
inline constexpr std::size_t most_bins = 2048;
inline constexpr std::size_t most_bins_of_all = std::size_t{1} << 21;
inline constexpr std::size_t most_long_slices = 256;
inline constexpr std::size_t most_name_series = 1024;
inline constexpr std::size_t most_names = 10'000;  ///< of tasks at a place; the others count as one
inline constexpr std::size_t most_pending_flows = std::size_t{1} << 22;
inline constexpr std::size_t load_bins = 256;          ///< for the mean of a name over time
inline constexpr std::size_t most_load_series = 8192;  ///< of all places together
inline constexpr std::size_t wait_bins = 256;          ///< for the waits of one reason over time
inline constexpr std::size_t most_wait_reasons = 64;   ///< of a place

/// Stands for the threads of a place other than workers: it has events of stealing and messages.
inline constexpr std::uint32_t other_threads = 100'000;

/// States of a worker.
enum state : std::size_t { state_work, state_in_slice, state_search, state_sleep, state_wait, state_count };

/// Sizes of tasks: three buckets for each power of ten, from 1 ns (1, 2, 5, 10, …) to 1,000 s.
inline constexpr std::size_t size_buckets = 37;
[[nodiscard]] std::size_t size_bucket(double nanoseconds);
[[nodiscard]] double bucket_begin(std::size_t bucket);  ///< ns

struct size_bucket_sum {
  double single = 0;  ///< tasks with a separate slice
  double merged = 0;  ///< tasks in slices of several, each with the mean of its slice
  double nanoseconds = 0;
};

struct task_sums {
  double count = 0;    ///< tasks that began
  double pieces = 0;   ///< slices that continue a task
  double busy = 0;     ///< ns
  double longest = 0;  ///< ns, of a piece, or as the trace says
  /// Of the logarithms of sizes (ns), those of a slice weighed with their count: they show the
  /// spread of sizes, which is the same where all tasks take longer by one factor.
  double log_sum = 0;
  double log_squares = 0;
  void add_sizes(double size, double number);
  void add(task_sums const& other, double sign = 1);
};

/// What tasks wait for if other tasks can keep it for long.
enum class wait_kind : std::size_t { mutex, semaphore, other };
[[nodiscard]] wait_kind kind_of_wait(std::string_view reason);

struct suspension_sums {
  double count = 0;
  double nanoseconds = 0;
  double longest = 0;
};

struct steal_sums {
  double steals = 0;
  double tasks = 0;
};

struct traffic_sums {
  double messages = 0;
  double bytes = 0;
  bool counted = false;  ///< from the counters at the end; false: only the large messages
};

struct span_sums {
  double count = 0;
  double nanoseconds = 0;
};

/// The samples of a counter of the program.
struct counter_sums {
  double count = 0;
  double least = 0;
  double greatest = 0;

  void add(double value) {
    least = count == 0 ? value : std::min(least, value);
    greatest = count == 0 ? value : std::max(greatest, value);
    ++count;
  }
};

struct worker_sums {
  bool spare = false;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  double busy = 0;      ///< ns in tasks
  double in_slice = 0;  ///< ns in slices of tasks
  double search = 0;
  double sleep = 0;
  double wait = 0;
  std::map<std::string, double> waits;         ///< ns by reason
  std::map<std::uint32_t, steal_sums> steals;  ///< by victim
  time_bins bins{state_count, most_bins};

  [[nodiscard]] bool seen() const { return first <= last; }
};

struct place_sums {
  bool has_run = false;
  bool has_end = false;
  bool simulated = false;
  std::uint64_t places = 0;
  std::uint64_t workers = 0;
  std::uint64_t processors = 0;  ///< that the process may use; 0: not known
  std::uint64_t online = 0;      ///< of the host
  int signal = 0;                ///< that has cut the run short
  std::uint64_t threshold = 0;   ///< ns
  std::int64_t run_time = 0;     ///< of the event `run`
  double realtime = 0;           ///< ns
  std::string version, program, command, host, boot, policy;
  std::map<std::string, double> counters;  ///< of the event `end`
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  std::map<std::uint32_t, worker_sums> threads;
  std::map<std::string, task_sums, std::less<>> tasks;
  std::map<std::string, time_bins, std::less<>> name_series;                   ///< time in slices of a name
  std::map<std::string, time_bins, std::less<>> loads;                         ///< by name: ns in tasks, their number
  std::map<std::pair<std::string, std::string>, suspension_sums> suspensions;  ///< by reason and task
  time_bins lock_waits{2, most_bins};                   ///< number of tasks that wait for a mutex, for a semaphore
  time_bins lock_idle{2, most_bins};                    ///< number of workers that have no other task at that time
  std::map<std::string, time_bins, std::less<>> waits;  ///< by reason: number of tasks that wait
  std::map<std::uint32_t, steal_sums> loots;            ///< by victim (place)
  std::map<std::uint32_t, steal_sums> gives;            ///< by thief (place)
  std::map<std::uint32_t, traffic_sums> traffic;
  double asks = 0;
  double refusals = 0;
  double cancels = 0;
  double incumbents = 0;
  double peak_memory = 0;
  std::map<std::string, double> marks;
  std::map<std::string, span_sums> spans;
  std::map<std::string, counter_sums> user_counters;
};

/// A slice among the longest of the run.
struct long_slice {
  std::uint32_t place;
  std::uint32_t worker;
  std::int64_t begin;  ///< by the clock of the place
  std::int64_t end;
  std::string name;
  [[nodiscard]] std::int64_t length() const { return end - begin; }
};

/// Tasks of one slice whose longest is not known exactly.
struct joint_tasks {
  std::string name;
  double count = 0;
  double nanoseconds = 0;
};

/// For two places the greatest (send time - arrival time) of all messages with tasks from the first
/// to the second: no arrival may precede its sending.
using delay_bounds = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>;

class collector final : public event_sink {
 public:
  void on_track(std::uint64_t uuid, std::string_view name) override;
  void on_event(event const& e) override;
  /// Closes the slices that are open at places that were killed. Call it after the last file.
  void finish();

  std::map<std::uint32_t, place_sums> places;
  std::array<size_bucket_sum, size_buckets> sizes{};
  std::vector<long_slice> long_slices;  ///< unordered
  joint_tasks longest_mean;             ///< one task of a slice of several took at least so long
  joint_tasks longest_joint;            ///< several that were measured together: one may have taken all of it
  delay_bounds delays;
  std::uint64_t events = 0;
  std::uint64_t unmatched = 0;          ///< ends without a begin
  std::vector<std::uint32_t> repeated;  ///< places whose event `run` came twice

 private:
  struct open_slice {
    std::int64_t begin = 0;
    std::string name, category, reason, task;
    std::uint64_t count = 0, longest = 0, busy = 0;
    bool has_count = false, has_busy = false, continues = false;
  };
  struct flow_end {
    std::uint32_t place;
    std::int64_t time;
  };

  static void note_arguments(event const& e, open_slice& slice);
  void place_event(place_sums& p, std::uint32_t place, event const& e);
  void run_event(place_sums& p, std::uint32_t place, event const& e);
  void worker_instant(place_sums& p, std::uint32_t place, std::uint32_t worker, event const& e);
  void match_flows(std::uint32_t place, event const& e);
  void end_slice(track_name const& track, open_slice const& slice, std::int64_t end);
  void task_slice(track_name const& track, open_slice const& slice, std::int64_t end);
  void add_series(place_sums& p, std::string const& name, open_slice const& slice, std::int64_t end, double busy,
                  double count);
  static void suspension(place_sums& p, open_slice const& slice, std::int64_t end);
  worker_sums& worker_of(place_sums& p, std::uint32_t number);
  void note_joint_tasks(std::string const& name, open_slice const& slice, double count, double busy);
  void keep_long_slice(track_name const& track, std::string const& name, std::int64_t begin, std::int64_t end);

  std::unordered_map<std::uint64_t, std::vector<open_slice>> open_;  // by track
  std::unordered_map<std::uint64_t, std::string> counter_names_;     // by track
  std::unordered_map<std::uint64_t, flow_end> gives_, loots_;        // by flow, until the other end comes
  std::size_t workers_ = 0;
  std::size_t bins_of_worker_ = most_bins;
  std::size_t series_ = 0;
  std::size_t load_series_ = 0;
};

}  // namespace apps::trace_report

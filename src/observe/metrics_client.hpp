// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The other end of SKUA_METRICS: asks the processes of a run for their numbers, and reads the
// answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::observe {

struct worker_numbers {
  bool is_busy = false;
  bool is_spare = false;
  double stretch = 0;       ///< seconds since it last looked for work
  double used_seconds = 0;  ///< in tasks of the program, with their start, end and packing
  std::uint64_t queued = 0;
  std::uint64_t steals = 0;
  std::uint64_t stolen = 0;
  std::optional<std::uint64_t> tasks = {};  ///< only with SKUA_STATS=detailed
  std::string task;                         ///< name of the running task
};

struct place_numbers {
  int number = 0;
  double uptime = 0;  ///< seconds
  std::uint64_t workers = 0;
  std::uint64_t sleepers = 0;
  std::uint64_t queued = 0;
  std::uint64_t ready = 0;
  std::uint64_t scopes = 0;  ///< named ones, and those of other places
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t steals = 0;  ///< messages with tasks that came from other places
  std::uint64_t stolen = 0;  ///< tasks in these messages
  std::vector<worker_numbers> of_workers;
};

struct search_numbers {
  int place = 0;
  std::uint64_t number = 0;
  std::uint64_t nodes = 0;
  double share = 0;
  std::optional<double> incumbent = {};
  std::optional<double> bound = {};
};

struct process_numbers {
  std::string program;
  std::string transport;
  std::string version;
  int pid = 0;
  int places = 0;           ///< of the run
  std::map<int, int> pids;  ///< of the places of this host, by place
  std::vector<place_numbers> local_places;
  std::vector<search_numbers> searches;
};

/// Reads OpenMetrics text. Samples of unknown families are ignored. Returns nothing if the text is
/// damaged or does not end with "# EOF".
[[nodiscard]] std::optional<process_numbers> parse_metrics(std::string_view text);

enum class fetch_failure { none, absent, ended, forbidden, late, damaged, other };

struct fetched {
  std::optional<process_numbers> numbers = {};
  fetch_failure failure = fetch_failure::none;
};
/// Asks the processes at these sockets at once; waits for all of them until the deadline.
[[nodiscard]] std::vector<fetched> fetch_metrics(std::vector<std::string> const& paths,
                                                 std::chrono::milliseconds time_limit);
/// "PATH: …" for a message: why there is no answer.
[[nodiscard]] std::string failure_text(std::string const& path, fetch_failure why);

/// The socket of a place: PATH for place 0, PATH.P for place P.
[[nodiscard]] std::string socket_of_place(std::string const& path, int place);

/// Asks all processes of a run whose first socket is PATH, or those of this host if PATH is an
/// attached socket. The first one has the longer of the two
/// times.
struct run_answer {
  fetch_failure failure = fetch_failure::none;  ///< of the process with place 0
  std::vector<process_numbers> processes;       ///< those that have answered
};
[[nodiscard]] run_answer fetch_run(std::string const& path, std::chrono::milliseconds time_limit,
                                   std::chrono::milliseconds time_limit_of_first = {});

}  // namespace skua::observe

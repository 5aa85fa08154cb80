// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of this process, and how they came to be connected with those of other processes.
//
// One place, alone: no node, no transport. Several: by threads (inproc), by forking this process
// (shm), or because a launcher started several processes (skua-run: shm; mpirun, srun: mpi). A
// launcher's job lives as long as the process, and consecutive runs use it, since its connections
// cannot be made twice.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include <skua/run.hpp>

#include "place/above.hpp"
#include "place/node.hpp"
#include "system/process.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

struct job {
  options settings;
  std::unique_ptr<simulation> world;  // or none: the real one
  std::vector<std::unique_ptr<transport::endpoint>> ends;
  std::vector<sched::place*> places;  // of this process
  std::vector<std::unique_ptr<node>> nodes;
  bool launched = false;  // by skua-run, mpirun, …: shared by all runs of the process
  bool forked = false;    // this process has children that take part

  system::maker_process maker;  // has the threads and connections
  base::atomic<int> runs{0};    // under way: their callers still need the places

  /// Whether the calling thread may join the threads: not in a forked child, in a task, or beside a
  /// run (exit() was called there).
  bool can_be_dismissed() const noexcept;
  bool has_first() const noexcept { return places.front()->number == 0; }
};

/// Where place 0 is: runs fn(context) as run_root does and waits until nothing of the run is left
/// at any place. `code_of` then gets the run's exception or null, and returns the exit code of all
/// places. Elsewhere: waits for the end of that run; false.
bool run_to_end(job& j, void (*fn)(void*), void* context, std::function<int(std::exception_ptr const&)> const& code_of,
                int& code);

/// How this process takes part, from its environment and the options.
enum class start_mode { alone, inproc, fork, attach, mpi, simulated };
start_mode mode_of(options const& o);

/// Why the places could not be started, for people; as long as the exception lives.
char const* start_failure(std::exception const& e) noexcept;

}  // namespace skua::remote

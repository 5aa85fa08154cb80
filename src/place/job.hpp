// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of this process, and their connections to those of other processes.
//
// One place: no node, no transport. Several places: groups of threads (inproc), forks of this
// process (shm), or processes that a launcher started (skua-run: shm; mpirun, srun: mpi). The job
// of a launcher lives as long as the process, and consecutive runs use it, since its connections
// cannot be made twice.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include <skua/run.hpp>

#include "place/node.hpp"
#include "place/upper_layer_hooks.hpp"
#include "system/process.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

struct job {
  options settings;
  std::unique_ptr<simulation> world;  // null: the real machine
  std::vector<std::unique_ptr<transport::endpoint>> ends;
  std::vector<sched::place*> places;  // of this process
  std::vector<std::unique_ptr<node>> nodes;
  bool launched = false;  // by skua-run, mpirun, …: shared by all runs of the process
  bool forked = false;    // this process has children that take part

  system::maker_process maker;  // the process that has the threads and connections
  base::atomic<int> runs{0};    // runs under way; their callers still need the places

  /// Whether the calling thread may join the threads: not in a forked child, in a task, or during a
  /// run (which called exit()).
  bool can_be_dismissed() const noexcept;
  bool has_first() const noexcept { return places.front()->number == 0; }
};

/// In the process of place 0: runs fn(context) as run_root does, and waits until the run has no
/// task at any place. `code_of` then gets the run's exception or null, and returns the exit code of
/// all places. In another process: waits for the end of that run; returns false.
bool run_to_end(job& j, void (*fn)(void*), void* context, std::function<int(std::exception_ptr const&)> const& code_of,
                int& code);

/// How this process takes part, from its environment and the options.
enum class start_mode { alone, inproc, fork, attach, mpi, simulated };
start_mode mode_of(options const& o);

/// The text that tells the user why the places could not be started; valid as long as the exception
/// lives.
char const* start_failure(std::exception const& e) noexcept;

}  // namespace skua::remote

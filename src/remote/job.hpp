// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of this process, and their connections to those of other processes.
//
// One place: no node, no transport. Several places: groups of threads (inproc), forks of this
// process (shm), or processes that a launcher started (skua-run: shm; mpirun, srun: mpi). The job
// of a launcher lives as long as the process, and consecutive runs use it, since its connections
// cannot be made twice.
#pragma once

#include <memory>
#include <vector>

#include <skua/options.hpp>

#include "remote/node.hpp"
#include "remote/simulation.hpp"
#include "system/process.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

/// Something that reads the places of a job while they exist.
class job_observer {
 public:
  virtual ~job_observer() = default;
};

struct job {
  options settings;
  std::unique_ptr<simulation> world;  // null: the real machine
  std::vector<std::unique_ptr<transport::endpoint>> ends;
  std::vector<sched::place*> places;  // of this process
  std::vector<std::unique_ptr<node>> nodes;
  std::unique_ptr<job_observer> observer;  // ends before the places; null: none
  std::unique_ptr<job_observer> attached;  // the same, for skua top; null until it asks
  bool launched = false;                   // by skua-run, mpirun, …: shared by all runs of the process
  bool forked = false;                     // this process has children that take part

  system::maker_process maker;  // the process that has the threads and connections
  base::atomic<int> runs{0};    // runs under way; their callers still need the places

  /// Whether the calling thread may join the threads: not in a forked child, in a task, or during a
  /// run (which called exit()).
  bool can_be_dismissed() const noexcept;
  /// Of a launcher: a run begins (false), or has ended and another may follow (true). Between runs
  /// the transport rests.
  void rest(bool on) noexcept;
  /// Of a launcher: no run follows in this process; the other places are told.
  void leave() noexcept;
  bool has_first() const noexcept { return places.front()->number == 0; }
};

}  // namespace skua::remote

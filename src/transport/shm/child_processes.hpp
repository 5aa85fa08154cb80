// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The child processes of place 0.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "system/process_handle.hpp"
#include "transport/segment.hpp"

namespace skua::transport {

/// A process of this host; holds nothing if it no longer exists. Throws skua::error.
[[nodiscard]] system::process_handle open_process(int pid);

/// Processes that must not outlive their owner.
class child_processes {
 public:
  /// For place 0 of the segment.
  explicit child_processes(std::shared_ptr<segment const> shared) noexcept : shared_(std::move(shared)) {}
  child_processes(child_processes const&) = delete;
  child_processes& operator=(child_processes const&) = delete;
  /// Kills the processes that still run. A place that has claimed the end of the run first gets a
  /// second to print its message.
  ~child_processes();

  /// Forks, after flushing the output buffers so that nothing is written twice. Returns true in the
  /// child, which has an empty list of processes. The child must itself make sure that it does not
  /// outlive its parent: PR_SET_PDEATHSIG of Linux is tied to the forking thread, not to the
  /// process. Throws skua::error.
  bool fork();
  /// Waits until all have ended.
  void wait() noexcept;
  /// Gives them a moment to end by themselves, then kills the others, such as one that is stopped.
  /// Any thread.
  void end() const noexcept;
  /// A clause that says how one of them ended, with its index in the order of fork; empty if all
  /// still run.
  std::string first_ended(int& index);

 private:
  std::shared_ptr<segment const> shared_;
  std::vector<system::process_handle> children_;
};

}  // namespace skua::transport

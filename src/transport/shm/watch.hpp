// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps until other processes end, and says how they did.
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "transport/loss.hpp"

namespace skua::transport {

/// What became of the process behind a pidfd that has become readable, as a clause for people.
/// Reaps it if it was our child. `code` becomes what a shell would show for that end; 0 if it
/// cannot be known.
std::string how_it_ended(int pidfd, int* code = nullptr);

/// A pidfd, closed on exec; -1 if there is no such process any more. Throws skua::error.
int open_pidfd(int pid);

class watch {
 public:
  /// Called by the watching thread, once for each process that ends (W1 in loss.hpp).
  using report = std::function<void(losses)>;

  /// Watches the processes with these ids (place is the index; 0: nobody). Throws skua::error.
  watch(std::vector<int> const& pids, report ended);
  watch(watch const&) = delete;
  watch& operator=(watch const&) = delete;
  ~watch();

 private:
  void loop();
  void close_all() noexcept;

  int stop_;                 // an eventfd
  std::vector<int> pidfds_;  // by place, -1: nobody or ended
  std::vector<int> early_;   // ended before we could open them
  report ended_;
  std::thread thread_;
};

}  // namespace skua::transport

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notices the end of other ranks of this host. Their launcher ends the job when one dies; who
// sleeps on a ring may hear it here first, and can say who it was. A thread that blocks in poll(2),
// and nothing where the kernel has no pidfd.
#pragma once

#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace skua::transport::mpi {

class watch {
 public:
  /// Calls `ended` once for each of these ranks (rank, pid) that ends, in a thread of its own or
  /// from here (W1 in loss.hpp). It must not throw. Throws skua::error.
  watch(std::vector<std::pair<int, int>> const& others, std::function<void(std::vector<int> const&)> ended);
  ~watch();
  watch(watch const&) = delete;
  watch& operator=(watch const&) = delete;

 private:
  void run() noexcept;
  void close_all() noexcept;

  std::function<void(std::vector<int> const&)> ended_;
  std::vector<std::pair<int, int>> open_;  // rank, descriptor
  int stop_ = -1;
  std::thread thread_;
};

}  // namespace skua::transport::mpi

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// oneTBB, with the functions of skua_runtime.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <cstddef>

namespace bench {

struct tbb_runtime {
  static constexpr char const* suffix = "/tbb";

  /// In an arena of this many threads, including the calling thread.
  template <class Body>
  static auto run(int threads, Body&& body) {
    tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    return arena.execute(body);
  }
  template <class Body>
  static void fork(Body&& body) {
    tbb::task_group group;
    body([&group](auto&& task) { group.run(task); });
    group.wait();
  }
  /// Also waits for tasks that other tasks start.
  template <class Body>
  static void fork_all(Body&& body) {
    fork(body);
  }
  static int thread_number() { return tbb::this_task_arena::current_thread_index(); }
};

}  // namespace bench

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP, with the functions of skua_runtime.
#pragma once

#include <omp.h>

namespace bench {

struct omp_runtime {
  static constexpr char const* suffix = "/omp";

  /// As the only explicit work of a team of this many threads. `body` must not throw.
  template <class Body>
  static auto run(int threads, Body&& body) {
    decltype(body()) result{};
#pragma omp parallel num_threads(threads)
#pragma omp single
    result = body();
    return result;
  }
  template <class Body>
  static void fork(Body&& body) {
    body(start);
#pragma omp taskwait
  }
  /// Also waits for tasks that other tasks start.
  template <class Body>
  static void fork_all(Body&& body) {
#pragma omp taskgroup
    body(start);
  }
  static int thread_number() { return omp_get_thread_num(); }

 private:
  static constexpr auto start = [](auto task) {
#pragma omp task firstprivate(task)
    task();
  };
};

}  // namespace bench

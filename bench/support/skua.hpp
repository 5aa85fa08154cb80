// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Skua with a given number of workers.
#pragma once

#include <skua/skua.hpp>

namespace bench {

inline skua::options workers(int count) {
  skua::options o;
  o.workers = count;
  return o;
}

/// A runtime for cases that are written once for all of them. `run` calls a function on that many
/// threads and returns its result. `fork` calls a function with another one, which starts a task,
/// and returns when those tasks have ended.
struct skua_runtime {
  static constexpr char const* suffix = "";  // of the names of its cases

  template <class Body>
  static auto run(int threads, Body&& body) {
    skua::runtime place{workers(threads)};
    return place.run(body);
  }
  template <class Body>
  static void fork(Body&& body) {
    skua::finish([&] { body([](auto&& task) { skua::spawn(task); }); });
  }
  /// Also waits for tasks that other tasks start.
  template <class Body>
  static void fork_all(Body&& body) {
    fork(body);
  }
  static int thread_number() { return skua::worker(); }
};

}  // namespace bench

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting the library: run() for whole programs, runtime for programs that own main().
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

#include <skua/base/atomic.hpp>
#include <skua/error.hpp>

namespace skua {

/// How much is measured about each worker.
enum class stats_level {
  off,       ///< counters of rare events only (steals, suspensions, …), which cost nothing
  on,        ///< and the time breakdown at scheduling points
  detailed,  ///< and the time to queue, start and end each task: slow
};

/// Settings of a runtime. Each can also be given as SKUA_NAME in the environment or --skua-name=VALUE, which win.
struct options {
  int workers = 0;                       ///< worker threads; 0: as many as the process may use (affinity, cgroup quota)
  int places = 0;                        ///< 0: decided by how the program was started; this build runs one place
  std::size_t stack_bytes = 1u << 20;    ///< stack of a fibre, address space only until touched; 64 KiB to 1 GiB
  bool pin = false;                      ///< pin worker i to the i-th allowed processor
  std::uint64_t seed = 0;                ///< of victim choice; 0: a fixed default
  stats_level stats = stats_level::off;
  bool print_stats = false;              ///< print statistics to stderr when the run ends
  int spin_us = 20;                      ///< how long an idle worker searches before it sleeps, 0 to 1,000,000
  bool deadlock_report = true;           ///< report and abort when every task waits and nothing can come
};

namespace sched {
struct place;
place* make_place(options const& o);
/// The settings with those of the environment (SKUA_…), which win; throws skua::error.
options with_environment(options o);
void destroy_place(place* p) noexcept;
/// Runs fn(context) as a task in a scope of its own and waits; rethrows what it or plain threads' tasks threw.
void run_root(place* p, void (*fn)(void*), void* context);
/// run() without its types: strips --skua-… arguments (argc may be null), prints an escaping exception in one line.
int run_main(int* argc, char** argv, options o, int (*fn)(void*), void* context);
}  // namespace sched

/// A running place with its workers; joins them when destroyed. Not copyable. Several may follow one another.
class runtime {
 public:
  explicit runtime(options const& o = {}) : place_(sched::make_place(sched::with_environment(o))) {}
  ~runtime() { sched::destroy_place(place_); }
  runtime(runtime const&) = delete;
  runtime& operator=(runtime const&) = delete;

  /// Runs the body as the first task, waits for its whole scope, returns its result, rethrows its exception.
  /// Must not be called in a task.
  template <class Body>
  auto run(Body&& body) -> std::invoke_result_t<Body&> {
    using R = std::invoke_result_t<Body&>;
    if constexpr (std::is_void_v<R>) {
      sched::run_root(place_, [](void* c) { (*static_cast<std::remove_reference_t<Body>*>(c))(); }, address(body));
    } else {
      struct call {
        std::remove_reference_t<Body>* body;
        union {
          R result;
        };
        bool made = false;
        explicit call(std::remove_reference_t<Body>* b) : body(b) {}
        ~call() {
          if (made) result.~R();
        }
      } c(&body);
      sched::run_root(
          place_,
          [](void* p) {
            auto* k = static_cast<call*>(p);
            ::new (static_cast<void*>(&k->result)) R((*k->body)());
            k->made = true;
          },
          &c);
      return std::move(c.result);
    }
  }

 private:
  template <class T>
  static void* address(T& t) noexcept {
    return const_cast<void*>(static_cast<void const*>(&t));
  }
  sched::place* place_;
};

namespace sched {
template <class Body>
int run_typed(int* argc, char** argv, options const& o, Body& body) {
  using R = std::invoke_result_t<Body&>;
  static_assert(std::is_void_v<R> || std::is_convertible_v<R, int>, "skua::run: the body returns void or int");
  return run_main(
      argc, argv, o,
      [](void* c) -> int {
        auto& b = *static_cast<Body*>(c);
        if constexpr (std::is_void_v<R>) {
          b();
          return 0;
        } else {
          return b();
        }
      },
      const_cast<void*>(static_cast<void const*>(&body)));
}
}  // namespace sched

/// Runs the body once as the first task, at place 0, and waits for its whole scope. Returns its int (void: 0); an
/// exception leaving it prints one line and gives 1; SIGINT or SIGTERM cancel the scope and give 130 or 143.
/// Arguments starting with --skua- are taken out of argv. In a task it is a broken contract.
template <class Body>
int run(int& argc, char** argv, Body&& body) {
  return sched::run_typed(&argc, argv, options{}, body);
}
template <class Body>
int run(options const& o, Body&& body) {
  return sched::run_typed(nullptr, nullptr, o, body);
}
template <class Body>
  requires std::is_invocable_v<Body&>
int run(Body&& body) {
  return sched::run_typed(nullptr, nullptr, options{}, body);
}
/// The same with settings from the program and arguments that override them.
template <class Body>
int run(int& argc, char** argv, options const& o, Body&& body) {
  return sched::run_typed(&argc, argv, o, body);
}

}  // namespace skua

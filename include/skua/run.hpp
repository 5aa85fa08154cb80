// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the library: run() runs a whole program; class runtime is for programs that start and stop
// the library themselves.
#pragma once

#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>
#include <skua/options.hpp>

namespace skua {

namespace remote {
struct job;
}
namespace start {
/// A running program: the places of this process, connected with those of other processes.
using remote::job;
job* open_job(options const& options);
void close_job(job* job) noexcept;
/// `options`, overridden by those of the environment (SKUA_…); throws skua::error.
options with_environment(options options);
/// In the process of place 0: runs fn(context) as a task in a new scope and waits; rethrows an
/// exception of fn or of tasks that external threads spawned. In other processes: takes part until
/// that run has ended. Returns true if this process called fn. `code` (may be null) gets the run's
/// exit code.
bool run_root(job* job, void (*fn)(void*), void* context, int* code = nullptr);
/// run() without its template parameters: removes --skua-… arguments (argc may be null), prints an
/// escaping exception in one line.
int run_main(int* argc, char** argv, options options, int (*fn)(void*), void* context);
}  // namespace start

/// Running places with their workers; the destructor joins them. Not copyable. A program may make
/// several, one after another. Under a launcher every process must make the same runtimes and runs:
/// they are matched by their order.
class runtime {
 public:
  explicit runtime(options const& options = {}) : job_(start::open_job(start::with_environment(options))) {}
  ~runtime() { start::close_job(job_); }
  runtime(runtime const&) = delete;
  runtime& operator=(runtime const&) = delete;

  /// Runs the body as the first task, at place 0, waits for its whole scope, returns its result and
  /// rethrows its exception. Must not be called in a task. In a process without place 0 the call
  /// takes part until that run has ended; a result that is not void is then value-initialised.
  template <class Body>
  auto run(Body&& body) -> std::invoke_result_t<Body&> {
    using R = std::invoke_result_t<Body&>;
    if constexpr (std::is_function_v<std::remove_reference_t<Body>>) {
      auto* const function = &body;  // an object, which a void* can point to
      return run(function);
    } else if constexpr (std::is_void_v<R>) {
      start::run_root(
          job_, [](void* context) { (*static_cast<std::remove_reference_t<Body>*>(context))(); }, address(body));
    } else {
      struct call {
        std::remove_reference_t<Body>* body;
        union {
          R result;
        };
        bool has_result = false;
        explicit call(std::remove_reference_t<Body>* called) : body(called) {}
        ~call() {
          if (has_result) result.~R();
        }
      } run_call(&body);
      bool const called_here = start::run_root(
          job_,
          [](void* memory) {
            auto* request = static_cast<call*>(memory);
            ::new (static_cast<void*>(&request->result)) R((*request->body)());
            request->has_result = true;
          },
          &run_call);
      if constexpr (std::is_default_constructible_v<R>) {
        if (!called_here) return R();
      } else {
        (base::check)(called_here,
                      "runtime::run: at places other than 0 the result type must be default-constructible");
      }
      return std::move(run_call.result);
    }
  }

 private:
  template <class T>
  static void* address(T& value) noexcept {
    return const_cast<void*>(static_cast<void const*>(&value));
  }
  start::job* job_;
};

namespace start {
template <class Body>
int run_typed(int* argc, char** argv, options const& options, Body& body) {
  using R = std::invoke_result_t<Body&>;
  static_assert(
      std::is_void_v<R> || (std::is_convertible_v<R, int> && !std::is_same_v<R, bool>),
      "skua::run: the body returns void, or its exit code as an int (0: success; a bool would say the opposite)");
  if constexpr (std::is_function_v<Body>) {
    auto* const function = &body;  // an object, which a void* can point to
    return run_typed(argc, argv, options, function);
  } else {
    return run_main(
        argc, argv, options,
        [](void* context) -> int {
          auto& called = *static_cast<Body*>(context);
          if constexpr (std::is_void_v<R>) {
            called();
            return 0;
          } else if constexpr (std::is_convertible_v<R, int>) {
            return called();
          }
        },
        const_cast<void*>(static_cast<void const*>(&body)));
  }
}
}  // namespace start

/// Runs the body once as the first task, at place 0, and waits for its whole scope. Returns an exit
/// code: the body's int (void: 0); 1 after an exception left the body, which is printed in one
/// line; 130 or 143 after SIGINT or SIGTERM at any place, which cancels the scope. Arguments that
/// begin with --skua- are removed from argv. A call in a task ends the process (broken contract).
template <class Body>
[[nodiscard("it is the exit code: return it from main")]] int run(int& argc, char** argv, Body&& body) {
  return start::run_typed(&argc, argv, options{}, body);
}
template <class Body>
[[nodiscard("it is the exit code: return it from main")]] int run(options const& options, Body&& body) {
  return start::run_typed(nullptr, nullptr, options, body);
}
template <class Body>
  requires std::is_invocable_v<Body&>
[[nodiscard("it is the exit code: return it from main")]] int run(Body&& body) {
  return start::run_typed(nullptr, nullptr, options{}, body);
}
/// Like the other run, with settings from the program, which arguments override.
template <class Body>
[[nodiscard("it is the exit code: return it from main")]] int run(int& argc, char** argv, options const& options,
                                                                  Body&& body) {
  return start::run_typed(&argc, argv, options, body);
}

}  // namespace skua

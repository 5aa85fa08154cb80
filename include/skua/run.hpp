// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting the library: run() for whole programs, runtime for programs that own main().
#pragma once

#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

#include <skua/base/check.hpp>
#include <skua/error.hpp>
#include <skua/options.hpp>

namespace skua {

namespace remote {
/// A running program: the places of this process, connected with those of others.
struct job;
job* open_job(options const& o);
void close_job(job* j) noexcept;
/// The settings with those of the environment (SKUA_…), which win; throws skua::error.
options with_environment(options o);
/// Where place 0 is: runs fn(context) as a task in a scope of its own and waits; rethrows what it
/// or plain threads' tasks threw. Elsewhere: takes part until that run has ended. True: fn was
/// called here. `code` becomes, or is, the run's.
bool run_root(job* j, void (*fn)(void*), void* context, int* code = nullptr);
/// run() without its types: strips --skua-… arguments (argc may be null), prints an escaping
/// exception in one line.
int run_main(int* argc, char** argv, options o, int (*fn)(void*), void* context);
}  // namespace remote

/// Running places with their workers; joins them when destroyed. Not copyable. Several may follow
/// one another. Started by a launcher, every process makes one, and they are matched by order, as
/// are their runs.
class runtime {
 public:
  explicit runtime(options const& o = {}) : job_(remote::open_job(remote::with_environment(o))) {}
  ~runtime() { remote::close_job(job_); }
  runtime(runtime const&) = delete;
  runtime& operator=(runtime const&) = delete;

  /// Runs the body as the first task, at place 0, waits for its whole scope, returns its result,
  /// rethrows its exception. Must not be called in a task. At a process without place 0 it takes
  /// part until that run has ended; a result that is not void is then value-initialised.
  template <class Body>
  auto run(Body&& body) -> std::invoke_result_t<Body&> {
    using R = std::invoke_result_t<Body&>;
    if constexpr (std::is_void_v<R>) {
      remote::run_root(job_, [](void* c) { (*static_cast<std::remove_reference_t<Body>*>(c))(); }, address(body));
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
      bool const here = remote::run_root(
          job_,
          [](void* p) {
            auto* k = static_cast<call*>(p);
            ::new (static_cast<void*>(&k->result)) R((*k->body)());
            k->made = true;
          },
          &c);
      if constexpr (std::is_default_constructible_v<R>) {
        if (!here) return R();
      } else {
        base::check(here, "runtime::run with a result that has no default was called at another place than 0");
      }
      return std::move(c.result);
    }
  }

 private:
  template <class T>
  static void* address(T& t) noexcept {
    return const_cast<void*>(static_cast<void const*>(&t));
  }
  remote::job* job_;
};

namespace remote {
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
}  // namespace remote

/// Runs the body once as the first task, at place 0, and waits for its whole scope. Returns its int
/// (void: 0); an exception leaving it prints one line and gives 1; SIGINT or SIGTERM, at any place,
/// cancel the scope and give 130 or 143. Arguments starting with --skua- are taken out of argv. In
/// a task it is a broken contract.
template <class Body>
int run(int& argc, char** argv, Body&& body) {
  return remote::run_typed(&argc, argv, options{}, body);
}
template <class Body>
int run(options const& o, Body&& body) {
  return remote::run_typed(nullptr, nullptr, o, body);
}
template <class Body>
  requires std::is_invocable_v<Body&>
int run(Body&& body) {
  return remote::run_typed(nullptr, nullptr, options{}, body);
}
/// The same with settings from the program and arguments that override them.
template <class Body>
int run(int& argc, char** argv, options const& o, Body&& body) {
  return remote::run_typed(&argc, argv, o, body);
}

}  // namespace skua

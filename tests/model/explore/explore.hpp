// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry point for tests: explore(options, body).
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "explore/atomic.hpp"
#include "explore/engine.hpp"
#include "explore/var.hpp"

namespace skua::model {

/// The interface with which the body of an exploration builds one execution.
class execution {
 public:
  explicit execution(engine& e) : engine_(e) {}

  /// Makes state that lives until this execution has ended.
  template <class T, class... Args>
  T& make(Args&&... args) {
    auto object = std::make_shared<T>(std::forward<Args>(args)...);
    T& reference = *object;
    engine_.own(std::move(object));
    return reference;
  }

  /// Adds a thread. All threads start after the body has returned, and see all that it did.
  template <class F>
  void thread(F f) {
    engine_.add_thread(std::move(f));
  }

  /// Adds checks that run after the last thread has ended, and see all writes.
  template <class F>
  void finally(F f) {
    engine_.add_final(std::move(f));
  }

 private:
  engine& engine_;
};

/// Ends the exploration with `text` unless `condition` holds.
inline void check(bool condition, std::string_view text) {
  if (!condition && active != nullptr) active->fail(std::string(text));
}

/// One of `alternatives` numbers from 0; all are explored.
inline std::size_t choose(std::size_t alternatives) { return active == nullptr ? 0 : active->choose(alternatives); }

namespace detail {

// The decisions in SKUA_MODEL_REPLAY if it names this exploration, else null.
inline char const* replay_of(std::string const& name) {
  char const* const text = std::getenv("SKUA_MODEL_REPLAY");
  if (text == nullptr) return nullptr;
  std::string_view const view(text);
  std::size_t const equals = view.rfind('=');
  return equals != std::string_view::npos && view.substr(0, equals) == name ? text + equals + 1 : nullptr;
}

}  // namespace detail

/// Runs one recorded execution of `body` and keeps its trace.
template <class Body>
result replay(options const& o, Body body, std::string const& path_text) {
  auto const machine = std::make_unique<engine>();
  decisions path;
  result r;
  r.name = o.name;
  r.executions = 1;
  if (!path.decode(path_text)) {
    r.failure = "not a replay string: " + path_text;
    return r;
  }
  execution once(*machine);
  r.complete = machine->run(o, path, [&] { body(once); }, true);
  r.failure = machine->failure();
  r.replay = path_text;
  r.trace = machine->trace();
  r.steps = machine->steps();
  return r;
}

/// Runs `body` once for every schedule and every choice of values within the bounds, or until one
/// fails.
template <class Body>
result explore(options const& o, Body body) {
  if (char const* const path_text = detail::replay_of(o.name)) {
    result r = replay(o, body, path_text);
    std::printf("replay of %s\n%s%s\n", o.name.c_str(), r.trace.c_str(), r.failure.c_str());
    return r;
  }
  auto const machine = std::make_unique<engine>();
  decisions path;
  execution once(*machine);
  result r;
  r.name = o.name;
  do {
    bool const passed = machine->run(o, path, [&] { body(once); }, false);
    ++r.executions;
    r.steps += machine->steps();
    if (!passed) {
      r.replay = path.encode();
      r.failure = machine->failure();
      r.trace = replay(o, body, r.replay).trace;
      return r;
    }
    if (r.executions == o.max_executions) return r;
  } while (path.advance());
  r.complete = true;
  return r;
}

}  // namespace skua::model

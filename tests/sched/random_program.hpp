// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random task programs with a sequential model: the same seed gives the same tree of constructs on
// every worker, so the expected result is known before the run. Used by the stress tests and by
// skua-soak.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <skua/skua.hpp>

#include "base/random.hpp"

namespace random_program {

/// A stream of choices that depends on the node only, and not on the worker or the time of the run.
class choices {
 public:
  explicit choices(std::uint64_t node) noexcept : numbers_(node) {}
  std::uint64_t next() noexcept { return numbers_(); }
  std::uint64_t below(std::uint64_t n) noexcept { return next() % n; }

 private:
  skua::base::splitmix64 numbers_;
};

struct failure : std::runtime_error {
  explicit failure(std::uint64_t n) : std::runtime_error("planned failure"), node(n) {}
  std::uint64_t node;
};

/// The effects of a program, actual or expected: their order does not matter, their multiplicity
/// does.
struct ledger {
  std::atomic<std::uint64_t> visits{0};
  std::atomic<std::uint64_t> digest{0};
  std::atomic<std::uint64_t> failures{0};
  std::atomic<std::uint64_t> broken{0};  // a scope returned too early, a count was wrong: always 0

  void visit(std::uint64_t node) noexcept {
    visits.fetch_add(1, std::memory_order_relaxed);
    digest.fetch_add(choices(node).next(), std::memory_order_relaxed);
  }
  void require(bool right) noexcept {
    if (!right) broken.fetch_add(1, std::memory_order_relaxed);
  }
};

enum class construct {
  leaf,
  finish_spawn,
  async_get,
  invoke,
  loop,
  tiled_loop,
  event,
  fails,
  after,
  cancelled,
  yielding,
  urgent,
  sleeping,
  nested_scope,
  count
};

inline std::uint64_t child(std::uint64_t node, std::uint64_t i) noexcept { return choices(node * 31 + i + 1).next(); }

inline construct construct_of(std::uint64_t node, int depth) noexcept {
  if (depth == 0) return construct::leaf;
  return static_cast<construct>(choices(node ^ 0xC0).below(static_cast<std::uint64_t>(construct::count)));
}
inline std::uint64_t children_of(std::uint64_t node) noexcept { return 1 + choices(node ^ 0xFA).below(4); }

/// The model: adds the expected effects of the node to the ledger.
inline void expect_node(std::uint64_t node, int depth, ledger& l) {
  l.visit(node);
  construct const c = construct_of(node, depth);
  switch (c) {
    case construct::leaf:
      return;
    case construct::fails:
      l.failures.fetch_add(1, std::memory_order_relaxed);
      return;
    case construct::cancelled:
      return;
    default:
      break;
  }
  std::uint64_t const n = c == construct::invoke ? 2 : children_of(node);
  for (std::uint64_t i = 0; i < n; ++i) expect_node(child(node, i), depth - 1, l);
}

void run_node(std::uint64_t node, int depth, ledger& l);

namespace detail {

inline void wait_in_every_child(std::uint64_t node, int depth, ledger& l) {
  std::uint64_t const n = children_of(node);
  skua::event start;
  std::atomic<std::uint64_t> ended{0};
  skua::finish([&] {
    for (std::uint64_t i = 0; i < n; ++i) {
      skua::spawn([&, i] {
        start.wait();
        run_node(child(node, i), depth - 1, l);
        ++ended;
      });
    }
    if (n % 2 == 0) skua::yield();
    start.set();
  });
  l.require(ended == n);
}

inline void fail_and_catch(std::uint64_t node, ledger& l) {
  std::uint64_t const throwers = 1 + node % 3;
  std::uint64_t caught = 0;
  std::atomic<std::uint64_t> threw{0};
  try {
    skua::finish([&] {
      for (std::uint64_t i = 0; i < throwers; ++i) {
        skua::spawn([&, i] {
          if (i % 2 == 1) skua::yield();
          ++threw;
          throw failure(node);
        });
      }
    });
  } catch (failure const& f) {
    l.require(f.node == node);
    caught = 1;
  } catch (skua::task_errors const& e) {
    caught = e.total();
    l.require(e.total() + e.never_started() <= throwers);
  }
  // A task cancelled in its yield ends without an error and has not counted itself.
  l.require(caught >= 1 && caught == threw);
  l.failures.fetch_add(1, std::memory_order_relaxed);
}

inline void cancel_and_count(std::uint64_t node, ledger& l) {
  std::uint64_t const tasks = 5 + node % 40;
  std::atomic<std::uint64_t> started{0};
  skua::event never;
  skua::finish_result const r = skua::finish(skua::counted, [&](skua::scope s) {
    for (std::uint64_t i = 0; i < tasks; ++i) {
      skua::spawn([&, i] {
        ++started;
        if (i % 3 == 0) never.wait();
        if (i % 3 == 1) skua::finish([&] { skua::yield(); });
      });
    }
    if (node % 2 == 0) skua::yield();
    s.cancel();
  });
  l.require(r.cancelled() && r.ran == started && r.never_started + r.ran == tasks);
}

template <class Start>
void loop_over_children(std::uint64_t node, int depth, ledger& l, Start const& start) {
  std::uint64_t const n = children_of(node);
  std::atomic<std::uint64_t> ended{0};
  skua::finish([&] {
    start(static_cast<std::int64_t>(n), [&, node, depth](std::int64_t i) {
      run_node(child(node, static_cast<std::uint64_t>(i)), depth - 1, l);
      ++ended;
    });
  });
  l.require(ended == n);
}

template <class Start>
void spawn_children(std::uint64_t node, int depth, ledger& l, Start const& start) {
  std::uint64_t const n = children_of(node);
  std::atomic<std::uint64_t> ended{0};
  skua::finish([&] {
    for (std::uint64_t i = 0; i < n; ++i) {
      start([&, i] {
        run_node(child(node, i), depth - 1, l);
        ++ended;
      });
    }
  });
  l.require(ended == n);
}

inline void futures_of_children(std::uint64_t node, int depth, ledger& l) {
  std::uint64_t const n = children_of(node);
  std::vector<skua::future<std::uint64_t>> futures;
  for (std::uint64_t i = 0; i < n; ++i) {
    futures.push_back(skua::async([node, depth, i, p = &l, big = std::array<std::uint64_t, 9>{i}] {
      run_node(child(node, i), depth - 1, *p);
      return big[0];
    }));
  }
  for (std::uint64_t k = 0; k < n; ++k) {
    std::uint64_t const i = node % 2 == 0 ? k : n - 1 - k;
    l.require(futures[i].get() == i);
  }
}

inline void children_after_one_another(std::uint64_t node, int depth, ledger& l) {
  std::uint64_t const n = children_of(node);
  std::atomic<std::uint64_t> ended{0};
  skua::finish([&] {
    skua::shared_future<void> previous = skua::make_ready_future().share();
    for (std::uint64_t i = 0; i < n; ++i) {
      previous = skua::async(skua::after(previous), [&, i] {
                   l.require(ended == i);
                   run_node(child(node, i), depth - 1, l);
                   ++ended;
                 }).share();
    }
  });
  l.require(ended == n);
}

}  // namespace detail

inline void run_node(std::uint64_t node, int depth, ledger& l) {
  using namespace detail;
  l.visit(node);
  auto const plain = [](auto task) { skua::spawn(task); };
  switch (construct_of(node, depth)) {
    case construct::leaf:
    case construct::count:
      return;
    case construct::finish_spawn:
      return spawn_children(node, depth, l, plain);
    case construct::urgent:
      return spawn_children(node, depth, l, [](auto task) { skua::spawn(skua::urgent, task); });
    case construct::sleeping:
      return spawn_children(node, depth, l, [node](auto task) {
        skua::spawn([task, node] {
          skua::sleep_for(std::chrono::microseconds(node % 50));
          task();
        });
      });
    case construct::yielding:
      return spawn_children(node, depth, l, [](auto task) {
        skua::spawn([task] {
          skua::yield();
          task();
          skua::yield();
        });
      });
    case construct::nested_scope:
      return spawn_children(node, depth, l, [](auto task) {
        skua::finish([&] { skua::spawn([&] { skua::finish([&] { skua::spawn(task); }); }); });
      });
    case construct::async_get:
      return futures_of_children(node, depth, l);
    case construct::invoke:
      skua::invoke([&] { run_node(child(node, 0), depth - 1, l); }, [&] { run_node(child(node, 1), depth - 1, l); });
      return;
    case construct::loop:
      return loop_over_children(node, depth, l, [](std::int64_t n, auto body) { skua::for_async(n, body); });
    case construct::tiled_loop:
      return loop_over_children(node, depth, l, [node](std::int64_t n, auto body) {
        if (node % 2 == 0) {
          skua::for_async(skua::chunked(2), n, body);
        } else {
          skua::for_async(skua::recursive(1), n, body);
        }
      });
    case construct::event:
      return wait_in_every_child(node, depth, l);
    case construct::fails:
      return fail_and_catch(node, l);
    case construct::after:
      return children_after_one_another(node, depth, l);
    case construct::cancelled:
      return cancel_and_count(node, l);
  }
}

/// Runs the program of a seed on a runtime while an external thread submits tasks, and compares the
/// effects with the model. Empty: no error.
inline std::string check_program(skua::runtime& place, std::uint64_t seed, int depth) {
  ledger expected;
  expect_node(seed, depth, expected);
  ledger actual;
  std::atomic<std::uint64_t> external_tasks{0};
  place.run([&] {
    std::thread helper([&] {
      for (int i = 0; i < 20; ++i) {
        if (i % 2 == 0) {
          skua::post(skua::on(0), [&] { ++external_tasks; });
        } else if (skua::async([] { return 5; }).get() == 5) {
          ++external_tasks;
        }
      }
    });
    run_node(seed, depth, actual);
    skua::blocking([&] { helper.join(); });
  });
  if (actual.broken != 0) return std::to_string(actual.broken) + " broken promises of scopes";
  if (actual.visits != expected.visits)
    return std::to_string(actual.visits) + " nodes ran instead of " + std::to_string(expected.visits);
  if (actual.digest != expected.digest) return "other nodes ran than should have";
  if (actual.failures != expected.failures)
    return std::to_string(actual.failures) + " failures instead of " + std::to_string(expected.failures);
  if (external_tasks != 20) return "tasks of an external thread were lost";
  return "";
}

}  // namespace random_program

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs whose traces are checked. Usage: traced CASE [FILE]
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <thread>

#include <skua/sim.hpp>
#include <skua/skua.hpp>
#include <skua/trace.hpp>

namespace {

using namespace std::chrono_literals;

/// Computes for that time.
void compute(std::chrono::microseconds time) {
  auto const end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// A binary tree of tasks; each leaf computes.
void grow(int depth, int leaf_us) {
  if (depth == 0) return compute(std::chrono::microseconds(leaf_us));
  for (int i = 0; i < 2; ++i) skua::spawn(skua::any, [depth, leaf_us] { grow(depth - 1, leaf_us); });
}

long fibonacci(int n) {
  if (n < 2) return n;
  auto other = skua::async([n] { return fibonacci(n - 1); });
  long const mine = fibonacci(n - 2);
  return mine + other.get();
}

void named_tasks() {
  skua::finish([] {
    for (int i = 0; i < 100; ++i) skua::spawn(skua::named("small"), [] {});
    skua::spawn(skua::named("large"), [] { compute(std::chrono::milliseconds(30)); });
  });
}

/// The outer task computes, waits for an inner one that computes, and continues.
void nested() {
  skua::finish([] {
    skua::spawn(skua::named("outer"), [] {
      compute(std::chrono::milliseconds(5));
      skua::finish([] { skua::spawn(skua::named("inner"), [] { compute(std::chrono::milliseconds(10)); }); });
      compute(std::chrono::milliseconds(5));
    });
  });
}

void suspended() {
  skua::finish([] { skua::spawn(skua::named("sleeper"), [] { skua::sleep_for(std::chrono::milliseconds(20)); }); });
}

void own_events() {
  skua::trace::mark("start");
  for (int i = 0; i < 10; ++i) skua::trace::counter("level", i);
  skua::trace::span const whole("whole");
  skua::sleep_for(std::chrono::milliseconds(2));
}

void cancelled() {
  skua::finish([] {
    for (int i = 0; i < 100; ++i) skua::spawn([] { skua::cancel(); });
  });
}

// Programs with a problem that skua report must find (findings.py), and one without.

/// Occupies the worker for that time, but no processor: other programs on the machine would make
/// the shape of a run theirs.
void occupy(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

/// Two hundred tasks of a millisecond, and one of three times as long as all of them.
void huge_task() {
  skua::finish([] {
    for (int i = 0; i < 200; ++i) skua::spawn(skua::named("leaf"), [] { occupy(1ms); });
    skua::spawn(skua::named("giant"), [] { occupy(600ms); });
  });
}

/// No task may leave the place at which it is spawned. They compute: of tasks that block, spare
/// workers would run several at a time.
void one_place() {
  skua::finish([] {
    for (int i = 0; i < 400; ++i) skua::spawn(skua::named("leaf"), [] { compute(1ms); });
  });
}

void serial_chain() {
  for (int i = 0; i < 300; ++i) {
    skua::finish([] { skua::spawn(skua::named("step"), [] { occupy(1ms); }); });
  }
}

void contention() {
  skua::mutex shared;
  skua::finish([&] {
    for (int i = 0; i < 300; ++i) {
      skua::spawn(skua::named("update"), [&] {
        std::lock_guard const hold(shared);
        occupy(1ms);
      });
    }
  });
}

/// A loop whose tasks are too small.
void spawn_loop() {
  skua::count sum;
  skua::finish([sum] {
    for (int i = 0; i < 5'000'000; ++i) skua::spawn(skua::named("add"), [sum, i] { sum += i % 2; });
  });
}

/// Two tasks at a time, for more workers.
void too_few_tasks() {
  for (int i = 0; i < 200; ++i) {
    skua::finish([] {
      for (int k = 0; k < 2; ++k) skua::spawn(skua::named("half"), [] { occupy(2ms); });
    });
  }
}

/// Equally many tasks at each place, in virtual time: the simulator makes one of the places slow.
void equal_parts() {
  skua::finish([] {
    for (int p = 0; p < skua::places(); ++p) {
      for (int i = 0; i < 400; ++i) {
        skua::spawn(skua::on(p), skua::named(i % 2 == 0 ? "even" : "odd"), [i] { skua::sim::work(1e-3 + i * 1e-6); });
      }
    }
  });
}

void healthy() {
  skua::finish([] { grow(13, 100); });
}

constexpr struct {
  std::string_view name;
  void (*body)();
} problems[] = {{"huge_task", huge_task},   {"one_place", one_place},    {"serial", serial_chain},
                {"contention", contention}, {"slow_place", equal_parts}, {"healthy", healthy},
                {"spawn_loop", spawn_loop}, {"idle", too_few_tasks}};

}  // namespace

int main(int argc, char** argv) {
  std::string_view const name = argc > 1 ? argv[1] : "";
  return skua::run([&] {
    if (name == "tree") {
      skua::finish([] { grow(12, 20); });
    } else if (name == "tiny") {
      skua::finish([] { grow(16, 0); });
    } else if (name == "fibonacci") {
      if (fibonacci(20) != 6765) return 1;
    } else if (name == "named") {
      named_tasks();
    } else if (name == "nested") {
      nested();
    } else if (name == "suspended") {
      suspended();
    } else if (name == "own") {
      own_events();
    } else if (name == "cancelled") {
      cancelled();
    } else if (name == "small_tasks") {
      if (fibonacci(33) != 3524578) return 1;
    } else if (name == "waiting") {  // for a file
      skua::finish([] { grow(4, 0); });
      while (!std::filesystem::exists(argv[2])) std::this_thread::sleep_for(1ms);
    } else if (name == "killed") {
      skua::finish([] { grow(10, 100); });
      compute(std::chrono::milliseconds(300));  // the file is written twenty times a second
      std::raise(SIGKILL);
    } else {
      for (auto const& problem : problems) {
        if (problem.name == name) return problem.body(), 0;
      }
      std::fprintf(stderr, "traced: unknown case\n");
      return 2;
    }
    return 0;
  });
}

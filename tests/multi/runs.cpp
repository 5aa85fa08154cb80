// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs for the scripts of this folder: multi_runs WHAT. Each prints what the script wants to see.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <skua/skua.hpp>

namespace {

int place_of_each() {
  int sum = 0;
  for (int p = 0; p < skua::places(); ++p) sum += skua::at(p, [] { return skua::here() + 1; });
  return sum;
}

void greet() {
  for (int p = 0; p < skua::places(); ++p) {
    int const pid = skua::at(p, [] { return static_cast<int>(::getpid()); });
    std::printf("place %d pid %d\n", p, pid);
  }
  std::printf("over %s\n", skua::transport_name());
  std::fflush(stdout);
}

/// Waits until it is killed, quietly or busily.
void stay(bool busy) {
  greet();
  skua::finish([busy] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [busy] {
        if (busy) {
          for (;;) skua::at((skua::here() + 1) % skua::places(), [] {});
        } else {
          skua::promise<int> never;
          (void)never.get_future().wait_for(std::chrono::hours(1));
        }
      });
    }
  });
}

/// Runs and runtimes after one another in one process.
int repeated() {
  for (int i = 0; i < 3; ++i) {
    int const code = skua::run([i] { return 100 * i + place_of_each(); });
    std::printf("run %d: %d\n", i, code);
    std::fflush(stdout);
  }
  for (int i = 0; i < 3; ++i) {
    skua::runtime program;
    for (int k = 0; k < 2; ++k) {
      int const result = program.run([i, k] { return 10 * i + k + place_of_each(); });
      std::printf("runtime %d.%d: %d\n", i, k, result);
      std::fflush(stdout);
    }
    try {
      program.run([] { skua::spawn(skua::on(skua::places() - 1), [] { throw std::out_of_range("far"); }); });
      std::printf("nothing was thrown\n");
    } catch (std::out_of_range const& e) {
      std::printf("thrown: %s\n", e.what());
    }
    std::fflush(stdout);
  }
  return 0;
}

/// A runtime outlives the thread that made it.
int made_by_a_thread() {
  std::unique_ptr<skua::runtime> program;
  std::thread([&] { program = std::make_unique<skua::runtime>(); }).join();
  for (int i = 0; i < 100; ++i) {
    int const sum = program->run(place_of_each);
    if (i == 99) std::printf("sum %d\n", sum);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string const what = argc > 1 ? argv[1] : "";
  int const place = argc > 2 ? std::atoi(argv[2]) : 0;
  if (what == "greet") return skua::run([] { greet(); });
  if (what == "stay") return skua::run([] { stay(false); });
  if (what == "work") return skua::run([] { stay(true); });
  if (what == "repeated") return repeated();
  if (what == "made_by_a_thread") return made_by_a_thread();
  if (what == "code") return skua::run([place] { return place; });
  if (what == "throw") return skua::run([place] { skua::at(place, [] { throw std::range_error("on purpose"); }); });
  if (what == "throw_in_post") {
    return skua::run([place] {
      skua::post(skua::on(place), [] { throw std::range_error("in a post"); });
      skua::sleep_for(std::chrono::hours(1));
    });
  }
  if (what == "last_post") return skua::run([place] { skua::post(skua::on(place), [] { throw std::range_error("in the last post"); }); });
  if (what == "abort") return skua::run([place] { skua::at(place, [] { std::abort(); }); });
  if (what == "leave") return skua::run([place] { skua::at(place, [] { std::_Exit(0); }); });
  std::fprintf(stderr, "multi_runs: greet, stay, work, repeated, made_by_a_thread, code, throw, throw_in_post, last_post, abort, leave\n");
  return 2;
}

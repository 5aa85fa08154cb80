// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs for the scripts of this folder: multi_runs WHAT. Each prints what its script reads.
#include <signal.h>
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

/// Waits until it is killed, idle or busy.
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

[[gnu::noinline]] void wait_in_this_function(skua::event& e) {
  e.wait();
  asm volatile("");  // so that the call is not the last thing that the function does
}

[[gnu::noinline]] void spin_in_this_function() {
  std::puts("spinning");
  std::fflush(stdout);
  for (;;) asm volatile("");
}

/// Four tasks wait, and one computes, until the program is killed.
void wait_for_the_debugger() {
  skua::event never;
  skua::finish([&never] {
    for (int i = 0; i < 4; ++i) skua::spawn(skua::named("reader"), [&never] { wait_in_this_function(never); });
    skua::spawn(skua::named("spinner"), &spin_in_this_function);
    std::puts("waiting");
    std::fflush(stdout);
  });
}

[[gnu::noinline]] void crash_in_this_function() {
  int volatile* volatile nowhere = nullptr;
  *nowhere = 1;
}

[[gnu::noinline]] void on_the_way() {
  crash_in_this_function();
  asm volatile("");  // so that the call is not the last thing that the function does
}

int crash_at(int place) {
  return skua::run(
      [place] { skua::finish([place] { skua::spawn(skua::named("reckless"), skua::on(place), &on_the_way); }); });
}

int crash_outside() {
  skua::runtime program;
  std::thread outside(&crash_in_this_function);
  outside.join();
  return 0;
}

int crash_with_own_handler(int number) {
  ::signal(number, [](int) { ::_exit(3); });
  return number == SIGABRT ? skua::run([] { std::abort(); }) : crash_at(0);
}

[[gnu::noinline]] void damage_the_heap() {
  void* volatile block = std::malloc(100);
  std::free(block);
  std::free(block);
  asm volatile("");
}

/// Several runs and runtimes, one after another, in one process.
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

/// A runtime that outlives the thread that made it.
int made_by_a_thread() {
  std::unique_ptr<skua::runtime> program;
  std::thread([&] { program = std::make_unique<skua::runtime>(); }).join();
  for (int i = 0; i < 100; ++i) {
    int const sum = program->run(place_of_each);
    if (i == 99) std::printf("sum %d\n", sum);
  }
  return 0;
}

/// Programs that come to a stop in which every task waits.
int deadlock(std::string const& kind) {
  return skua::run([&kind]() -> int {
    int const last = skua::places() - 1;
    if (kind == "future") {  // a task at another place waits for a value that no task sends
      skua::spawn(skua::on(last), skua::named("the waiter"), [] {
        skua::promise<int> never;
        (void)never.get_future().get();
      });
    } else if (kind == "circle") {  // two tasks wait for the result of each other
      skua::promise<int> first_half;
      skua::future<int> second_half = skua::async(
          skua::on(last), skua::named("left hand"), [](skua::future<int> f) { return f.get(); },
          first_half.get_future());
      first_half.set_value(second_half.get());
    } else if (kind == "mutex") {  // locked here, and again by a task at another place
      skua::global_mutex const m;
      m.lock();
      skua::finish([&] { skua::spawn(skua::on(last), skua::named("the second"), [m] { m.lock(); }); });
    } else if (kind == "phaser") {  // the task that made it neither arrives at it nor drops it
      skua::finish([last] {
        skua::phaser ph(skua::phaser_mode::signal_wait);
        skua::finish(
            [=] { skua::spawn(skua::on(last), skua::named("on time"), skua::phased(ph), [=] { ph.next(); }); });
      });
    } else if (kind == "collective") {  // one place does not join
      skua::spawn(skua::on(last), skua::named("the only one"), [] { skua::collective::barrier(); });
    } else if (kind == "post") {  // the body has ended
      skua::post(skua::on(last), [] {
        skua::event never;
        never.wait();
      });
    } else if (kind == "nested") {  // a run in a task, while another run is going on
      skua::spawn(skua::on(last), [] {
        skua::runtime again;
        again.run([] {});
      });
    }
    return 0;
  });
}

struct no_arrival {
  template <class A>
  void serialize(A&) {
    if constexpr (A::reading) throw std::range_error("in its argument");
  }
};

/// No deadlock: each of these waits for an event that comes late.
int late() {
  constexpr auto late = std::chrono::milliseconds(250);  // later than the first look of the detector
  return skua::run([late] {
    int const last = skua::places() - 1;
    skua::at(last, [late] { skua::sleep_for(late); });
    skua::at(last, [late] { skua::blocking([late] { std::this_thread::sleep_for(late); }); });
    skua::at(last, [late] {
      skua::promise<int> p;
      skua::future<int> f = p.get_future();
      std::thread outside([late, q = std::move(p)]() mutable {
        std::this_thread::sleep_for(late);
        q.set_value(1);
      });
      (void)f.get();
      outside.join();
    });
    skua::at(last, [late] { std::this_thread::sleep_for(late); });  // a spare worker has no work during that time
    skua::at(last, [late] {
      skua::event done;
      std::thread outside([late, &done] {
        std::this_thread::sleep_for(late);
        skua::async([&done] { done.set(); }).get();
      });
      done.wait();
      outside.join();
    });
    skua::post(skua::on(last), [late] { skua::sleep_for(late); });
    std::printf("not too late\n");
    return 0;
  });
}

/// A place gets a signal while a shielded task waits for an event that never comes. The run ends
/// when its grace period is over.
int signalled(int place) {
  return skua::run([place] {
    skua::finish([place] {
      skua::spawn(skua::on(place), skua::shielded, skua::named("tidies up"), [] {
        ::raise(SIGTERM);
        skua::promise<int> never;
        (void)never.get_future().get();
      });
    });
    return 0;
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::string const command = argc > 1 ? argv[1] : "";
  int const place = argc > 2 ? std::atoi(argv[2]) : 0;
  if (command == "greet") return skua::run([] { greet(); });
  if (command == "stay") return skua::run([] { stay(false); });
  if (command == "work") return skua::run([] { stay(true); });
  if (command == "waiting") return skua::run(&wait_for_the_debugger);
  if (command == "crash") return crash_at(place);
  if (command == "crash_outside") return crash_outside();
  if (command == "crash_handled") return crash_with_own_handler(place != 0 ? place : SIGSEGV);
  if (command == "repeated") return repeated();
  if (command == "made_by_a_thread") return made_by_a_thread();
  if (command == "code") return skua::run([place] { return place; });
  if (command == "throw") return skua::run([place] { skua::at(place, [] { throw std::range_error("on purpose"); }); });
  if (command == "throw_in_post") {
    return skua::run([place] {
      skua::post(skua::on(place), [] { throw std::range_error("in a post"); });
      skua::sleep_for(std::chrono::hours(1));
    });
  }
  if (command == "last_post")
    return skua::run([place] { skua::post(skua::on(place), [] { throw std::range_error("in the last post"); }); });
  if (command == "post_argument") {
    return skua::run([place] { skua::post(skua::on(place), [](no_arrival const&) {}, no_arrival()); });
  }
  if (command == "deadlock") return deadlock(argc > 2 ? argv[2] : "");
  if (command == "late") return late();
  if (command == "signalled") return signalled(place);
  if (command == "abort") return skua::run([place] { skua::at(place, [] { std::abort(); }); });
  if (command == "damage") {
    return skua::run([] { skua::finish([] { skua::spawn(skua::named("careless"), &damage_the_heap); }); });
  }
  if (command == "leave") return skua::run([place] { skua::at(place, [] { std::_Exit(0); }); });
  std::fprintf(stderr,
               "multi_runs: greet, stay, work, waiting, crash, repeated, made_by_a_thread, code, throw, throw_in_post, "
               "last_post, "
               "post_argument, deadlock, late,\n"
               "  signalled, abort, damage, leave\n");
  return 2;
}

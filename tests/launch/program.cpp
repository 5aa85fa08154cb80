// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program of the library for the tests of skua-run, and of ends under MPI: one small job per word
// of the command line.

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <skua/skua.hpp>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

std::atomic<long> allocations_left{-1};  // negative: no limit; 0: every further allocation fails

#if !defined(SKUA_TSAN)  // its run-time library has an operator new that no program may replace
void* take_memory(std::size_t bytes, std::size_t alignment) {
  long number = allocations_left.load();
  while (number > 0 && !allocations_left.compare_exchange_weak(number, number - 1)) {
  }
  std::size_t const whole = (bytes + alignment - 1) / alignment * alignment;
  void* const p = number == 0 ? nullptr : std::aligned_alloc(alignment, whole != 0 ? whole : alignment);
  if (p != nullptr) return p;
  if (auto* const handler = std::get_new_handler()) handler();  // the handler throws
  throw std::bad_alloc();
}
/// Not inlined: gcc warns of a free() for the memory of an operator new that it does not inline.
[[gnu::noinline]] void return_memory(void* p) noexcept { std::free(p); }
#endif

}  // namespace

#if !defined(SKUA_TSAN)
void* operator new(std::size_t bytes) { return take_memory(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return take_memory(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { return_memory(p); }
void operator delete(void* p, std::size_t) noexcept { return_memory(p); }
void operator delete(void* p, std::align_val_t) noexcept { return_memory(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { return_memory(p); }
#endif

namespace {

/// Writes the line in one call, so that the program does not tear it.
void line(std::string const& text) {
  std::string const whole = text + "\n";
  if (::write(1, whole.data(), whole.size()) < 0) std::abort();
}

/// One line per place: its number, the number of places, its workers, its process id.
void greet() {
  for (int p = 0; p < skua::places(); ++p) {
    skua::at(p, [] {
      line("place " + std::to_string(skua::here()) + " of " + std::to_string(skua::places()) + " workers " +
           std::to_string(skua::workers()) + " pid " + std::to_string(::getpid()));
    });
  }
}

/// Tasks that may run anywhere; the sum shows whether each ran once.
void sum() {
  skua::sum<long> total;
  skua::finish([&] {
    for (long i = 1; i <= 10'000; ++i) {
      skua::spawn(skua::any, [total, i] { total += i; });
    }
  });
  line("sum " + std::to_string(total.get()) + " over " + skua::transport_name());
}

/// Waits until it is cancelled or killed.
void wait_for_ever() {
  greet();
  line("waiting");
  for (;;) skua::sleep_for(std::chrono::hours(1));
}

/// Waits until it is cancelled, then cleans up for a second.
void wait_and_clean_up() {
  try {
    wait_for_ever();
  } catch (skua::cancelled_error const&) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    line("clean");
    throw;
  }
}

/// Small tasks that may run anywhere, until the run is cancelled.
void spawn_for_ever() {
  line("begun");
  for (;;) {
    skua::finish([] {
      for (int i = 0; i < 100; ++i) skua::spawn(skua::any, [] { skua::sim::work(1e-6); });
    });
  }
}

/// A task at each place that computes for months of simulated time.
void compute_for_months() {
  line("begun");
  for (int p = 0; p < skua::places(); ++p)
    skua::spawn(skua::on(p), skua::named("months"), [] { skua::sim::work(1e7); });
}

/// Needs memory where no exception may leave.
void run_out_of_memory() noexcept {
  allocations_left = 0;
  std::string const text(1000, 'x');
  line(text);
}

/// full WHAT ALLOCATIONS: a task spawns more tasks than its deque holds; after so many allocations
/// there is no memory. WHAT: "small" closures, which lie in the deque, "large" ones, or "urgent"
/// tasks, which lie in a queue of the place.
void fill_a_deque(std::string const& what, long allocations) {
  skua::finish([&] {
    constexpr int tasks = 1 << 18;
    std::array<char, 256> const bytes{};
    allocations_left = allocations;
    for (int i = 0; i < tasks; ++i) {
      if (what == "large") {
        skua::spawn(skua::any, [bytes] { static_cast<void>(bytes); });
      } else if (what == "urgent") {
        skua::spawn(skua::urgent, [] {});
      } else {
        skua::spawn(skua::any, [] {});
      }
    }
    allocations_left = -1;
  });
}

/// Ends the calling process in the given way.
void end_process(std::string const& method, int code) {
  if (method == "exit") std::exit(code);
  if (method == "quick_exit") std::quick_exit(code);
  if (method == "_exit") ::_exit(code);
  if (method == "abort") std::abort();
  if (method == "kill") ::kill(::getpid(), SIGKILL);
  if (method == "hangup") ::kill(::getpid(), SIGHUP);
  if (method == "interrupt") ::kill(::getpid(), SIGINT);
  if (method == "terminate") ::kill(::getpid(), SIGTERM);
  if (method == "throw") throw code;
  if (method == "stay") std::this_thread::sleep_for(std::chrono::hours(1));
  if (method == "memory") run_out_of_memory();
  if (method == "contract") (void)skua::run([] {});  // not allowed in a task
}

/// The place of this process, also outside a run: what the launcher says, or 0.
int place_of_process() {
  for (char const* const name : {"SKUA_RUN_PLACE", "OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (char const* const value = std::getenv(name)) return std::atoi(value);
  }
  return 0;
}

/// outside WHEN HOW PLACE CODE: ends the main thread of that place before or after the run.
int end_outside_run(int argc, char** argv) {
  if (argc < 6) std::abort();
  bool const chosen = place_of_process() == std::atoi(argv[4]);
  bool const before = argv[2] == std::string("before");
  if (chosen && before) end_process(argv[3], std::atoi(argv[5]));
  int const code = skua::run([] { greet(); });
  if (chosen && !before) end_process(argv[3], std::atoi(argv[5]));
  return code;
}

/// Runs a task at each place that ignores cancellation.
void be_stuck() {
  greet();
  skua::finish([] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), skua::named("deaf"), [] {
        line("deaf");
        for (;;) std::this_thread::yield();
      });
    }
  });
}

/// end HOW CALLER PLACE CODE: a task or an external thread of that place ends its process, while
/// the other places have work.
void end_during_run(int argc, char** argv) {
  if (argc < 6) std::abort();
  int const place = std::atoi(argv[4]);
  struct order {
    char method[16];
    bool by_thread;
    int code;
  } o{};
  std::strncpy(o.method, argv[2], sizeof o.method - 1);
  o.by_thread = argv[3] == std::string("thread");
  o.code = std::atoi(argv[5]);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), [] { skua::sleep_for(std::chrono::hours(1)); });
    skua::spawn(skua::on(place), [o] {
      if (!o.by_thread) return end_process(o.method, o.code);
      std::thread([o] { end_process(o.method, o.code); }).detach();
    });
  });
}

/// Forks a child that calls exit, as after a failed exec. Returns its exit code, 128 + signal, or
/// 255 if it hangs.
int code_of_child() {
  pid_t const child = ::fork();
  if (child == 0) std::exit(42);
  for (int i = 0; i < 10'000; ++i) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // poll interval
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return 255;
}

/// Forks a child in each main thread before the run, then in a task of each place, then in each
/// main thread after the run.
int fork_and_exit() {
  if (int const before = code_of_child(); before != 42) return before;
  int const code = skua::run([] {
    for (int p = 0; p < skua::places(); ++p) {
      int const child = skua::at(p, [] { return code_of_child(); });
      if (child != 42) return child;
    }
    return 0;
  });
  if (code != 0) return code;
  int const after = code_of_child();
  return after == 42 ? 0 : after;
}

/// Starts this program with one place, and with two that it forks.
int start_programs(std::string const& file) {
  int const alone = std::system((file + " sum --skua-places=1").c_str());
  return alone != 0 ? alone : std::system((file + " sum --skua-places=2").c_str());
}

/// Starts the programs in a task at each place.
int start_programs_everywhere(std::string const& file) {
  for (int p = 0; p < skua::places(); ++p) {
    if (skua::at(p, &start_programs, file) != 0) return 1;
  }
  return 0;
}

/// Lines that wait in the buffers of the streams when the places are forked, and when they end.
int fill_streams() {
  std::ios::sync_with_stdio(false);
  std::cout << "cout before\n";
  std::clog << "clog before\n";
  std::fputs("stdio before\n", stdout);
  return skua::run([] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::at(p, [] {
        std::cout << "cout at " << skua::here() << '\n';
        std::clog << "clog at " << skua::here() << '\n';
        std::printf("stdio at %d\n", skua::here());
      });
    }
    return 0;
  });
}

/// runs N M: place 0 calls run N times, the other places M times.
int run_often(int argc, char** argv) {
  int const number = argc < 4 ? 0 : std::atoi(argv[place_of_process() == 0 ? 2 : 3]);
  int code = 0;
  for (int i = 0; i < number && code == 0; ++i) code = skua::run([] { greet(); });
  return code;
}

int job(std::string const& command, int number) {
  if (command == "greet") greet();
  if (command == "sum") sum();
  if (command == "wait") wait_for_ever();
  if (command == "clean") wait_and_clean_up();
  if (command == "spawn") spawn_for_ever();
  if (command == "months") compute_for_months();
  if (command == "code") return number;
  if (command == "throw") throw std::runtime_error("on purpose");
  if (command == "die") {  // kills that place in the middle of the run
    skua::at(number, [] { std::abort(); });
  }
  if (command == "leave") {
    skua::at(number, [] { std::_Exit(0); });
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string const command = argc > 1 ? argv[1] : "greet";
  if (command == "nothing") return 0;
  if (command == "streams") return fill_streams();
  if (command == "runs") return run_often(argc, argv);
  if (command == "programs") {
    return skua::run([file = std::string(argv[0])] { return start_programs_everywhere(file); });
  }
  if (command == "fork") return fork_and_exit();
  if (command == "signal") {
    int const code = skua::run([] { wait_for_ever(); });
    line("returned " + std::to_string(code));
    return code;
  }
  if (command == "starve") {  // starve N: every allocation from the N-th on fails
    allocations_left = argc > 2 ? std::atol(argv[2]) : 0;
    return skua::run([] { greet(); });
  }
  if (command == "full") {
    return skua::run([&] { fill_a_deque(argc > 2 ? argv[2] : "", argc > 3 ? std::atol(argv[3]) : 0); });
  }
  if (command == "stuck") return skua::run([] { be_stuck(); });
  if (command == "outside") return end_outside_run(argc, argv);
  if (command == "end") {
    return skua::run([&] { end_during_run(argc, argv); });
  }
  return skua::run(argc, argv, [&] { return job(command, argc > 2 ? std::atoi(argv[2]) : 0); });
}

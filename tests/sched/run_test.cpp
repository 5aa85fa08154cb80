// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run and runtime: results, exit codes, exceptions, signals, consecutive runs.
#include <skua/run.hpp>

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(running);

TEST_P(running, the_runtime_returns_what_the_body_returns) {
  skua::runtime place{settings()};
  EXPECT_EQ(place.run([] { return 5; }), 5);
  EXPECT_EQ(*place.run([] { return std::make_unique<int>(6); }), 6);
  int x = 0;
  place.run([&] { x = 7; });
  EXPECT_EQ(x, 7);
  struct movable {
    std::unique_ptr<int> p = std::make_unique<int>(8);
    int operator()() { return *p; }
  };
  EXPECT_EQ(place.run(movable{}), 8);
}

int functions_called = 0;
void plain_body() { ++functions_called; }
int plain_body_with_result() { return 10 + ++functions_called; }
std::unique_ptr<int> plain_body_with_object() { return std::make_unique<int>(20 + ++functions_called); }

TEST_P(running, the_body_may_be_a_plain_function) {
  functions_called = 0;
  {
    skua::runtime place{settings()};
    place.run(plain_body);
    EXPECT_EQ(functions_called, 1);
    EXPECT_EQ(place.run(plain_body_with_result), 12);
    EXPECT_EQ(*place.run(plain_body_with_object), 23);
    EXPECT_EQ(place.run(&plain_body_with_result), 14);
  }
  EXPECT_EQ(skua::run(settings(), plain_body), 0);
  EXPECT_EQ(functions_called, 5);
  EXPECT_EQ(skua::run(settings(), plain_body_with_result), 16);
  char name[] = "program";
  char* arguments[] = {name, nullptr};
  int count = 1;
  EXPECT_EQ(skua::run(count, arguments, settings(), plain_body), 0);
  EXPECT_EQ(skua::run(count, arguments, settings(), plain_body_with_result), 18);
  EXPECT_EQ(skua::run(count, arguments, plain_body), 0);
  EXPECT_EQ(skua::run(count, arguments, plain_body_with_result), 20);
  EXPECT_EQ(skua::run(plain_body), 0);
  EXPECT_EQ(skua::run(plain_body_with_result), 22);
}

TEST_P(running, the_runtime_rethrows) {
  skua::runtime place{settings()};
  EXPECT_THROW(place.run([] { throw std::out_of_range("body"); }), std::out_of_range);
  EXPECT_THROW(place.run([] { skua::spawn([] { throw std::domain_error("task"); }); }), std::domain_error);
  EXPECT_THROW(place.run([]() -> int { throw 5; }), int);
  EXPECT_EQ(place.run([] { return 1; }), 1);
}

TEST_P(running, the_runtime_waits_for_the_whole_scope) {
  std::atomic<int> ended{0};
  run([&] {
    for (int i = 0; i < 50; ++i) {
      skua::spawn([&] {
        for (int k = 0; k < 5; ++k) skua::yield();
        ++ended;
      });
    }
  });
  EXPECT_EQ(ended, 50);
}

TEST_P(running, runtimes_may_live_side_by_side) {
  skua::runtime first{settings()};
  skua::runtime second{skua::options{.workers = 1}};
  EXPECT_EQ(first.run([] { return skua::workers(); }), workers());
  EXPECT_EQ(second.run([] { return skua::workers(); }), 1);
  EXPECT_EQ(first.run([] { return skua::async([] { return 4; }).get(); }), 4);
}

TEST_P(running, gives_exit_codes) {
  EXPECT_EQ(skua::run(settings(), [] {}), 0);
  EXPECT_EQ(skua::run(settings(), [] { return 42; }), 42);
  EXPECT_EQ(skua::run(settings(), [] { skua::cancel(); }), 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(skua::run(settings(), []() -> int { throw std::runtime_error("too bad"); }), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "skua: the program's body ended with an exception: too bad\n");
  testing::internal::CaptureStderr();
  EXPECT_EQ(skua::run(settings(), [] { skua::spawn([] { throw 3; }); }), 1);
  std::string const line = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
}

struct own_error : std::out_of_range {
  using std::out_of_range::out_of_range;
};

/// The text that run prints about an exception of a task at a place.
template <class Throw>
std::string line_about(int places, int place, Throw const& thrower) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(skua::run(skua::options{.workers = 1, .places = places, .transport = "inproc"},
                      [=] { skua::at(place, thrower); }),
            1);
  std::string const text = testing::internal::GetCapturedStderr();
  std::string const start = "skua: the program's body ended with an exception: ";
  EXPECT_EQ(text.find(start), 0u) << text;
  return text.substr(std::min(text.size(), start.size()));
}

TEST(running_texts, an_exception_has_one_text_at_one_place_and_at_several) {
  auto const number = [] { throw 42; };
  EXPECT_EQ(line_about(1, 0, number), "an exception of type int\n");
  EXPECT_EQ(line_about(2, 0, number), "an exception of type int\n");
  EXPECT_EQ(line_about(2, 1, number), "an exception of type int (thrown at place 1)\n");
  auto const named = [] { throw skua::error("skua: no such thing"); };
  EXPECT_EQ(line_about(1, 0, named), "no such thing\n");
  auto const own = [] { throw own_error("no such thing"); };
  std::string const type = "(anonymous namespace)::own_error";
  EXPECT_EQ(line_about(1, 0, own), "no such thing (type " + type + ")\n");
  EXPECT_EQ(line_about(2, 1, own), "no such thing (type " + type + ", thrown at place 1)\n");
  EXPECT_EQ(line_about(2, 1, [] { throw std::string("a text"); }), "a text (type std::string, thrown at place 1)\n");
  EXPECT_EQ(line_about(2, 1, [] { throw std::range_error("standard"); }), "standard\n");
}

struct running_once : testing::Test {
  running_once() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// A program of two places. Its body starts `task` at place p, and drops the future before the
/// task can end.
template <class Task>
[[noreturn]] void drop_future_of(int p, Task const& task) {
  std::exit(skua::run(skua::options{.workers = 1, .places = 2, .transport = "inproc"}, [=] {
    for (int i = 0; i < 3; ++i) {
      skua::finish([=] {
        (void)skua::async(skua::on(p), [=] {
          skua::sleep_for(std::chrono::milliseconds(20));
          task();
        });
      });
    }
  }));
}

TEST_F(running_once, the_exception_of_a_dropped_future_is_reported_once) {
  auto const fail = [] { throw own_error("no such thing"); };
  std::string const line =
      "skua: a task's exception is lost, its future was dropped: no such thing \\(type \\(anonymous "
      "namespace\\)::own_error";
  EXPECT_EXIT(drop_future_of(1, fail), testing::ExitedWithCode(0),
              "^" + line + ", thrown at place 1\\); call get[^\n]*\n$");
  EXPECT_EXIT(drop_future_of(0, fail), testing::ExitedWithCode(0), "^" + line + "\\); call get[^\n]*\n$");
  EXPECT_EXIT(drop_future_of(1, [] {}), testing::ExitedWithCode(0), "^$");
  EXPECT_EXIT(drop_future_of(1, [] { throw skua::cancelled_error(); }), testing::ExitedWithCode(0), "^$");
}

TEST_F(running_once, takes_its_arguments_out) {
  char program[] = "program";
  char first[] = "--first";
  char workers[] = "--skua-workers=3";
  char name[] = "--skua-seed";
  char value[] = "9";
  char end[] = "--";
  char argument[] = "--skua-workers=1";
  char* argv[] = {program, workers, first, name, value, end, argument, nullptr};
  int argc = 7;
  EXPECT_EQ(skua::run(argc, argv, [] { return skua::workers(); }), 3);
  ASSERT_EQ(argc, 4);
  EXPECT_STREQ(argv[1], "--first");
  EXPECT_STREQ(argv[2], "--");
  EXPECT_STREQ(argv[3], "--skua-workers=1");
  EXPECT_EQ(argv[4], nullptr);
}

TEST_F(running_once, arguments_win_over_settings_of_the_program) {
  char program[] = "program";
  char workers[] = "--skua-workers=2";
  char* argv[] = {program, workers, nullptr};
  int argc = 2;
  EXPECT_EQ(skua::run(argc, argv, skua::options{.workers = 4}, [] { return skua::workers(); }), 2);
}

TEST_F(running_once, a_wrong_argument_is_one_line_and_code_2) {
  char program[] = "program";
  char wrong[] = "--skua-wrokers=2";
  char* argv[] = {program, wrong, nullptr};
  int argc = 2;
  bool ran = false;
  testing::internal::CaptureStderr();
  EXPECT_EQ(skua::run(argc, argv, [&] { ran = true; }), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "skua: unknown option --skua-wrokers; did you mean --skua-workers?\n");
  EXPECT_FALSE(ran);
}

TEST_F(running_once, help_prints_the_options) {
  char program[] = "program";
  char help[] = "--skua-help";
  char* argv[] = {program, help, nullptr};
  int argc = 2;
  testing::internal::CaptureStdout();
  EXPECT_EXIT((void)skua::run(argc, argv, [] {}), testing::ExitedWithCode(0), "");
  (void)testing::internal::GetCapturedStdout();
}

TEST_F(running_once, inside_a_task_is_a_broken_contract) {
  EXPECT_DEATH((void)skua::run([] { (void)skua::run([] {}); }),
               "broken contract at place 0, worker [0-9]+, in a task: run was called in a task; use finish there");
}

/// Waits for ever in an inner scope, with tasks that must see the cancellation; another thread
/// sends the signal.
int interrupted(int number) {
  return skua::run(skua::options{.workers = 2}, [number] {
    skua::event never;
    std::thread([number] { ::kill(::getpid(), number); }).detach();
    skua::finish([&] {
      for (int i = 0; i < 10; ++i) skua::spawn([&] { never.wait(); });
      never.wait();
    });
    std::fputs("a part passes for the whole\n", stderr);
  });
}

TEST_F(running_once, the_first_signal_cancels_the_run) {
  if (thread_sanitizer) GTEST_SKIP() << "thread sanitizer holds signals back until a call it intercepts";
  EXPECT_EXIT(std::_Exit(interrupted(SIGINT)), testing::ExitedWithCode(130), "^$");
  EXPECT_EXIT(std::_Exit(interrupted(SIGTERM)), testing::ExitedWithCode(143), "^$");
}

/// The body ignores the first signal, so the second must end the process.
void deaf(int first, int second) {
  (void)skua::run(skua::options{.workers = 1}, [=] {
    ::raise(first);
    while (!skua::cancelled()) std::this_thread::yield();
    // an earlier second signal counts as the same one
    auto const deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);
    while (std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    ::raise(second);
    for (;;) std::this_thread::yield();
  });
}

TEST_F(running_once, the_second_signal_kills) {
  EXPECT_EXIT(deaf(SIGINT, SIGINT), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(deaf(SIGTERM, SIGTERM), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(deaf(SIGINT, SIGTERM), testing::KilledBySignal(SIGTERM), "");
}

/// timeout(1) signals a process, and immediately afterwards its group.
TEST_F(running_once, the_same_signal_twice_at_once_is_one) {
  int const code = skua::run(skua::options{.workers = 1}, [] {
    ::raise(SIGTERM);
    ::raise(SIGTERM);
    while (!skua::cancelled()) std::this_thread::yield();
  });
  EXPECT_EQ(code, 128 + SIGTERM);
}

std::atomic<int> user_signals{0};

TEST_F(running_once, the_users_own_handlers_are_kept) {
  auto const old_handler = ::signal(SIGTERM, [](int) { ++user_signals; });
  user_signals = 0;
  EXPECT_EQ(skua::run([] {
              ::raise(SIGTERM);
              return skua::async([] { return 6; }).get();
            }),
            6);
  EXPECT_EQ(user_signals, 1);
  ::raise(SIGTERM);
  EXPECT_EQ(user_signals, 2) << "also after the run";
  ::signal(SIGTERM, old_handler);
}

TEST_F(running_once, afterwards_signals_do_what_they_did) {
  if (thread_sanitizer) GTEST_SKIP() << "thread sanitizer holds signals back until a call it intercepts";
  EXPECT_EQ(skua::run([] {}), 0);
  EXPECT_EXIT(::raise(SIGINT), testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(
      {
        (void)skua::run(skua::options{.workers = -1}, [] {});
        ::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "skua: workers: ")
      << "also after a run that could not start";
  EXPECT_EXIT(
      {
        (void)interrupted(SIGINT);
        std::_Exit(skua::run([] { return 4; }));
      },
      testing::ExitedWithCode(4), "")
      << "the next run knows nothing of it";
}

}  // namespace

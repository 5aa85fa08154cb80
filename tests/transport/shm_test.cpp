// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting and ending processes as places.
#include "transport/shm/shm.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include <skua/detail/base/config.hpp>
#include <skua/error.hpp>

#include "player.hpp"
#include "system/unique_fd.hpp"
#include "transport/shm/attach.hpp"
#include "world.hpp"

namespace transport_test {
namespace {

using namespace skua::transport;
using skua::system::unique_fd;

class shm : public testing::Test {
 protected:
  void SetUp() override {
#if defined(SKUA_TSAN)
    GTEST_SKIP() << "thread sanitizer does not survive a fork with threads";
#endif
  }
};

template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (skua::error const& e) {
    return e.what();
  }
  return "no error";
}

/// A pipe. Its reader learns when all processes that hold the other end are gone.
class lifeline {
 public:
  lifeline() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::pipe(ends), 0);
    reader_ = unique_fd(ends[0]);
    writer_ = unique_fd(ends[1]);
  }
  int writer() const { return writer_.get(); }
  void drop() { writer_.close(); }
  /// Reads until the last writer has gone; gives up after half a minute.
  std::string read_all() {
    drop();
    std::string text;
    char buffer[256];
    for (;;) {
      pollfd fd{reader_.get(), POLLIN, 0};
      if (::poll(&fd, 1, 30'000) <= 0) return "somebody still lives";
      auto const length = ::read(reader_.get(), buffer, sizeof buffer);
      if (length <= 0) return text;
      text.append(buffer, static_cast<std::size_t>(length));
    }
  }

 private:
  unique_fd reader_;
  unique_fd writer_;
};

/// Runs the action in a separate process; returns its wait status.
template <class Action>
int in_a_process(Action action) {
  std::fflush(nullptr);
  pid_t const child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

int open_files() {
  int count = 0;
  for ([[maybe_unused]] auto const& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

TEST_F(shm, four_places_start_within_milliseconds) {
#if defined(SKUA_ASAN)
  constexpr double limit = 300;  // the fork also copies the page tables of the shadow memory
#else
  constexpr double limit = 30;
#endif
  double best = 1e9;
  for (int i = 0; i < 20 && best >= limit; ++i) {  // a busy machine may need several attempts
    auto const start = steady_clock::now();
    auto end = shm_fork(4, 1);
    if (end->here() != 0) {
      end->begin_shutdown();
      ::_exit(0);
    }
    best = std::min(best, std::chrono::duration<double, std::milli>(steady_clock::now() - start).count());
    end->begin_shutdown();
  }
  EXPECT_LT(best, limit);
}

TEST_F(shm, leaves_no_file_open) {
  int const before = open_files();
  {
    auto end = shm_fork(3, 1);
    end->begin_shutdown();
    if (end->here() != 0) ::_exit(0);
  }
  EXPECT_EQ(open_files(), before);
  error_of([] { shm_attach(shm_create(2), 0, 2, 1, 1'000'000); });
  EXPECT_EQ(open_files(), before);
}

TEST_F(shm, places_that_were_started_on_their_own_meet) {
  unique_fd fd = shm_create(2);
  int const status = in_a_process([&] {
    std::fflush(nullptr);
    if (::fork() == 0) {
      auto end = shm_attach(std::move(fd), 1, 2, 5);
      end->begin_shutdown();
      end.reset();
      ::_exit(0);
    }
    auto end = shm_attach(std::move(fd), 0, 2, 5);
    bool const fine = end->here() == 0 && end->places() == 2;
    end->begin_shutdown();
    end.reset();
    ::_exit(fine ? 0 : 1);
  });
  EXPECT_EQ(status, 0);
}

/// Place 0 waits. Between its look at the others and its look at their processes place 1 comes,
/// meets all that are there, and ends.
std::string error_of_place_0(int places) {
  segment const shared(shm_create(places).get());
  return error_of([&] {
    rendezvous(shared, 0, 1, 1'000'000'000, [&] {
      error_of([&] { rendezvous(shared, 1, 1, 1, [] { return std::string(); }); });  // it does not wait for others
      return std::string("place 1 ended with exit code 0");
    });
  });
}

TEST(attach, a_place_may_end_when_all_have_met) { EXPECT_EQ(error_of_place_0(2), "no error"); }

TEST(attach, a_place_must_not_end_before) {
  EXPECT_EQ(error_of_place_0(3), "skua: place 1 ended with exit code 0 while starting");
}

TEST_F(shm, names_the_missing_places) {
  EXPECT_EQ(
      error_of([] { shm_attach(shm_create(4), 1, 4, 1, 200'000'000); }),
      "skua: place 1 of 4 has waited 0.2 s for places 0, 2 and 3 to start: is every place running, and does each call "
      "skua::run?");
  EXPECT_EQ(error_of([] { shm_attach(shm_create(2), 1, 2, 1, 100'000'000); }),
            "skua: place 1 of 2 has waited 0.1 s for place 0 to start: is every place running, and does each call "
            "skua::run?");
}

TEST_F(shm, waits_for_no_process_that_has_ended) {
  unique_fd fd = shm_create(3);
  shm_note_end(fd.get(), 2);
  EXPECT_EQ(error_of([&] { shm_attach(unique_fd(::dup(fd.get())), 0, 3, 1); }),
            "skua: place 2 has ended without a call of skua::run, and place 0 waits for it: every place must call it");
  EXPECT_EQ(error_of([&] { shm_attach(unique_fd(::dup(fd.get())), 2, 3, 1); }),
            "skua: the process that was started as place 2 has ended; this one comes too late");
}

TEST_F(shm, refuses_another_build) {
  unique_fd fd = shm_create(2);
  std::fflush(nullptr);
  pid_t const child = ::fork();
  if (child == 0) {
    auto const text = error_of([&] { shm_attach(std::move(fd), 1, 2, 8); });
    ::_exit(text.find("does not run the same build of the program as place 1: start all places from the same files") ==
            std::string::npos);
  }
  auto const text = error_of([&] { shm_attach(std::move(fd), 0, 2, 7); });
  EXPECT_EQ(text, "skua: place 1 (pid " + std::to_string(child) +
                      ") does not run the same build of the program as place 0: start all places from the same files");
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "both places must be told";
}

TEST_F(shm, refuses_a_second_process_of_the_same_number) {
  unique_fd fd = shm_create(2);
  error_of([&] { shm_attach(unique_fd(::dup(fd.get())), 1, 2, 1, 1'000'000); });
  EXPECT_EQ(error_of([&] { shm_attach(std::move(fd), 1, 2, 1, 1'000'000); }),
            "skua: two processes were started as place 1: give each its own number");
}

TEST_F(shm, refuses_another_layout) {
  unique_fd fd = shm_create(2);
  std::uint64_t const wrong_magic = 0x736b7561'73686d'ff;
  EXPECT_EQ(::pwrite(fd.get(), &wrong_magic, sizeof wrong_magic, 0), static_cast<ssize_t>(sizeof wrong_magic));
  EXPECT_EQ(error_of([&] { shm_attach(std::move(fd), 0, 2, 1, 1'000'000); }),
            "skua: the shared memory is not that of this version of the library: use skua-run of the same build");
}

TEST_F(shm, refuses_memory_of_something_else) {
  auto const foreign = [](std::size_t bytes) {
    unique_fd fd(::memfd_create("foreign", 0));
    EXPECT_EQ(::ftruncate(fd.get(), static_cast<off_t>(bytes)), 0);
    return error_of([&] { shm_attach(std::move(fd), 0, 2, 1); });
  };
  char const* const expected =
      "skua: the shared memory is not that of this version of the library: use skua-run of the same build";
  EXPECT_EQ(foreign(1 << 20), expected);
  EXPECT_EQ(foreign(10), expected);
  EXPECT_NE(foreign(0).find("cannot map 0 bytes of shared memory"), std::string::npos);
  EXPECT_NE(
      error_of([] { shm_attach(unique_fd(), 0, 2, 1); }).find("cannot look at the shared memory in file descriptor -1"),
      std::string::npos);
  EXPECT_EQ(error_of([] { shm_attach(shm_create(3), 0, 2, 1); }),
            "skua: place 0 of 2 does not fit shared memory for 3 places");
  EXPECT_EQ(error_of([] { shm_attach(shm_create(2), 2, 2, 1); }),
            "skua: place 2 of 2 does not fit shared memory for 2 places");
  EXPECT_EQ(error_of([] { shm_create(0); }), "skua: 0 places on one host: between 1 and 1024 are possible");
}

bool exit_in_child = false;

TEST_F(shm, says_which_place_died_while_starting) {
  ::pthread_atfork(nullptr, nullptr, [] {
    if (exit_in_child) ::_exit(7);
  });
  exit_in_child = true;
  EXPECT_EQ(error_of([] { shm_fork(2, 1); }), "skua: place 1 ended with exit code 7 while starting");
  exit_in_child = false;
}

TEST_F(shm, children_die_with_place_0) {
  lifeline line;
  int const status = in_a_process([] {
    auto end = shm_fork(4, 1);
    if (end->here() == 0) ::raise(SIGKILL);
    for (;;) ::pause();
  });
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  EXPECT_EQ(line.read_all(), "");
}

TEST_F(shm, the_cause_is_reported_before_its_consequences) {
  int const status = in_a_process([] {
    auto end = shm_fork(4, 1);
    player me(*end);
    me.may_lose = true;
    me.meet();
    if (end->here() == 3) ::raise(SIGKILL);
    if (end->here() != 0) {
      me.until([&] { return !me.losses.empty(); });
      ::_exit(me.losses[0].first == 3 ? 70 : 1);
    }
    wait_for([] {  // all others have ended, and the process monitor has noticed
      siginfo_t info{};
      return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
    });
    me.until([&] { return me.losses.size() == 3; });
    bool fine = me.losses[0] == std::pair<int, std::string>{3, "was killed by signal 9 (Killed)"};
    for (int i = 1; i < 3; ++i)
      fine = fine && me.losses[static_cast<std::size_t>(i)].second == "ended with exit code 70";
    ::_exit(fine ? 0 : 1);
  });
  EXPECT_EQ(status, 0);
}

TEST_F(shm, an_end_without_leave_takes_the_children_along) {
  lifeline line;
  int const status = in_a_process([] {
    auto end = shm_fork(3, 1);
    if (end->here() != 0)
      for (;;) ::pause();
    end.reset();
    ::_exit(::waitpid(-1, nullptr, WNOHANG) == -1 ? 0 : 1);  // no child is left, not even a zombie
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(line.read_all(), "");
}

TEST_F(shm, an_end_after_leave_waits_for_the_children) {
  lifeline line;
  int const status = in_a_process([&] {
    auto end = shm_fork(3, 1);
    player me(*end);
    me.finish();
    if (end->here() != 0) {
      // Long enough that a process that does not wait would end first.
      for (auto const until = steady_clock::now() + 50ms; steady_clock::now() < until;) std::this_thread::yield();
      EXPECT_EQ(::write(line.writer(), "c", 1), 1);
      ::_exit(0);
    }
    end.reset();
    EXPECT_EQ(::write(line.writer(), "0", 1), 1);
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(line.read_all(), "cc0");
}

TEST_F(shm, nothing_is_printed_twice) {
  lifeline line;
  in_a_process([&] {
    ::dup2(line.writer(), STDOUT_FILENO);
    std::ios::sync_with_stdio(false);
    std::cout << "once";
    std::printf(" only");
    auto end = shm_fork(3, 1);
    end->begin_shutdown();
    std::cout.flush();
    std::fflush(nullptr);
    if (end->here() != 0) ::_exit(0);
    end.reset();
  });
  EXPECT_EQ(line.read_all(), "once only");
}

TEST_F(shm, a_single_place_is_possible) {
  auto end = shm_fork(1, 1);
  EXPECT_EQ(end->places(), 1);
  EXPECT_STREQ(end->name(), "shm");
  EXPECT_NE(end->location(0).find("pid " + std::to_string(::getpid())), std::string::npos);
  end->begin_shutdown();
}

}  // namespace
}  // namespace transport_test

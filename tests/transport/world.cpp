// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "world.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <thread>

#include <skua/base/config.hpp>

#include "transport/inproc/connect.hpp"
#include "transport/shm/shm.hpp"

namespace transport_test {
namespace {

enum outcome : std::uint32_t { unfinished, passed, failed };

/// A blackboard and the outcome of each place, in memory that survives a fork.
struct shared_page {
  blackboard board;
  skua::base::atomic<std::uint32_t> outcomes[256];
};

class page {
 public:
  page() : at_(::mmap(nullptr, sizeof(shared_page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
  page(page const&) = delete;
  page& operator=(page const&) = delete;
  ~page() { ::munmap(at_, sizeof(shared_page)); }
  shared_page* operator->() const { return static_cast<shared_page*>(at_); }

 private:
  void* at_;
};

void run_inproc(options const& how, body const& what) {
  auto ends = skua::transport::inproc_connect(how.places, how.capacity);
  page shared;
  std::vector<std::thread> threads;
  for (auto& end : ends)
    threads.emplace_back([&] {
      what(*end, shared->board);
      end.reset();
    });
  for (auto& thread : threads) thread.join();
}

#if !defined( \
    SKUA_TSAN)  // it gives false alarms about memory that processes share, and does not survive a fork with threads
void run_shm(options const& how, body const& what) {
  page shared;
  auto end = skua::transport::shm_fork(how.places, 42, how.capacity);
  int const here = end->here();
  what(*end, shared->board);
  if (here != 0) {
    // What children find wrong they print; the page carries the verdict.
    shared->outcomes[here].store(testing::Test::HasFailure() ? failed : passed);
    std::fflush(nullptr);
    end.reset();
    ::_exit(0);
  }
  end.reset();
  for (int place = 1; place < how.places; ++place)
    EXPECT_EQ(shared->outcomes[place].load(), place == how.victim ? unfinished : passed) << "at place " << place;
}
#endif

}  // namespace

std::vector<world> const& worlds() {
  static std::vector<world> const all = {
      {"inproc", false, run_inproc},
#if !defined(SKUA_TSAN)
      {"shm", true, run_shm},
#endif
  };
  return all;
}

std::vector<world> process_worlds() {
  std::vector<world> out;
  for (auto const& w : worlds())
    if (w.processes) out.push_back(w);
  return out;
}

}  // namespace transport_test

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "world.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <thread>

#include <skua/detail/base/config.hpp>

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
  page() : address_(::mmap(nullptr, sizeof(shared_page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
  page(page const&) = delete;
  page& operator=(page const&) = delete;
  ~page() { ::munmap(address_, sizeof(shared_page)); }
  shared_page* operator->() const { return static_cast<shared_page*>(address_); }

 private:
  void* address_;
};

void run_inproc(options const& config, body const& test_body) {
  auto ends = skua::transport::inproc_connect(config.places, config.capacity);
  page shared;
  std::vector<std::thread> threads;
  for (auto& end : ends)
    threads.emplace_back([&] {
      test_body(*end, shared->board);
      end.reset();
    });
  for (auto& thread : threads) thread.join();
}

// Thread sanitizer gives false alarms about memory that processes share, and does not survive a
// fork with threads.
#if !defined(SKUA_TSAN)
void run_shm(options const& config, body const& test_body) {
  page shared;
  auto end = skua::transport::shm_fork(config.places, 42, config.capacity);
  int const number = end->here();
  test_body(*end, shared->board);
  if (number != 0) {
    // A child prints its failures; the shared page carries the outcome.
    shared->outcomes[number].store(testing::Test::HasFailure() ? failed : passed);
    std::fflush(nullptr);
    end.reset();
    ::_exit(0);
  }
  end.reset();
  for (int place = 1; place < config.places; ++place)
    EXPECT_EQ(shared->outcomes[place].load(), place == config.victim ? unfinished : passed) << "at place " << place;
}
#endif

}  // namespace

std::vector<world> const& worlds() {
  static std::vector<world> const list = {
      {"inproc", false, run_inproc},
#if !defined(SKUA_TSAN)
      {"shm", true, run_shm},
#endif
  };
  return list;
}

std::vector<world> process_worlds() {
  std::vector<world> list;
  for (auto const& w : worlds())
    if (w.processes) list.push_back(w);
  return list;
}

}  // namespace transport_test

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bank whose transfers lock two accounts at once: the mutexes suspend tasks, not workers, and
// work with std::scoped_lock.
#include <cstdio>
#include <mutex>
#include <vector>

#include <skua/skua.hpp>

struct account {
  skua::mutex lock;
  long balance = 1000;
};

void transfer(account& from, account& to, long amount) {
  std::scoped_lock both(from.lock, to.lock);
  skua::yield();  // a task may suspend while it holds a lock
  from.balance -= amount;
  to.balance += amount;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::vector<account> bank(10);
    skua::finish([&] {
      for (std::size_t i = 0; i < 1000; ++i) {
        skua::spawn([&bank, i] {
          transfer(bank[i % 10], bank[(i * 7 + 1) % 10 == i % 10 ? (i + 1) % 10 : (i * 7 + 1) % 10], 5);
        });
      }
    });
    long total = 0;
    for (account const& a : bank) total += a.balance;
    std::printf("the bank holds %ld\n", total);
    return total == 10'000 ? 0 : 1;
  });
}

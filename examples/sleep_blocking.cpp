// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sleeping suspends the task. blocking(f) lets f block its thread while a spare worker takes over.
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include <skua/skua.hpp>

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // A thousand sleeping tasks need no thousand threads.
    auto const start = std::chrono::steady_clock::now();
    skua::count woken;
    skua::finish([=] {
      for (int i = 0; i < 1000; ++i) {
        skua::spawn([=] {
          skua::sleep_for(20ms);
          ++woken;
        });
      }
    });
    auto const slept = std::chrono::steady_clock::now() - start;
    std::printf("1000 tasks slept 20 ms each, in %lld ms\n",
                static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(slept).count()));

    // There are as many readers as workers, and only the task queued before them fills the pipe.
    // Without blocking() no worker would be left to run that task.
    int ends[2];
    if (::pipe(ends) != 0) return 1;
    skua::sum<long> bytes;
    long const readers = skua::workers();
    skua::finish([=] {
      skua::spawn([=] {
        for (long i = 0; i < readers; ++i) {
          if (::write(ends[1], "x", 1) != 1) return;
        }
      });
      for (long i = 0; i < readers; ++i) {
        skua::spawn([=] {
          char c = 0;
          bytes += skua::blocking([&] { return ::read(ends[0], &c, 1); });
        });
      }
    });
    ::close(ends[0]);
    ::close(ends[1]);
    std::printf("%ld of %ld bytes were read\n", bytes.get(), readers);
    return woken.get() == 1000 && slept >= 20ms && slept < 10s && bytes.get() == readers ? 0 : 1;
  });
}

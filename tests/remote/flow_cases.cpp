// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floods of messages, and external threads.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(all_places_flood_all) {
  place_counters received(0);
  int const count = fewer(3000, 300);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [received] {
        for (int i = 0; i < count; ++i) {
          skua::spawn(
              skua::on(i % skua::places()),
              [](place_counters t, std::vector<long> const& v) {
                t->add(v.back());
                skua::spawn(skua::on(static_cast<int>(v.size()) % skua::places()), [t] { t->add(1); });
              },
              received, std::vector<long>(static_cast<std::size_t>(1 + i % 700), 1));
        }
      });
    }
  });
  SAME(total_of(received), 2L * count * skua::places());
}

PLACE_CASE(a_flood_from_a_cancelled_scope) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::finish_result const r = skua::finish([&](skua::scope s) {
      for (int p = 0; p < skua::places(); ++p) {
        skua::spawn(skua::on(p), [] {
          while (!skua::cancelled())
            skua::spawn(skua::on(next_place(skua::here())), [](std::string const&) {}, std::string(2000, 'c'));
        });
      }
      skua::spawn(skua::on(k % skua::places()), skua::urgent, skua::shielded, [s] {
        skua::sleep_for(std::chrono::milliseconds(5));
        s.cancel();
      });
    });
    CHECK(r.cancelled());
  }
}

PLACE_CASE(plain_threads_use_other_places) {
  std::atomic<int> failures{0};
  place_counters received(0);
  std::vector<std::thread> threads;
  int const places = skua::places();
  for (int k = 0; k < 3; ++k) {
    threads.emplace_back([&failures, received, places] {
      if (skua::here() != 0 || skua::places() != places) ++failures;
      for (int i = 0; i < 50; ++i) {
        int const p = i % places;
        if (skua::async(skua::on(p), [] { return skua::here(); }).get() != p) ++failures;
        if (skua::async(
                skua::on(p), [](std::string const& s) { return s + "!"; }, std::string("text"))
                .get() != "text!")
          ++failures;
        if (skua::at(p, [] { return skua::here() + 1; }) != p + 1) ++failures;
        skua::post(skua::on(p), [received] { received->add(1); });
        try {
          skua::async(skua::on(p), [] { throw std::length_error("to a thread"); }).get();
          ++failures;
        } catch (std::length_error const&) {
        }
      }
    });
  }
  skua::blocking([&] {
    for (std::thread& t : threads) t.join();
  });
  SAME(failures.load(), 0);
  CHECK(comes_true([&] { return total_of(received) == 150; }));
}

PLACE_CASE(threads_at_other_places) {
  // A thread that a task creates at that place belongs to the process, not to a task.
  for (int p = 0; p < skua::places(); ++p) {
    int const answer = skua::at(p, [p] {
      skua::promise<int> result;
      std::thread t([&result, p] {
        try {
          result.set_value(skua::async(skua::on(p), [] { return skua::here(); }).get());
        } catch (...) {
          result.set_exception(std::current_exception());
        }
      });
      int const x = result.get_future().get();
      t.join();
      return x;
    });
    SAME(answer, p);
  }
}

PLACE_CASE(long_silence_costs_nothing_but_time) {
  // Every worker of every place sleeps; the answer still arrives.
  SAME(skua::at(last_place(),
                [] {
                  skua::sleep_for(std::chrono::milliseconds(300));
                  return skua::at(0, [] {
                    skua::sleep_for(std::chrono::milliseconds(200));
                    return 6;
                  });
                }),
       6);
}

}  // namespace

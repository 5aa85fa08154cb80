// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floods, and threads that are not workers.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "place/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(all_places_flood_one) {
  tallies got(0);
  int const each = fewer(5000, 500);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [got] {
        for (int i = 0; i < each; ++i) {
          skua::spawn(
              skua::on(0), [](tallies t, std::string const& s) { t->add(static_cast<long>(s.size())); }, got,
              std::string(1000, 'f'));
        }
      });
    }
  });
  SAME(tally_at(0, got), 1000L * each * skua::places());
}

PLACE_CASE(all_places_flood_all) {
  tallies got(0);
  int const each = fewer(3000, 300);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [got] {
        for (int i = 0; i < each; ++i) {
          skua::spawn(
              skua::on(i % skua::places()),
              [](tallies t, std::vector<long> const& v) {
                t->add(v.back());
                skua::spawn(skua::on(static_cast<int>(v.size()) % skua::places()), [t] { t->add(1); });
              },
              got, std::vector<long>(static_cast<std::size_t>(1 + i % 700), 1));
        }
      });
    }
  });
  SAME(total_of(got), 2L * each * skua::places());
}

PLACE_CASE(floods_of_posts_and_results) {
  tallies got(0);
  int const each = fewer(2000, 200);
  skua::finish([&] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [got] {
        std::vector<skua::future<std::string>> results;
        for (int i = 0; i < each; ++i) {
          skua::post(
              skua::on(next_place(skua::here())), [](tallies t, std::string const&) { t->add(1); }, got,
              std::string(500, 'p'));
          results.push_back(skua::async(
              skua::on(last_place()), [](int n) { return std::string(static_cast<std::size_t>(n), 'r'); }, i));
        }
        for (int i = 0; i < each; ++i)
          SAME(results[static_cast<std::size_t>(i)].get().size(), static_cast<std::size_t>(i));
      });
    }
  });
  for (int p = 0; p < skua::places(); ++p)
    CHECK(skua::at(p, [got] { return comes_true([&] { return got->get() == each; }); }));
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
  tallies got(0);
  std::vector<std::thread> threads;
  int const places = skua::places();
  for (int k = 0; k < 3; ++k) {
    threads.emplace_back([&failures, got, places] {
      if (skua::here() != 0 || skua::places() != places) ++failures;
      for (int i = 0; i < 50; ++i) {
        int const p = i % places;
        if (skua::async(skua::on(p), [] { return skua::here(); }).get() != p) ++failures;
        if (skua::async(
                skua::on(p), [](std::string const& s) { return s + "!"; }, std::string("text"))
                .get() != "text!")
          ++failures;
        if (skua::at(p, [] { return skua::here() + 1; }) != p + 1) ++failures;
        skua::post(skua::on(p), [got] { got->add(1); });
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
  CHECK(comes_true([&] { return total_of(got) == 150; }));
}

PLACE_CASE(threads_at_other_places) {
  // A thread that a task made there belongs to the process, not to a task.
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
  // Every worker of every place sleeps; the answer comes all the same.
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

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spawn_all with tasks of different functions: bind_task and task_batch.
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

void add_length(std::string const& text, skua::sum<long> total) { total += static_cast<long>(text.size()); }
skua::task<void> add_later(long n, skua::sum<long> total) {
  co_await skua::async([] {});
  total += n;
}

PLACE_CASE(spawn_all_sends_different_tasks) {
  for (int p = 0; p < skua::places(); ++p) {
    skua::sum<long> sum;
    place_counters ran(0);
    skua::finish([&] {
      skua::spawn_all(skua::any.from(p), skua::bind_task(add_length, std::string(1000, 'x'), sum),
                      skua::bind_task([sum] { sum += 20; }),
                      skua::bind_task([](std::unique_ptr<int> n, std::vector<std::string> const& texts,
                                         skua::sum<long> s) { s += *n + static_cast<long>(texts.size()); },
                                      std::make_unique<int>(300), std::vector<std::string>(4, "text"), sum),
                      skua::bind_task(add_later, 50000L, sum));
      skua::spawn_all(skua::any.from(p), skua::bind_task([ran] { ran->add(1); }));
    });
    SAME(sum.get(), 1000 + 20 + 304 + 50000);
    SAME(total_of(ran), 1);
  }
}

PLACE_CASE(a_batch_is_one_message) {
  int const n = 900;
  for (int p = 0; p < skua::places(); ++p) {
    skua::sum<long> sum;
    long expected = 0;
    skua::finish([&] {
      skua::task_batch batch;
      CHECK(batch.empty());
      for (int i = 0; i < n; ++i) {
        if (i % 3 == 0) batch.add([i, sum] { sum += i; });
        if (i % 3 == 1) batch.add(add_length, std::string(static_cast<std::size_t>(i), 'x'), sum);
        if (i % 3 == 2)
          batch.add([](std::unique_ptr<int> x, skua::sum<long> s) { s += *x; }, std::make_unique<int>(i), sum);
        expected += i;
      }
      SAME(batch.size(), static_cast<std::size_t>(n));
      auto const before = skua::stats().far.messages;
      skua::spawn_all(skua::any.from(p), std::move(batch));
      // Other messages of this place, such as those of thieves, may come in between.
      CHECK(skua::stats().far.messages - before < n / 3);
      skua::spawn_all(skua::any.from(p), skua::task_batch());
    });
    SAME(sum.get(), expected);
  }
}

PLACE_CASE(a_cancelled_scope_starts_no_task_of_a_batch) {
  for (int p = 0; p < skua::places(); ++p) {
    place_counters ran(0);
    auto const r = skua::finish(skua::counted, [&] {
      skua::cancel();
      skua::task_batch batch;
      for (int i = 0; i < 10; ++i) batch.add([ran] { ran->add(1); });
      skua::spawn_all(skua::any.from(p), std::move(batch));
      skua::spawn_all(skua::any.from(p), skua::bind_task([ran] { ran->add(1); }),
                      skua::bind_task([ran] { ran->add(2); }));
    });
    CHECK(r.cancelled());
    SAME(r.never_started, 12u);
    SAME(total_of(ran), 0);
  }
}

PLACE_CASE(tasks_of_a_batch_that_throw_cancel_the_scope) {
  for (int p = 0; p < skua::places(); ++p) {
    CHECK(throws<std::runtime_error>(
        [p] {
          skua::finish([p] {
            skua::task_batch batch;
            batch.add([] {});
            batch.add([](std::string const& text) { throw std::runtime_error(text); }, std::string("from the batch"));
            skua::spawn_all(skua::any.from(p), std::move(batch));
          });
        },
        "from the batch"));
  }
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations that cannot end: exceptions and cancellation at one member reach the other
// members, and the next operation works.
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <skua/collective.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

SPMD_CASE(collective_exceptions_of_op_reach_all) {
  int const n = skua::places();
  auto const refuse = [](int, int) -> int { throw std::domain_error("these two do not combine"); };
  auto const refuse_texts = [](std::string const&, std::string const&) -> std::string {
    throw std::domain_error("no texts");
  };
  auto const refuse_one = [](int a, int b) {
    return a == 77'777 || b == 77'777 ? throw std::out_of_range("an element") : a + b;
  };
  for (int i = 0; i < 3; ++i) {
    if (n > 1) {
      CHECK(throws<std::domain_error>([&] { collective::allreduce(i, refuse); }, "these two"));
      CHECK(throws<std::domain_error>([&] { collective::async_allreduce(std::string("x"), refuse_texts).get(); },
                                      "no texts"));
      std::vector<int> data(100'000, 1);
      if (skua::here() == 0) data[60'000] = 77'777;
      CHECK(throws<std::out_of_range>([&] { collective::allreduce(std::span(data), refuse_one); }, "an element"));
    }
    SAME(collective::allreduce(1, std::plus<>()), n);
  }
}

SPMD_CASE(collective_exceptions_in_scans_reach_those_above) {
  int const me = skua::here();
  auto const refuse_one = [](int a, int b) {
    return a == 77'777 || b == 77'777 ? throw std::out_of_range("an element") : a + b;
  };
  for (int size : {100, 100'000}) {
    std::vector<int> data(static_cast<std::size_t>(size), 1);
    if (me == 0) data[static_cast<std::size_t>(size) / 2] = 77'777;
    auto const scan = [&] { collective::scan(std::span(data), refuse_one); };
    if (me == 0) {
      try {
        scan();  // it may have sent all its data before another member fails
      } catch (std::out_of_range const&) {
      }
    } else {
      CHECK(throws<std::out_of_range>(scan, "an element"));
    }
    SAME(collective::allreduce(1, std::plus<>()), skua::places());
  }
}

/// A vector longer than the data that a member may send to another member before that member takes
/// part.
std::vector<int> large_data(int value) { return std::vector<int>(300'000, value); }

PLACE_CASE(collective_cancelled_member_ends_the_others) {
  // The scope of one member is cancelled while the member waits for the others, which call only
  // after it has left. They throw, and the set stays usable.
  if (skua::places() == 1) return;
  place_counters departed(0);
  skua::run_spmd([departed] {
    for (int round = 0; round < 3; ++round) {
      std::vector<int> data = large_data(1);
      if (skua::here() == last_place()) {
        skua::finish_result const r = skua::finish([&data] {
          skua::spawn([] {
            skua::sleep_for(std::chrono::milliseconds(1));
            skua::cancel();
          });
          CHECK(throws<skua::cancelled_error>([&data] { collective::allreduce(std::span(data), std::plus<>()); }));
        });
        CHECK(r.cancelled());
        departed->add(1);
      } else {
        while (counter_at(last_place(), departed) <= round) skua::sleep_for(std::chrono::microseconds(200));
        CHECK(throws<skua::cancelled_error>([&data] { collective::allreduce(std::span(data), std::plus<>()); }));
      }
      SAME(collective::allreduce(1, std::plus<>()), skua::places());
    }
  });
}

PLACE_CASE(collective_cancelled_member_ends_all_operations) {
  // One member calls in a cancelled scope while the others wait for it. Each of them gets what it
  // needs or the exception, but none waits for ever.
  if (skua::places() == 1) return;
  auto const may_throw = [](auto const& operation) {
    try {
      operation();
    } catch (skua::cancelled_error const&) {
    }
  };
  for (int leaver = 0; leaver < skua::places(); ++leaver) {
    skua::run_spmd([leaver, may_throw] {
      auto const call_all = [may_throw] {
        may_throw([] { collective::barrier(); });
        may_throw([] { (void)collective::broadcast(std::string("text"), 0); });
        may_throw([] { (void)collective::allreduce(1, std::plus<>()); });
        may_throw([] { (void)collective::allgather(skua::here()); });
      };
      if (skua::here() == leaver) {
        skua::finish([call_all] {
          skua::sleep_for(std::chrono::milliseconds(1));
          skua::cancel();
          call_all();
        });
      } else {
        call_all();
      }
      SAME(collective::allreduce(1, std::plus<>()), skua::places());
    });
  }
}

PLACE_CASE(collective_operands_may_be_combined_by_an_operation_that_waits) {
  // The first combination of a member is short, so it continues polling; the second one waits for a
  // message, which must wake the place.
  skua::run_spmd([] {
    int const n = skua::places();
    auto const waits = [](int a, int b) {
      if (a + b >= 4) skua::at(next_place(skua::here()), [] { skua::sleep_for(std::chrono::milliseconds(1)); });
      return a + b;
    };
    for (int round = 0; round < fewer(20, 5); ++round) {
      std::vector<int> data(3, 1);
      collective::allreduce(std::span(data), waits);
      CHECK(data == std::vector<int>(3, n));
      SAME(collective::allreduce(1, waits), n);
    }
  });
}

SPMD_CASE(collective_cancelled_buffers_are_left_alone) {
  for (int round = 0; round < fewer(20, 5); ++round) {
    skua::finish([round] {
      if (skua::here() == 0) skua::spawn([] { skua::cancel(); });
      try {
        std::vector<int> data = large_data(skua::here());
        collective::allreduce(std::span(data), std::plus<>());
      } catch (skua::cancelled_error const&) {
      }
      // Data that still arrives must not be written into this memory.
      std::vector<int> const next_data = large_data(round);
      for (int i = 0; i < 1000; ++i) CHECK(std::count(next_data.begin(), next_data.begin() + 1000, round) == 1000);
      CHECK(next_data == large_data(round));
    });
    SAME(collective::allreduce(1, std::plus<>()), skua::places());
  }
}

SPMD_CASE(collective_async_dropped_by_cancellation) {
  if (skua::places() == 1) return;
  skua::future<int> f;
  if (skua::here() == 0) {
    skua::finish([&] {
      skua::cancel();
      f = collective::async_allreduce(1, std::plus<>());
    });
  } else {
    f = collective::async_allreduce(1, std::plus<>());
  }
  CHECK(throws<skua::cancelled_error>([&] { f.get(); }));
  SAME(collective::allreduce(1, std::plus<>()), skua::places());
}

PLACE_CASE(collective_scope_waits) {
  place_counters ended(0);
  skua::run_spmd([ended] {
    skua::finish([] { (void)collective::async_barrier(); });
    ended->add(1);
    collective::barrier();
    SAME(counter_at(next_place(skua::here()), ended), 1);
  });
}

}  // namespace

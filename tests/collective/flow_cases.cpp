// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations one after another and many at a time, in random sequences, from several
// tasks; sums that repeat bit for bit.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <skua/collective.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

SPMD_CASE(collective_many_in_flight) {
  int const n = skua::places();
  int const me = skua::here();
  int const operations = fewer(200, 40);
  std::vector<skua::future<int>> sums;
  std::vector<skua::future<std::string>> texts;
  std::vector<std::vector<int>> buffers(static_cast<std::size_t>(operations), std::vector<int>(3000, me));
  skua::finish([&] {
    for (int i = 0; i < operations; ++i) {
      sums.push_back(collective::async_allreduce(me + i, std::plus<>()));
      texts.push_back(collective::async_broadcast(std::to_string(me) + "/" + std::to_string(i), i % n));
      (void)collective::async_broadcast(std::span(buffers[static_cast<std::size_t>(i)]), i % n);
    }
    // The last operation first: the other operations continue in the meantime.
    SAME(sums.back().get(), n * (n - 1) / 2 + n * (operations - 1));
  });
  for (int i = 0; i + 1 < operations; ++i) SAME(sums[static_cast<std::size_t>(i)].get(), n * (n - 1) / 2 + n * i);
  for (int i = 0; i < operations; ++i) {
    SAME(texts[static_cast<std::size_t>(i)].get(), std::to_string(i % n) + "/" + std::to_string(i));
    auto const& b = buffers[static_cast<std::size_t>(i)];
    SAME(std::count(b.begin(), b.end(), i % n), 3000);
  }
}

PLACE_CASE(collective_one_place_far_ahead) {
  // A member that needs no data of other members may call again and again. The amount that it sends
  // is bounded, and nothing is lost.
  place_counters released(0);
  skua::run_spmd([released] {
    int const operations = fewer(500, 100);
    if (skua::here() == last_place()) {
      CHECK(comes_true([released] { return released->get() != 0 || skua::places() == 1; }));
    } else if (skua::here() == 0) {
      skua::spawn([released] {
        skua::sleep_for(std::chrono::milliseconds(20));
        skua::spawn(skua::on(last_place()), [released] { released->add(1); });
      });
    }
    for (int i = 0; i < operations; ++i) {
      std::vector<int> data(2000 + 50 * static_cast<std::size_t>(i), skua::here());
      collective::broadcast(std::span(data), 0);
      CHECK(data.front() == 0 && data.back() == 0);
      if (i % 100 == 0) {
        auto const sum = collective::reduce(1, std::plus<>(), 0);
        CHECK(!sum || *sum == skua::places());
      }
    }
  });
}

SPMD_CASE(collective_different_sets_at_a_time) {
  int const me = skua::here();
  skua::place_set const part = skua::place_set::all().split([](int p) { return p % 2; });
  skua::place_set const low = skua::place_set::all().split([](int p) { return p == last_place(); });
  if (low == part || low == skua::place_set::all()) return;  // one caller for each set at a time
  int sum_of_part = 0;
  int sum_of_low = 0;
  for (int p : part) sum_of_part += p;
  for (int p : low) sum_of_low += p;
  skua::finish([&] {
    // Three tasks of a place, each with its own set.
    skua::spawn([&] {
      for (int i = 0; i < 50; ++i)
        SAME(collective::allreduce(me + i, std::plus<>(), part), sum_of_part + i * part.size());
    });
    skua::spawn([&] {
      for (int i = 0; i < 50; ++i) SAME(collective::allreduce(me - i, std::plus<>(), low), sum_of_low - i * low.size());
    });
    skua::spawn([&] {
      for (int i = 0; i < 50; ++i) collective::barrier();
    });
  });
}

SPMD_CASE(collective_sums_of_doubles_repeat_bit_for_bit) {
  int const me = skua::here();
  std::mt19937_64 random(static_cast<std::uint64_t>(me) + 5);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  for (std::size_t const size : {std::size_t{7}, std::size_t{100'003}}) {
    std::vector<double> own_data(size);
    for (double& x : own_data) x = std::ldexp(mantissa(random), static_cast<int>(random() % 60));
    std::vector<double> first;
    for (int run = 0; run < 3; ++run) {
      std::vector<double> data = own_data;
      collective::allreduce(std::span(data), std::plus<>());
      if (run == 0) first = data;
      CHECK(std::memcmp(first.data(), data.data(), size * sizeof(double)) == 0);
      // The sums are the same at every place.
      std::vector<double> data_of_root = data;
      collective::broadcast(std::span(data_of_root), last_place());
      CHECK(std::memcmp(data_of_root.data(), data.data(), size * sizeof(double)) == 0);
    }
    double const sum = collective::allreduce(own_data[0], std::plus<>());
    CHECK(collective::allgather(sum) == std::vector<double>(static_cast<std::size_t>(skua::places()), sum));
    CHECK(collective::allreduce(own_data[0], std::plus<>()) == sum);
  }
}

PLACE_CASE(collective_overlaps_with_computation) {
  // The caller does other work and yields now and then: the operation continues although no task
  // waits for it.
  skua::run_spmd([] {
    std::vector<int> data(300'000, skua::here());
    skua::future<void> broadcast = collective::async_broadcast(std::span(data), last_place());
    double const deadline = skua::sim::now() + 20;
    while (!broadcast.is_ready() && skua::sim::now() < deadline) skua::yield();
    CHECK(broadcast.is_ready());
    broadcast.get();
    SAME(data.back(), last_place());
    collective::barrier();
  });
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations one after another and many at a time, in random sequences, from several
// tasks, bit for bit.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <skua/collective.hpp>

#include "place/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

PLACE_CASE(collective_many_in_flight) {
  skua::run_spmd([] {
    int const n = skua::places();
    int const me = skua::here();
    int const many = fewer(200, 40);
    std::vector<skua::future<int>> sums;
    std::vector<skua::future<std::string>> texts;
    std::vector<std::vector<int>> buffers(static_cast<std::size_t>(many), std::vector<int>(3000, me));
    skua::finish([&] {
      for (int i = 0; i < many; ++i) {
        sums.push_back(collective::async_allreduce(me + i, std::plus<>()));
        texts.push_back(collective::async_broadcast(std::to_string(me) + "/" + std::to_string(i), i % n));
        (void)collective::async_broadcast(std::span(buffers[static_cast<std::size_t>(i)]), i % n);
      }
      // The last one first: the others go on.
      SAME(sums.back().get(), n * (n - 1) / 2 + n * (many - 1));
    });
    for (int i = 0; i + 1 < many; ++i) SAME(sums[static_cast<std::size_t>(i)].get(), n * (n - 1) / 2 + n * i);
    for (int i = 0; i < many; ++i) {
      SAME(texts[static_cast<std::size_t>(i)].get(), std::to_string(i % n) + "/" + std::to_string(i));
      auto const& b = buffers[static_cast<std::size_t>(i)];
      SAME(std::count(b.begin(), b.end(), i % n), 3000);
    }
  });
}

PLACE_CASE(collective_one_place_far_ahead) {
  // Whoever needs nothing from the others may call on and on; what it sends is bounded, and nothing
  // is lost.
  tallies slow(0);
  skua::run_spmd([slow] {
    int const many = fewer(500, 100);
    if (skua::here() == last_place()) {
      CHECK(comes_true([slow] { return slow->get() != 0 || skua::places() == 1; }));
    } else if (skua::here() == 0) {
      skua::spawn([slow] {
        skua::sleep_for(std::chrono::milliseconds(20));
        skua::spawn(skua::on(last_place()), [slow] { slow->add(1); });
      });
    }
    for (int i = 0; i < many; ++i) {
      std::vector<int> some(2000 + 50 * static_cast<std::size_t>(i), skua::here());
      collective::broadcast(std::span(some), 0);
      CHECK(some.front() == 0 && some.back() == 0);
      if (i % 100 == 0) {
        auto const sum = collective::reduce(1, std::plus<>(), 0);
        CHECK(!sum || *sum == skua::places());
      }
    }
  });
}

PLACE_CASE(collective_different_sets_at_a_time) {
  skua::run_spmd([] {
    int const me = skua::here();
    skua::place_set const part = skua::place_set::all().split([](int p) { return p % 2; });
    skua::place_set const low = skua::place_set::all().split([](int p) { return p == last_place(); });
    if (low == part || low == skua::place_set::all()) return;  // one caller for each set at a time
    int of_part = 0;
    int of_low = 0;
    for (int p : part) of_part += p;
    for (int p : low) of_low += p;
    skua::finish([&] {
      // Three tasks of a place, each with a set of its own.
      skua::spawn([&] {
        for (int i = 0; i < 50; ++i)
          SAME(collective::allreduce(me + i, std::plus<>(), part), of_part + i * part.size());
      });
      skua::spawn([&] {
        for (int i = 0; i < 50; ++i) SAME(collective::allreduce(me - i, std::plus<>(), low), of_low - i * low.size());
      });
      skua::spawn([&] {
        for (int i = 0; i < 50; ++i) collective::barrier();
      });
    });
  });
}

PLACE_CASE(collective_from_one_task_after_another) {
  skua::run_spmd([] {
    for (int i = 0; i < 20; ++i) {
      skua::finish([i] { skua::spawn([i] { SAME(collective::allreduce(i, std::plus<>()), i * skua::places()); }); });
    }
  });
}

PLACE_CASE(collective_sums_of_doubles_repeat_bit_for_bit) {
  skua::run_spmd([] {
    int const me = skua::here();
    std::mt19937_64 random(static_cast<std::uint64_t>(me) + 5);
    std::uniform_real_distribution<double> some(-1, 1);
    for (std::size_t const size : {std::size_t{7}, std::size_t{100'003}}) {
      std::vector<double> mine(size);
      for (double& x : mine) x = std::ldexp(some(random), static_cast<int>(random() % 60));
      std::vector<double> first;
      for (int run = 0; run < 3; ++run) {
        std::vector<double> data = mine;
        collective::allreduce(std::span(data), std::plus<>());
        if (run == 0) first = data;
        CHECK(std::memcmp(first.data(), data.data(), size * sizeof(double)) == 0);
        // The same at every place.
        std::vector<double> of_root = data;
        collective::broadcast(std::span(of_root), last_place());
        CHECK(std::memcmp(of_root.data(), data.data(), size * sizeof(double)) == 0);
      }
      double const sum = collective::allreduce(mine[0], std::plus<>());
      CHECK(collective::allgather(sum) == std::vector<double>(static_cast<std::size_t>(skua::places()), sum));
      CHECK(collective::allreduce(mine[0], std::plus<>()) == sum);
    }
  });
}

/// What every place would bring, known to each of them.
std::vector<std::uint32_t> brought(std::uint64_t seed, int place, std::size_t size) {
  std::mt19937_64 random(seed * 64 + static_cast<std::uint64_t>(place));
  std::vector<std::uint32_t> all(size);
  for (auto& x : all) x = static_cast<std::uint32_t>(random());
  return all;
}
/// Associative, and not commutative: the second word of the later one, if it has one.
constexpr auto last_odd = [](std::uint32_t a, std::uint32_t b) { return b % 2 != 0 ? b : a; };

/// One random operation, and what it must give.
void one_operation(std::uint64_t seed) {
  int const n = skua::places();
  int const me = skua::here();
  std::mt19937_64 random(seed);
  std::size_t const sizes[] = {1, 3, 100, 4096, 20'011, 150'001};
  std::size_t const size = sizes[random() % std::size(sizes)];
  int const root = static_cast<int>(random() % static_cast<std::uint64_t>(n));
  std::vector<std::vector<std::uint32_t>> all;
  for (int p = 0; p < n; ++p) all.push_back(brought(seed, p, size));
  auto& mine = all[static_cast<std::size_t>(me)];
  std::vector<std::uint32_t> combined = all[0];
  for (int p = 1; p < n; ++p) {
    for (std::size_t i = 0; i < size; ++i) combined[i] = last_odd(combined[i], all[static_cast<std::size_t>(p)][i]);
  }
  std::vector<std::uint32_t> data = mine;
  switch (random() % 6) {
    case 0:
      collective::allreduce(std::span(data), last_odd);
      CHECK(data == combined);
      break;
    case 1:
      collective::reduce(std::span(data), last_odd, root);
      CHECK(me != root || data == combined);
      break;
    case 2:
      collective::broadcast(std::span(data), root);
      CHECK(data == all[static_cast<std::size_t>(root)]);
      break;
    case 3:
      CHECK(collective::allgather(mine) == all);
      break;
    case 4:
      CHECK(collective::gather(mine, root) == (me == root ? all : decltype(all)()));
      break;
    default:
      CHECK(collective::scatter(me == root ? all : decltype(all)(), root) == mine);
      break;
  }
}

PLACE_CASE(collective_random_sequences) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(fewer(4, 1)); ++seed) {
    skua::run_spmd([seed] {
      for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(fewer(40, 10)); ++i) one_operation(1000 * seed + i);
    });
  }
}

PLACE_CASE(collective_overlaps_with_computation) {
  // The caller does something else and lets others run now and then: the operation goes on without
  // anybody waiting for it.
  skua::run_spmd([] {
    std::vector<int> data(300'000, skua::here());
    skua::future<void> sent = collective::async_broadcast(std::span(data), last_place());
    double const until = skua::sim::now() + 20;
    while (!sent.is_ready() && skua::sim::now() < until) skua::yield();
    CHECK(sent.is_ready());
    sent.get();
    SAME(data.back(), last_place());
    collective::barrier();
  });
}

}  // namespace

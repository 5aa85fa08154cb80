// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations: every place calls the same one, and together they get the result. Over all
// places or a part of them, with values or with long buffers, at once or as a future.
#include <cstdio>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <skua/collective.hpp>
#include <skua/skua.hpp>

namespace {

namespace collective = skua::collective;

/// Runs at every place; whether all answers were right.
bool part() {
  int const me = skua::here();
  int const n = skua::places();

  int const sum = collective::allreduce(me + 1, std::plus<>());
  std::string const word = collective::broadcast(me == 0 ? std::string("hello") : std::string(), 0);
  std::vector<int> const squares = collective::allgather(me * me);
  int const before = collective::exclusive_scan(1, std::plus<>(), 0);

  // A long vector in place, element by element.
  std::vector<double> data(100'000, me + 1);
  collective::allreduce(std::span(data), std::plus<>());

  // Prefixes of many sums at once.
  std::vector<int> counts(1000, 1);
  collective::exclusive_scan(std::span(counts), std::plus<>(), 0);

  // One array that all make together; each fills its own part.
  auto const numbers = skua::shared_array<int>::collective(100);
  numbers.for_each_local([](std::size_t i, int& x) { x = static_cast<int>(i); });
  collective::barrier();
  int const last = numbers[99];

  // A part of the places, and something else meanwhile.
  skua::place_set const mine = skua::place_set::all().split([](int p) { return p % 2; });
  skua::future<int> largest = collective::async_allreduce(me, [](int a, int b) { return a > b ? a : b; }, mine);
  long const own_work = std::accumulate(squares.begin(), squares.end(), 0L);

  bool const right = sum == n * (n + 1) / 2 && word == "hello" && before == me && data.back() == sum &&
                     counts.back() == me && last == 99 && largest.get() == mine[mine.size() - 1] &&
                     own_work == (n - 1) * n * (2 * n - 1) / 6;
  return collective::allreduce(right, std::logical_and<>());
}

int body() {
  skua::place_local<int> answers(0);
  skua::run_spmd([answers] { *answers = part(); });
  for (int p = 0; p < skua::places(); ++p) {
    if (skua::at(p, [answers] { return *answers; }) != 1) return 1;
  }
  std::printf("%d places agree\n", skua::places());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  skua::options o;
  o.places = 3;
  o.workers = 1;
  o.transport = "inproc";
  return skua::run(argc, argv, o, [] { return body(); });
}

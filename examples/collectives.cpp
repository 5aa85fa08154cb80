// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations: every place calls the same operation, and every place gets the result.
// Over all places or a subset, with values or with long buffers, blocking or as a future.
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

/// Runs at every place. Returns true if all results were right.
bool run_collectives() {
  int const rank = skua::here();
  int const place_count = skua::places();

  int const sum = collective::allreduce(rank + 1, std::plus<>());
  std::string const greeting = collective::broadcast(rank == 0 ? std::string("hello") : std::string(), 0);
  std::vector<int> const squares = collective::allgather(rank * rank);
  int const rank_by_scan = collective::exclusive_scan(1, std::plus<>(), 0);

  // A long vector in place, element by element.
  std::vector<double> data(100'000, rank + 1);
  collective::allreduce(std::span(data), std::plus<>());

  // Prefixes of many sums at once.
  std::vector<int> counts(1000, 1);
  collective::exclusive_scan(std::span(counts), std::plus<>(), 0);

  // One array that all places allocate together; each place fills its own block.
  auto const numbers = skua::shared_array<int>::collective(100);
  numbers.for_each_local([](std::size_t i, int& x) { x = static_cast<int>(i); });
  collective::barrier();
  int const last_number = numbers[99];

  // A subset of the places; the operation runs while this task works on.
  skua::place_set const parity_group = skua::place_set::all().split([](int p) { return p % 2; });
  skua::future<int> largest =
      collective::async_allreduce(rank, [](int a, int b) { return a > b ? a : b; }, parity_group);
  long const square_sum = std::accumulate(squares.begin(), squares.end(), 0L);

  bool const is_right = sum == place_count * (place_count + 1) / 2 && greeting == "hello" && rank_by_scan == rank &&
                        data.back() == sum && counts.back() == rank && last_number == 99 &&
                        largest.get() == parity_group[parity_group.size() - 1] &&
                        square_sum == (place_count - 1) * place_count * (2 * place_count - 1) / 6;
  return collective::allreduce(is_right, std::logical_and<>());
}

int body() {
  skua::place_local<int> answers(0);
  skua::run_spmd([answers] { *answers = run_collectives(); });
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

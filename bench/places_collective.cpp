// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/collective_…: collective operations of two places, on 8 bytes, 8 KiB and 8 MiB.
#include <skua/collective.hpp>
#include <skua/skua.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include "support/case.hpp"
#include "support/places.hpp"

namespace bench {
namespace {

namespace collective = skua::collective;
using elements = std::vector<std::uint64_t>;

struct size_of_data {
  char const* name;
  std::size_t count;  // elements of 8 bytes
  int times;
};
constexpr size_of_data sizes[] = {{"8B", 1, 5000}, {"8KiB", 1024, 2000}, {"8MiB", 1024 * 1024, 10}};

/// Microseconds per operation at place 0, the median of several batches; `operation(i)` runs at both places.
template <class Operation>
double microseconds(int times, Operation&& operation) {
  std::vector<double> batches;
  int const all = size(9, 2);
  times = size(times, 2);
  for (int b = -1; b < all; ++b) {
    collective::barrier();
    auto const begin = wall_ns();
    for (int i = 0; i < times; ++i) operation(i);
    if (b >= 0) batches.push_back(static_cast<double>(wall_ns() - begin) * 1e-3 / times);
  }
  return quantile(batches, 0.5);
}

/// `measure(count, times)` runs at both places and returns the time.
figures for_all_sizes(double (*measure)(std::size_t count, int times)) {
  skua::runtime job{places(2)};
  return job.run([=] {
    figures f;
    for (size_of_data const& s : sizes) {
      skua::future<double> other = skua::async(skua::on(1), measure, s.count, s.times);
      f[std::string(s.name) + "_us"] = measure(s.count, s.times);
      other.get();
    }
    f[time_figure] = f["8B_us"] * 1e-6;
    return f;
  });
}

double broadcast(std::size_t count, int times) {
  elements data(count);
  return microseconds(times, [&](int i) {
    int const root = i % 2;
    auto const mark = static_cast<std::uint64_t>(i);
    if (skua::here() == root) data.front() = data.back() = mark;
    collective::broadcast(std::span(data), root);
    require(data.front() == mark && data.back() == mark, "broadcast gave something else");
  });
}

double allreduce(std::size_t count, int times) {
  elements data(count);
  return microseconds(times, [&](int i) {
    data.front() = data.back() = static_cast<std::uint64_t>(i + skua::here());
    collective::allreduce(std::span(data), std::plus<>());
    auto const sum = static_cast<std::uint64_t>(2 * i + 1);
    require(data.front() == sum && data.back() == sum, "allreduce gave something else");
  });
}

/// `count` elements to each place.
double alltoall(std::size_t count, int times) {
  elements out(2 * count);
  elements in(2 * count);
  auto const me = static_cast<std::uint64_t>(skua::here());
  return microseconds(times, [&](int i) {
    auto const mark = static_cast<std::uint64_t>(i);
    out[0] = 4 * mark + 2 * me;
    out[2 * count - 1] = 4 * mark + 2 * me + 1;
    collective::alltoall(std::span(out), std::span(in));
    bool const right = me == 0 ? in[0] == 4 * mark && in[count] == (count == 1 ? 4 * mark + 2 : in[count])
                               : in[2 * count - 1] == 4 * mark + 3 && in[count - 1] == (count == 1 ? 4 * mark + 1 : in[count - 1]);
    require(right, "alltoall gave something else");
  });
}

figures barrier() {
  skua::runtime job{places(2)};
  return job.run([] {
    auto const measure = [] { return microseconds(5000, [](int) { collective::barrier(); }); };
    skua::future<double> other = skua::async(skua::on(1), measure);
    figures f;
    f["barrier_us"] = measure();
    other.get();
    f[time_figure] = f["barrier_us"] * 1e-6;
    return f;
  });
}

}  // namespace

void add_places_collective(suite& all) {
  add_places_case(all, "places/barrier", barrier);
  add_places_case(all, "places/broadcast", [] { return for_all_sizes(broadcast); });
  add_places_case(all, "places/allreduce", [] { return for_all_sizes(allreduce); });
  add_places_case(all, "places/alltoall", [] { return for_all_sizes(alltoall); });
}

}  // namespace bench

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/broadcast and others: collective operations of two places, on 8 bytes, 8 KiB and 8 MiB,
// beside those of the installed MPIs.
#include <skua/collective.hpp>
#include <skua/skua.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/mpi_peers.hpp"
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

/// Microseconds per operation at place 0, the median of several batches; `operation(i)` runs at
/// both places.
template <class Operation>
double microseconds(int times, Operation&& operation) {
  times = size(times, 2);
  return 1e-3 / times * median(take_samples({size(9, 2), 1}, [&](int) {
           collective::barrier();
           return nanoseconds_of([&] {
             for (int i = 0; i < times; ++i) operation(i);
           });
         }));
}

/// `measure(count, times)` runs at both places and returns the time.
figures for_sizes(std::size_t n, double (*measure)(std::size_t count, int times)) {
  skua::runtime job{places(2)};
  return job.run([=] {
    figures f;
    for (size_of_data const& s : std::span(sizes).first(n)) {
      skua::future<double> remote_time = skua::async(skua::on(1), measure, s.count, s.times);
      f[std::string(s.name) + "_us"] = measure(s.count, s.times);
      remote_time.get();
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
  elements send_buffer(2 * count);
  elements receive_buffer(2 * count);
  auto const rank = static_cast<std::uint64_t>(skua::here());
  return microseconds(times, [&](int i) {
    auto const mark = static_cast<std::uint64_t>(i);
    send_buffer[0] = 4 * mark + 2 * rank;
    send_buffer[2 * count - 1] = 4 * mark + 2 * rank + 1;
    collective::alltoall(std::span(send_buffer), std::span(receive_buffer));
    bool const is_right =
        rank == 0 ? receive_buffer[0] == 4 * mark &&
                        receive_buffer[count] == (count == 1 ? 4 * mark + 2 : receive_buffer[count])
                  : receive_buffer[2 * count - 1] == 4 * mark + 3 &&
                        receive_buffer[count - 1] == (count == 1 ? 4 * mark + 1 : receive_buffer[count - 1]);
    require(is_right, "alltoall gave something else");
  });
}

/// Of no data.
double barrier(std::size_t, int times) {
  return microseconds(times, [](int) { collective::barrier(); });
}

/// Adds the case of an operation on the first sizes, with the times of each MPI and our times
/// relative to them.
void add_operation(suite& registry, std::string const& operation, std::size_t n,
                   double (*measure)(std::size_t count, int times)) {
  std::vector<target> targets;
  for (size_of_data const& s : std::span(sizes).first(n))
    targets.push_back(at_most(std::string("over_openmpi_") + s.name, 1.2));
  auto const beside_mpi = [=] {
    figures const own_figures = for_sizes(n, measure);
    figures result = own_figures;
    if (started_as_ranks()) return result;
    for (mpi const& m : mpis) {
      for (auto const& [figure, value] : figures_of_mpi(m, "skua-bench", {operation})) {
        result[std::string(m.name) + "_" + figure] = value;
        result["over_" + std::string(m.name) + "_" + figure.substr(0, figure.size() - 3)] =
            own_figures.at(figure) / value;
      }
    }
    return result;
  };
  add_places_case(registry, "places/" + operation, beside_mpi, targets);
}

}  // namespace

void add_places_collective(suite& registry) {
  add_operation(registry, "barrier", 1, barrier);
  add_operation(registry, "broadcast", 3, broadcast);
  add_operation(registry, "allreduce", 3, allreduce);
  add_operation(registry, "alltoall", 3, alltoall);
}

}  // namespace bench

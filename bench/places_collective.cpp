// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/broadcast and others: collective operations of two places, on 8 bytes, 8 KiB and 8 MiB,
// beside those of the installed MPIs.
#include <skua/collective.hpp>
#include <skua/skua.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
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

/// Microseconds per operation at place 0, the median of several batches; `operation(i)` runs at
/// both places.
template <class Operation>
double microseconds(int times, Operation&& operation) {
  std::vector<double> batches;
  int const batch_count = size(9, 2);
  times = size(times, 2);
  for (int b = -1; b < batch_count; ++b) {
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

figures barrier() {
  skua::runtime job{places(2)};
  return job.run([] {
    auto const measure = [] { return microseconds(5000, [](int) { collective::barrier(); }); };
    skua::future<double> remote_time = skua::async(skua::on(1), measure);
    figures f;
    f["8B_us"] = measure();
    remote_time.get();
    f[time_figure] = f["8B_us"] * 1e-6;
    return f;
  });
}

struct mpi {
  char const* name;
  std::vector<std::string> launcher;
};
mpi const mpis[] = {{"openmpi", {"/usr/bin/mpirun.openmpi", "--oversubscribe", "--allow-run-as-root", "-n", "2"}},
                    {"mpich", {"/usr/bin/mpirun.mpich", "-n", "2"}}};

/// Adds the times of each MPI, and our times relative to them.
figures beside_mpi(char const* operation, figures result) {
  if (started_as_ranks()) return result;
  figures const own_figures = result;
  for (mpi const& m : mpis) {
    std::string const peer = this_program() + "-" + m.name;
    if (!std::filesystem::exists(peer) || !std::filesystem::exists(m.launcher.front())) continue;
    auto command = m.launcher;
    command.insert(command.end(), {peer, operation});
    for (auto const& [figure, value] : figures_of(command)) {
      result[std::string(m.name) + "_" + figure] = value;
      result["over_" + std::string(m.name) + "_" + figure.substr(0, figure.size() - 3)] =
          own_figures.at(figure) / value;
    }
  }
  return result;
}

}  // namespace

void add_places_collective(suite& registry) {
  auto const targets = {at_most("over_openmpi_8B", 1.2), at_most("over_openmpi_8KiB", 1.2),
                        at_most("over_openmpi_8MiB", 1.2)};
  add_places_case(registry, "places/barrier", [] { return beside_mpi("barrier", barrier()); },
                  {at_most("over_openmpi_8B", 1.2)});
  add_places_case(
      registry, "places/broadcast", [] { return beside_mpi("broadcast", for_all_sizes(broadcast)); }, targets);
  add_places_case(
      registry, "places/allreduce", [] { return beside_mpi("allreduce", for_all_sizes(allreduce)); }, targets);
  add_places_case(registry, "places/alltoall", [] { return beside_mpi("alltoall", for_all_sizes(alltoall)); }, targets);
}

}  // namespace bench

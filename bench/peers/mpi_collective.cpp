// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The collective operations of an MPI, measured like our own (places_collective.cpp): a separate
// program for each MPI, started by its launcher. Prints "name microseconds" for the operation named
// on the command line.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using elements = std::vector<std::uint64_t>;

int rank() {
  int r = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  return r;
}
int ranks() {
  int n = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  return n;
}

void require(bool is_right) {
  if (is_right) return;
  std::fputs("mpi_collective: a wrong result\n", stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// Microseconds of one operation: the median of several batches.
template <class Operation>
double microseconds(int times, Operation&& operation) {
  std::vector<double> batches;
  for (int b = -1; b < 9; ++b) {
    MPI_Barrier(MPI_COMM_WORLD);
    auto const begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) operation(i);
    std::chrono::duration<double, std::micro> const duration = std::chrono::steady_clock::now() - begin;
    if (b >= 0) batches.push_back(duration.count() / times);
  }
  std::nth_element(batches.begin(), batches.begin() + 4, batches.end());
  return batches[4];
}

double broadcast(int count, int times) {
  elements data(static_cast<std::size_t>(count));
  return microseconds(times, [&](int i) {
    int const root = i % ranks();
    auto const mark = static_cast<std::uint64_t>(i);
    if (rank() == root) data.front() = data.back() = mark;
    MPI_Bcast(data.data(), count, MPI_UINT64_T, root, MPI_COMM_WORLD);
    require(data.front() == mark && data.back() == mark);
  });
}

double allreduce(int count, int times) {
  elements data(static_cast<std::size_t>(count));
  return microseconds(times, [&](int i) {
    data.front() = data.back() = static_cast<std::uint64_t>(i);
    MPI_Allreduce(MPI_IN_PLACE, data.data(), count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    auto const sum = static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(ranks());
    require(data.front() == sum && data.back() == sum);
  });
}

double alltoall(int count, int times) {
  auto const n = static_cast<std::size_t>(ranks());
  elements send_buffer(n * static_cast<std::size_t>(count));
  elements receive_buffer(send_buffer.size());
  return microseconds(times, [&](int i) {
    send_buffer.front() = send_buffer.back() = static_cast<std::uint64_t>(i);
    MPI_Alltoall(send_buffer.data(), count, MPI_UINT64_T, receive_buffer.data(), count, MPI_UINT64_T, MPI_COMM_WORLD);
    require((rank() != 0 || receive_buffer.front() == static_cast<std::uint64_t>(i)));
  });
}

double barrier(int, int times) {
  return microseconds(times, [](int) { MPI_Barrier(MPI_COMM_WORLD); });
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::string_view const operation_name = argc > 1 ? argv[1] : "";
  char const* const quick_setting = std::getenv("SKUA_BENCH_QUICK");
  bool const quick = quick_setting != nullptr && *quick_setting != '\0' && std::string_view(quick_setting) != "0";
  auto* const measure = operation_name == "broadcast"   ? broadcast
                        : operation_name == "allreduce" ? allreduce
                        : operation_name == "alltoall"  ? alltoall
                                                        : barrier;
  struct size {
    char const* name;
    int count;
    int times;
  };
  for (size const& s : {size{"8B", 1, 5000}, size{"8KiB", 1024, 2000}, size{"8MiB", 1024 * 1024, 10}}) {
    double const us = measure(s.count, quick ? 2 : s.times);
    if (rank() == 0) std::printf("%s_us %.3f\n", s.name, us);
    if (operation_name == "barrier") break;
  }
  MPI_Finalize();
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of the transport, compared with MPI itself: 8-byte ping-pong between ranks 0 and 1,
// alternately in one run, half round trips in microseconds. The program starts MPI itself. So it
// also tests the case that the library did not initialise MPI.
#include <mpi.h>

#include <algorithm>
#include <string>

#include "programs/job.hpp"
#include "transport/mpi/load.hpp"

namespace {

using namespace job;

constexpr int trips = 400;
constexpr int rounds = 5;
constexpr double time_limit = 20;  // s: beside busy processes each trip may take milliseconds

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

/// Runs `play(first)` at ranks 0 and 1; returns microseconds per half round trip.
template <class Play>
double timed(int rank, Play play) {
  MPI_Barrier(MPI_COMM_WORLD);
  double const begin = seconds();
  if (rank < 2) play(rank == 0);
  return 1e6 * (seconds() - begin) / trips / 2;
}

/// Polls instead of waiting inside MPI: with more ranks than cores that would cost milliseconds.
void wait(MPI_Request& request) {
  for (int ended = 0;;) {
    MPI_Test(&request, &ended, MPI_STATUS_IGNORE);
    if (ended != 0) return;
    ::sched_yield();
  }
}

/// Whether rank 0 sees the time left for another round. A collective operation.
bool has_time(double begin) {
  int answer = seconds() - begin < time_limit ? 1 : 0;
  MPI_Bcast(&answer, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return answer != 0;
}

void raw(bool first) {
  std::uint64_t word = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  auto const send = [&] { MPI_Send(&word, sizeof word, MPI_BYTE, first ? 1 : 0, 7, MPI_COMM_WORLD); };
  for (int i = 0; i < trips; ++i) {
    MPI_Irecv(&word, sizeof word, MPI_BYTE, first ? 1 : 0, 7, MPI_COMM_WORLD, &request);
    if (first) send();
    wait(request);
    if (!first) send();
  }
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  std::string const thread_level = argc > 1 ? argv[1] : "multiple";
  MPI_Init_thread(&argc, &argv,
                  thread_level == "serialized" ? MPI_THREAD_SERIALIZED
                  : thread_level == "single"   ? MPI_THREAD_SINGLE
                                               : MPI_THREAD_MULTIPLE,
                  &level);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> plain;
  std::vector<double> endpoint_times;
  try {
    auto const e = skua::transport::mpi_start(1);
    box b(*e);
    int received_count = 0;
    b.on_message = [&](int, std::uint32_t, bytes) { ++received_count; };
    std::uint64_t const word = 1;
    auto const endpoint_trips = [&](bool first) {
      for (int i = 0, wanted_messages = received_count; i < trips; ++i) {
        if (first) b.send(1, data_kind, bytes_of(word), {});
        ++wanted_messages;
        b.until([&] { return received_count >= wanted_messages; });
        if (!first) b.send(0, data_kind, bytes_of(word), {});
      }
    };
    double const begin = seconds();
    for (int i = 0; i < rounds && has_time(begin); ++i) {
      plain.push_back(timed(rank, raw));
      endpoint_times.push_back(timed(rank, endpoint_trips));
    }
    b.barrier();
    if (rank == 0) {
      std::printf("half round trip, median of %zu: MPI %.2f us, endpoint %.2f us (%s), ratio %.2f\n", plain.size(),
                  median(plain), median(endpoint_times), e->limits().wakes ? "rings" : "messages",
                  median(endpoint_times) / median(plain));
    }
    e->begin_shutdown();
  } catch (std::exception const& e) {
    std::printf("%s\n", e.what());
    MPI_Finalize();
    return 4;
  }
  int finalised = 1;
  MPI_Finalized(&finalised);
  CHECK(finalised == 0);  // the program started MPI, so it must end it
  MPI_Finalize();
  return 0;
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of 8 bytes of the last rank's memory by the one-sided operations of an MPI, one after the
// other, like `skua sim ping-pong --read`: a program for each MPI, started by its launcher.
//
//   skua-one-sided-FLAVOUR flush|epoch ROUNDS [BUSY-MILLISECONDS]
//
// flush: one epoch for all reads, and MPI_Win_flush after each (MPI-3). epoch: MPI_Win_lock and
// MPI_Win_unlock around each read (MPI-2). Meanwhile the last rank waits in MPI, or computes for
// that time without calling MPI, again and again. Prints one line of JSON.
#include <mpi.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace {

using clock = std::chrono::steady_clock;

constexpr char const* usage = "expected flush|epoch ROUNDS [BUSY-MILLISECONDS]";

[[noreturn]] void fail(char const* text) {
  std::fprintf(stderr, "skua-one-sided: %s\n", text);
  MPI_Abort(MPI_COMM_WORLD, 2);
  std::abort();  // MPI_Abort does not return
}

/// A count from the command line.
std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) fail(usage);
  return value;
}

struct reading {
  MPI_Win window;
  int target;
  bool has_epoch_each;

  std::uint64_t read() const {
    std::uint64_t value = 0;
    if (has_epoch_each) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
    MPI_Get(&value, 1, MPI_UINT64_T, target, 0, 1, MPI_UINT64_T, window);
    if (has_epoch_each) {
      MPI_Win_unlock(target, window);
    } else {
      MPI_Win_flush(target, window);
    }
    return value;
  }
};

/// Seconds of that many reads.
double seconds_of(reading const& from, std::uint64_t rounds) {
  if (!from.has_epoch_each) MPI_Win_lock_all(0, from.window);
  auto const begin = clock::now();
  for (std::uint64_t i = 0; i < rounds; ++i)
    if (from.read() != 42) fail("a read brought something wrong");
  std::chrono::duration<double> const duration = clock::now() - begin;
  if (!from.has_epoch_each) MPI_Win_unlock_all(from.window);
  return duration.count();
}

/// Computes until the first rank says that it is enough.
void compute(std::chrono::milliseconds stretch) {
  for (int ended = 0; ended == 0;) {
    for (auto const end = clock::now() + stretch; clock::now() < end;) {
    }
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &ended, MPI_STATUS_IGNORE);
  }
  MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::string_view const way = argc > 1 ? argv[1] : "";
  if (argc < 3 || argc > 4 || (way != "flush" && way != "epoch")) fail(usage);
  if (ranks < 2) fail("expected at least 2 ranks");
  std::uint64_t const rounds = number(argv[2]);
  std::chrono::milliseconds const busy(argc > 3 ? number(argv[3]) : 0);
  int const last = ranks - 1;

  std::uint64_t* memory = nullptr;
  MPI_Win window;
  MPI_Win_allocate(sizeof(*memory), sizeof(*memory), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
  *memory = 42;
  MPI_Win_unlock(rank, window);
  MPI_Barrier(MPI_COMM_WORLD);
  reading const from{window, last, way == "epoch"};
  if (rank == 0) (void)seconds_of(from, 10);  // connects
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    double const seconds = seconds_of(from, rounds);
    if (busy.count() > 0) MPI_Send(nullptr, 0, MPI_BYTE, last, 0, MPI_COMM_WORLD);
    std::printf("{\"verified\": true, \"result\": {\"rounds\": %llu}, \"seconds\": %.9f}\n",
                static_cast<unsigned long long>(rounds), seconds);
  } else if (rank == last && busy.count() > 0) {
    compute(busy);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  MPI_Finalize();
}

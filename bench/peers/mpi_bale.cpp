// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels histogram and index-gather of `skua bale` in MPI with hand-made buffers: a program
// for each MPI, started by its launcher.
//
//   skua-bale-FLAVOUR histogram|index-gather [SIZE [DENSITY [BUFFER]]]
//
// Each rank sorts so many operations (BUFFER) by their ranks, and all ranks exchange them at once.
// Prints one line of JSON with the rate of the fastest of three rounds.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "common/splitmix.hpp"

namespace {

using apps::splitmix::mix64;
using words = std::vector<std::uint64_t>;
using clock = std::chrono::steady_clock;

[[noreturn]] void fail(char const* text) {
  std::fprintf(stderr, "skua-bale: %s\n", text);
  MPI_Abort(MPI_COMM_WORLD, 2);
  std::abort();  // MPI_Abort does not return
}

/// A positive count from the command line.
std::uint64_t number(int argc, char** argv, int i, std::uint64_t usual) {
  std::uint64_t const value = i < argc ? std::strtoull(argv[i], nullptr, 10) : usual;
  if (value == 0) fail("expected histogram|index-gather [SIZE [DENSITY [BUFFER]]]");
  return value;
}

/// Words for each rank, and where they begin in one buffer.
struct exchange {
  explicit exchange(int ranks) : counts(static_cast<std::size_t>(ranks)), begins(counts.size() + 1) {}
  void set_begins() { std::partial_sum(counts.begin(), counts.end(), begins.begin() + 1); }
  std::vector<int> counts;
  std::vector<int> begins;
  words buffer;
};

void send(exchange const& from, exchange& to) {
  MPI_Alltoallv(from.buffer.data(), from.counts.data(), from.begins.data(), MPI_UINT64_T, to.buffer.data(),
                to.counts.data(), to.begins.data(), MPI_UINT64_T, MPI_COMM_WORLD);
}

class kernel {
 public:
  kernel(bool reads, std::uint64_t size, std::uint64_t density, std::uint64_t buffer) : reads_(reads), buffer_(buffer) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    auto const ranks = static_cast<std::uint64_t>(ranks_);
    block_ = (size - 1) / ranks + 1;
    table_.resize(block_);
    targets_.resize(size * density / ranks);
    auto const first = static_cast<std::uint64_t>(rank_) * targets_.size();
    for (std::uint64_t i = 0; i < targets_.size(); ++i) targets_[i] = apps::splitmix::key(1, first + i) % size;
    answers_.resize(reads_ ? targets_.size() : 0);
    for (std::uint64_t i = 0; reads_ && i < block_; ++i)
      table_[i] = mix64(static_cast<std::uint64_t>(rank_) * block_ + i);
  }

  /// Seconds of all operations, which every rank has in the same number of exchanges.
  double run() {
    MPI_Barrier(MPI_COMM_WORLD);
    auto const begin = clock::now();
    for (std::size_t i = 0; i < targets_.size(); i += buffer_)
      exchange_part(i, std::min<std::size_t>(buffer_, targets_.size() - i));
    MPI_Barrier(MPI_COMM_WORLD);
    return std::chrono::duration<double>(clock::now() - begin).count();
  }
  [[nodiscard]] std::uint64_t operations() const { return targets_.size() * static_cast<std::uint64_t>(ranks_); }
  /// True if all ranks have the right values after so many runs.
  [[nodiscard]] bool is_right(std::uint64_t runs) const {
    std::uint64_t wrong = 0;
    for (std::size_t i = 0; i < answers_.size(); ++i) wrong += answers_[i] != mix64(targets_[i]) ? 1 : 0;
    std::uint64_t counted = reads_ ? 0 : std::accumulate(table_.begin(), table_.end(), std::uint64_t{0});
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &counted, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return wrong == 0 && (reads_ || counted == runs * operations());
  }

 private:
  void exchange_part(std::size_t first, std::size_t count) {
    auto const targets = std::span(targets_).subspan(first, count);
    exchange out(ranks_), in(ranks_);
    for (auto const word : targets) ++out.counts[word / block_];
    out.set_begins();
    out.buffer.resize(count);
    std::vector<int> next = out.begins;
    std::vector<int> positions(count);
    for (std::size_t i = 0; i < count; ++i) {
      positions[i] = next[targets[i] / block_]++;
      out.buffer[static_cast<std::size_t>(positions[i])] = targets[i] % block_;
    }
    MPI_Alltoall(out.counts.data(), 1, MPI_INT, in.counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    in.set_begins();
    in.buffer.resize(static_cast<std::size_t>(in.begins.back()));
    send(out, in);
    if (!reads_) {
      for (auto const word : in.buffer) ++table_[word];
      return;
    }
    for (auto& word : in.buffer) word = table_[word];
    send(in, out);
    for (std::size_t i = 0; i < count; ++i) answers_[first + i] = out.buffer[static_cast<std::size_t>(positions[i])];
  }

  bool reads_;
  std::uint64_t buffer_;
  int rank_ = 0, ranks_ = 1;
  std::uint64_t block_ = 0;
  words table_, targets_, answers_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::string_view const name = argc > 1 ? argv[1] : "";
  if (name != "histogram" && name != "index-gather") fail("expected histogram or index-gather");
  kernel chosen(name == "index-gather", number(argc, argv, 2, 200'000), number(argc, argv, 3, 10),
                number(argc, argv, 4, 16'384));
  constexpr std::uint64_t rounds = 3;
  double seconds = chosen.run();
  for (std::uint64_t i = 1; i < rounds; ++i) seconds = std::min(seconds, chosen.run());
  bool const verified = chosen.is_right(rounds);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("{\"verified\": %s, \"operations\": %llu, \"per_second\": %.0f}\n", verified ? "true" : "false",
                static_cast<unsigned long long>(chosen.operations()),
                static_cast<double>(chosen.operations()) / seconds);
  MPI_Finalize();
  return verified ? 0 : 1;
}

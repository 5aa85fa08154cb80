// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/global_memory.md: heat flows along a rod whose cells lie at all places.
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

constexpr std::size_t cells = 1'000;
constexpr int steps = 1'000;

// One step: each cell becomes the mean of its neighbours. Each element is set at its own place.
void step(skua::shared_array<double> from, skua::shared_array<double> to) {
  skua::finish([&] {
    skua::for_async(to, [from](std::size_t i, double& x) {
      bool const is_end = i == 0 || i == cells - 1;
      x = is_end ? from[i].get() : (from[i - 1] + from[i + 1]) / 2;
    });
  });
}

std::vector<double> in_sequence() {  // the same without the library, to compare
  std::vector<double> from(cells), to(cells);
  from[0] = to[0] = 1;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < cells; ++i) to[i] = (from[i - 1] + from[i + 1]) / 2;
    std::swap(from, to);
  }
  return from;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::shared_array<double> from(cells), to(cells);  // zeroed; one block at each place
    from[0] = 1;                                        // one end is hot
    for (int s = 0; s < steps; ++s) {
      step(from, to);
      std::swap(from, to);  // swaps the handles
    }

    // Every place counts cells in bins that lie at all places.
    constexpr std::size_t bins = 10;
    skua::shared_array<long> const histogram(bins, 1);  // bin b at place b % places()
    skua::finish([&] {
      skua::for_async(from, [histogram](std::size_t, double& x) {
        auto const bin = static_cast<std::size_t>(x * 9.99);
        skua::global_atomic<long>(histogram.pointer(bin)).add(1);
      });
    });  // the scope also waits for the additions

    // Copies all cells here, in one operation for each place.
    std::vector<double> rod(cells);
    std::vector<skua::future<void>> copies;
    std::size_t first = 0;
    for (int p = 0; p < skua::places(); ++p) {
      std::size_t const size = from.shape().size_at(p);
      copies.push_back(skua::get(from.part(p), std::span<double>(rod).subspan(first, size)));
      first += size;
    }
    for (auto& copied : copies) copied.get();

    long counted = 0;
    for (std::size_t b = 0; b < bins; ++b) counted += histogram[b];
    std::printf("cell 10 has %.4f, cell 50 %.4f; %ld of %ld cells are cold\n", rod[10], rod[50], histogram[0].get(),
                counted);
    return rod == in_sequence() && counted == static_cast<long>(cells) ? 0 : 1;
  });
}

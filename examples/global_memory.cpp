// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data that all places share: a distributed array, a histogram of remote counters, a copy that a
// task waits for, a static variable.
#include <cstdio>
#include <vector>

#include <skua/skua.hpp>

namespace {

skua::shared_static<skua::shared_var<long>> largest(0L);  // allocated when the run starts

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    constexpr std::size_t n = 100'000, bins = 64;
    skua::shared_array<int> const numbers(n);           // one block at each place
    skua::shared_array<long> const histogram(bins, 1);  // bin b at place b % places()

    // Each element is set at its own place.
    skua::finish(
        [&] { skua::for_async(numbers, [](std::size_t i, int& x) { x = static_cast<int>(i * 2654435761u >> 8); }); });

    // Every place updates counters at other places; the scope waits for the updates.
    skua::finish([&] {
      skua::for_async(numbers, [histogram](std::size_t, int& x) {
        skua::global_atomic<long>(histogram.pointer(static_cast<unsigned>(x) % bins)).add(1);
        largest->atomic().max(x);
      });
    });
    long total = 0;
    for (std::size_t b = 0; b < bins; ++b) total += histogram[b];

    // Copies the first numbers of the last place here; the task starts when they have arrived.
    std::size_t const copy_size = 10, first_copied = n - numbers.shape().size_at(skua::places() - 1);
    std::vector<int> copy(copy_size);
    bool is_right = false;
    skua::finish([&] {
      auto const copied = skua::get(numbers.pointer(first_copied), std::span<int>(copy));
      skua::spawn(skua::after(copied),
                  [&] { is_right = copy[3] == static_cast<int>((first_copied + 3) * 2654435761u >> 8); });
    });
    std::printf("%ld numbers to %ld in %zu bins, a copy of %zu: %s\n", total, largest->get(), bins, copy_size,
                is_right ? "right" : "wrong");
    return total == static_cast<long>(n) && is_right ? 0 : 1;
  });
}

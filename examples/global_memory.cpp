// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data that all places share: an array dealt to them, a histogram of counters anywhere, a copy that
// a task waits for, a static variable.
#include <cstdio>
#include <vector>

#include <skua/skua.hpp>

namespace {

skua::shared_static<skua::shared_var<long>> largest(0L);  // made when the run starts

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    constexpr std::size_t n = 100'000, bins = 64;
    skua::shared_array<int> const numbers(n);           // one block at each place
    skua::shared_array<long> const histogram(bins, 1);  // bin b at place b % places()

    // Each element at its own place.
    skua::finish(
        [&] { skua::for_async(numbers, [](std::size_t i, int& x) { x = static_cast<int>(i * 2654435761u >> 8); }); });

    // Counters at other places, changed from everywhere; the scope waits for them.
    skua::finish([&] {
      skua::for_async(numbers, [histogram](std::size_t, int& x) {
        skua::global_atomic<long>(histogram.pointer(static_cast<unsigned>(x) % bins)).add(1);
        largest->atomic().max(x);
      });
    });
    long all = 0;
    for (std::size_t b = 0; b < bins; ++b) all += histogram[b];

    // The last place's first numbers here, as soon as they have come.
    std::size_t const some = 10, from = n - numbers.shape().size_at(skua::places() - 1);
    std::vector<int> here(some);
    bool right = false;
    skua::finish([&] {
      auto const copied = skua::get(numbers.pointer(from), std::span<int>(here));
      skua::spawn(skua::after(copied), [&] { right = here[3] == static_cast<int>((from + 3) * 2654435761u >> 8); });
    });
    std::printf("%ld numbers to %ld in %zu bins, a copy of %zu: %s\n", all, largest->get(), bins, some,
                right ? "right" : "wrong");
    return all == static_cast<long>(n) && right ? 0 : 1;
  });
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reducers: every task adds to them, no task waits for another, and the result is exact at the end
// of the scope.
#include <cstdio>

#include <skua/skua.hpp>

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n >= 2;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::count primes;
    skua::max<int> largest;
    skua::vector_sum<int> last_digits(10);
    bool was_notified = false;
    skua::finish([=, &was_notified] {
      skua::count primes_seen;  // belongs to this scope, like the callback that it triggers
      primes_seen.when([](std::uint64_t n) { return n >= 1000; }, [&was_notified] { was_notified = true; });
      for (int first = 0; first < 100'000; first += 1000) {
        skua::spawn([=] {
          for (int n = first; n < first + 1000; ++n) {
            if (!is_prime(n)) continue;
            ++primes;
            ++primes_seen;
            largest += n;
            last_digits[static_cast<std::size_t>(n % 10)] += 1;
          }
        });
      }
    });
    std::printf("%llu primes below 100,000, the largest is %d, %d end in 7\n",
                static_cast<unsigned long long>(primes.get()), largest.get(), last_digits.get()[7]);
    return primes.get() == 9592 && largest.get() == 99'991 && was_notified ? 0 : 1;
  });
}

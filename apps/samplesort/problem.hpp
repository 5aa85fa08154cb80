// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorting keys that are distributed over all places: the input, the result, and the two ways to
// compute it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace apps {
struct common_options;
}

namespace apps::samplesort {

inline constexpr std::size_t keys_of_the_paper = 48 * 1024 * 1024;  ///< at each place
inline constexpr std::size_t largest_part = std::size_t{1} << 32;

/// The distribution of the keys. `few` and `equal` can be balanced only if equal keys may go to
/// different buckets.
enum class shape : std::uint8_t {
  uniform,   ///< all 64 bits random
  skewed,    ///< as many keys in each octave
  few,       ///< ten different keys
  equal,     ///< one key
  sorted,    ///< in order already
  reversed,  ///< in the opposite order
};

/// The input. A plain value, so it can be sent to other places.
struct parameters {
  std::size_t keys = 0;  ///< at each place
  std::size_t places = 1;
  std::uint64_t seed = 42;
  shape distribution = shape::uniform;

  [[nodiscard]] std::size_t total() const noexcept { return keys * places; }
};

/// Key `i` of all, generated from its index alone.
[[nodiscard]] std::uint64_t key_at(parameters const& settings, std::size_t i) noexcept;
void make_keys(parameters const& settings, std::size_t first, std::span<std::uint64_t> keys) noexcept;

/// Properties of a part of a sequence; those of consecutive parts add up.
struct fingerprint {
  std::uint64_t count = 0;
  std::uint64_t unordered = 0;  ///< sum of a hash of each key: does not depend on the order
  std::uint64_t weighted = 0;   ///< sum of (i + 1) * hash: depends on the order

  friend fingerprint operator+(fingerprint const& a, fingerprint const& b) noexcept {
    return {a.count + b.count, a.unordered + b.unordered, a.weighted + b.weighted};
  }
  friend bool operator==(fingerprint const&, fingerprint const&) = default;
};
[[nodiscard]] fingerprint fingerprint_of(std::span<std::uint64_t const> keys, std::uint64_t first) noexcept;

struct answer {
  fingerprint before, after;
  bool in_order = false;  ///< within each place and from place to place
  double seconds = 0;     ///< of the sorting alone
};

/// Samplesort over all places. Call inside `skua::run`. `settings.places` is that of the run.
answer sort_parallel(parameters const& settings, common_options const& options);

/// The faster of two sequential programs, which is the reference, and the times of both.
struct baseline {
  fingerprint after;
  double std_sort = 0;
  double radix_sort = 0;

  [[nodiscard]] double seconds() const noexcept { return std_sort < radix_sort ? std_sort : radix_sort; }
};
baseline sort_sequential(parameters const& settings);

/// Radix sort from the lowest byte; skips bytes that all keys share. `buffer` is as long as the
/// keys.
void radix_sort(std::span<std::uint64_t> keys, std::span<std::uint64_t> buffer) noexcept;

}  // namespace apps::samplesort

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cost of issuing a job, against the number and the size of its arguments.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace apps::issue {

inline constexpr int max_numbers = 8;
inline constexpr int max_vectors = 16;
inline constexpr std::int64_t largest_elements = 4'000'000;  ///< 32 MB

/// The arguments of a job: some numbers of 8 bytes, or some vectors of such numbers.
struct shape {
  int arguments;
  std::size_t elements;  ///< numbers in all
  bool vectors;

  [[nodiscard]] std::size_t bytes() const noexcept { return elements * sizeof(std::uint64_t); }
  /// The length of vector `a`. The lengths differ by at most one.
  [[nodiscard]] std::size_t length(int a) const noexcept {
    auto const count = static_cast<std::size_t>(arguments);
    return elements / count + (static_cast<std::size_t>(a) < elements % count ? 1 : 0);
  }
};
/// Numbers; vectors of one element each; one vector, longer and longer.
[[nodiscard]] std::vector<shape> default_shapes();

/// The number of jobs of a shape that are issued at once: as many as fit into queues without
/// waiting, at least one.
[[nodiscard]] int jobs_of(shape const& s, int jobs) noexcept;

/// The arguments of job number `i`: argument `a` of the numbers, or a vector that begins and ends
/// with these numbers.
[[nodiscard]] constexpr std::uint64_t number(std::uint64_t i, std::uint64_t a) noexcept { return i * 1000003 + a; }
[[nodiscard]] std::vector<std::uint64_t> make_vector(std::size_t length);

/// The sum of the results of all jobs of a batch.
[[nodiscard]] std::uint64_t expected_sum(shape const& s, int jobs) noexcept;

/// The value that a job computes from an argument.
[[nodiscard]] inline std::uint64_t value_of(std::uint64_t x) noexcept { return x; }
[[nodiscard]] inline std::uint64_t value_of(std::vector<std::uint64_t> const& v) noexcept {
  return v.front() + v.back();
}

/// Nanoseconds per job, medians over the batches. `issue`: for the issuing task; `total`: until all
/// jobs have run.
struct cost {
  double issue = std::numeric_limits<double>::quiet_NaN();
  double total = std::numeric_limits<double>::quiet_NaN();
  bool is_right = true;
};
/// Jobs for the caller's place or another place. Call inside a task.
[[nodiscard]] cost measure_spawn(shape const& s, int jobs, int batches, int place);
/// Measures it with a future of each job; `whole` includes getting them.
[[nodiscard]] cost measure_async(shape const& s, int jobs, int batches, int place);

/// Without the library: a call of the function with copies of the arguments, and std::async.
[[nodiscard]] cost measure_call(shape const& s, int jobs, int batches);
[[nodiscard]] cost measure_std_async(shape const& s, int jobs, int batches);

/// Calls f(issuer) with vectors; Count is at most their number.
template <int Count, typename F>
cost with_vectors(shape const& s, F&& f) {
  if constexpr (Count < max_vectors) {
    if (s.arguments > Count) return with_vectors<Count + 1>(s, f);
  }
  std::array<std::vector<std::uint64_t>, Count> vectors;
  for (int a = 0; a < Count; ++a) vectors[static_cast<std::size_t>(a)] = make_vector(s.length(a));
  return f([&vectors](std::uint64_t, auto&& issue_one) { std::apply(issue_one, std::as_const(vectors)); });
}

/// Calls f(issuer) for one of the shapes. issuer(i, job) must pass the arguments of job number i to
/// `job`.
template <typename F>
cost with_arguments(shape const& s, F&& f) {
  if (s.vectors) return with_vectors<1>(s, f);
  auto const numbers = [&]<std::size_t... A>(std::index_sequence<A...>) {
    return f([]([[maybe_unused]] std::uint64_t i, auto&& issue_one) { issue_one(number(i, A)...); });
  };
  switch (s.arguments) {
    case 0:
      return numbers(std::make_index_sequence<0>());
    case 1:
      return numbers(std::make_index_sequence<1>());
    case 2:
      return numbers(std::make_index_sequence<2>());
    case 4:
      return numbers(std::make_index_sequence<4>());
    default:
      return numbers(std::make_index_sequence<max_numbers>());
  }
}

}  // namespace apps::issue

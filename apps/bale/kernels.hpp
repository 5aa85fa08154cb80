// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Six irregular kernels, each in two styles and beside a loop of threads over ordinary memory.
//
// Source: the bale suite of Maley and DeVinney, which compares ways to aggregate messages; the code
// here is new.

#pragma once

#include <cstdint>
#include <skua/memory.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "../common/splitmix.hpp"

namespace apps::bale {

using words = std::vector<std::uint64_t>;
using shared_words = skua::shared_array<std::uint64_t>;

inline constexpr std::uint64_t largest_size = std::uint64_t{1} << 24;
inline constexpr std::uint64_t largest_density = 1000;

struct parameters {
  std::uint64_t size = 200'000;  ///< words of the table, or rows of the matrix
  std::uint64_t density = 10;    ///< operations for each word, or entries of a row, on average
  std::uint64_t seed = 1;

  /// The operations on a table.
  [[nodiscard]] std::uint64_t operations() const noexcept { return size * density; }
  /// The word on which operation i works.
  [[nodiscard]] std::uint64_t word_of(std::uint64_t i) const noexcept { return splitmix::key(seed, i) % size; }
};

/// The board of the random permutation has this many slots for each dart.
inline constexpr std::uint64_t slots_per_dart = 2;
/// The slot at which a dart is thrown.
[[nodiscard]] constexpr std::uint64_t slot_of(parameters const& p, std::uint64_t dart, std::uint64_t attempt) noexcept {
  return splitmix::key(splitmix::key(p.seed, dart), attempt) % (slots_per_dart * p.size);
}

// What remains of a row during the topological sort, in one word: the number of its entries, and
// the sum of their columns.
inline constexpr unsigned bits_of_sum = 40;
[[nodiscard]] constexpr std::uint64_t entry_word(std::uint64_t column) noexcept {
  return (std::uint64_t{1} << bits_of_sum) + column;
}
[[nodiscard]] constexpr bool has_one_entry(std::uint64_t rest) noexcept { return rest >> bits_of_sum == 1; }
/// The column of the only entry.
[[nodiscard]] constexpr std::uint64_t column_of(std::uint64_t rest) noexcept { return rest - entry_word(0); }

/// How a kernel reaches the words of other places.
enum class style : std::uint8_t {
  direct,      ///< one operation of global memory after the other
  aggregated,  ///< a small task for each operation; the library packs them into few messages
};

/// A run of a kernel.
struct outcome {
  std::uint64_t operations = 0;
  double seconds = 0;
  std::uint64_t errors = 0;  ///< wrong elements, found by a sequential check
  std::uint64_t value = 0;   ///< of the kernels whose answer is a number: that number
};

struct kernel {
  std::string_view name;
  std::string_view unit;                                 ///< of its operations
  outcome (*run)(parameters const&, style);              ///< over all places; call it in a task
  outcome (*run_threads)(parameters const&, int count);  ///< threads with std::atomic, in this process
};
[[nodiscard]] std::span<kernel const> kernels() noexcept;

outcome histogram(parameters const& p, style method);
outcome index_gather(parameters const& p, style method);
outcome permutation(parameters const& p, style method);
outcome transpose(parameters const& p, style method);
outcome topological_sort(parameters const& p, style method);
outcome triangles(parameters const& p, style method);

// The kernels as loops of threads.
outcome histogram_threads(parameters const& p, int count);
outcome index_gather_threads(parameters const& p, int count);
outcome permutation_threads(parameters const& p, int count);
outcome transpose_threads(parameters const& p, int count);
outcome topological_sort_threads(parameters const& p, int count);
outcome triangles_threads(parameters const& p, int count);

/// Calls the function at that place: at once if that is the caller's place, otherwise in a task of
/// the caller's scope. The library packs small tasks for one place into few messages.
template <class Function, class... Arguments>
void call_at(int place, Function const& function, Arguments... arguments) {
  if (place == skua::here()) return function(arguments...);
  skua::spawn(skua::on(place), function, arguments...);
}

/// A copy of the whole array in ordinary memory, for a check.
[[nodiscard]] words copy_of(shared_words const& array);
/// An array with the word of each operation.
[[nodiscard]] shared_words words_of_operations(parameters const& p);

}  // namespace apps::bale

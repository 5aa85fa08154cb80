// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel quicksort: one partition per call, then both parts at once. Three forms: in place at
// one place, in global memory, and with the keys as arguments and results of futures.

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <skua/skua.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace apps::quicksort {
namespace {

// `depth_limit` bounds the depth: an input that defeats the pivot choice is left to std::sort,
// which is never quadratic.
template <typename Key>
void sort_part(std::span<Key> keys, std::size_t cutoff, int depth_limit) {
  if (keys.size() <= cutoff || depth_limit == 0) return sort_sequential(keys);
  std::size_t const middle = partition(keys);
  skua::invoke([=] { sort_part(keys.first(middle), cutoff, depth_limit - 1); },
               [=] { sort_part(keys.subspan(middle + 1), cutoff, depth_limit - 1); });
}

/// A part in global memory; any place may sort it. Trivially copyable: sent without encoding. If
/// the memory is mapped here, the task divides the part in place and offers one part after the
/// other. Otherwise it fetches the part, sorts it, and writes it back whole.
template <typename Key>
struct sort_remote {
  skua::global_ptr<Key> keys;
  std::uint32_t size;
  std::uint32_t cutoff;
  std::uint32_t max_local;
  std::int32_t depth_limit;

  void operator()() const {
    if (size == 0) return;
    auto range = *this;
    Key* const local_keys = keys.local();
    while (local_keys != nullptr && range.size > max_local && range.depth_limit > 0) {
      auto const middle = static_cast<std::uint32_t>(partition(std::span<Key>(local_keys, range.size)));
      --range.depth_limit;
      skua::spawn(skua::any,
                  sort_remote{keys + (middle + 1), range.size - middle - 1, cutoff, max_local, range.depth_limit});
      range.size = middle;
    }
    skua::checkout<Key> const part(keys, range.size);
    sort_part(std::span<Key>(part.data(), part.size()), cutoff, range.depth_limit);
  }
};

/// Sorts by value (Chasapis, Unified futures, 2013, figure 4.6). Each part is copied into a vector
/// of its own, which is moved into the task or sent to another place, and copied back from the
/// result.
template <typename Key>
struct value_sort {
  std::uint32_t cutoff;
  std::uint32_t max_local;
  std::int32_t depth_limit;

  std::vector<Key> operator()(std::vector<Key> keys) const {
    if (keys.size() <= cutoff || depth_limit == 0) {
      sort_sequential<Key>(keys);
      return keys;
    }
    auto const pivot = keys.begin() + static_cast<std::ptrdiff_t>(partition<Key>(keys));
    value_sort const next{cutoff, max_local, depth_limit - 1};
    skua::future<std::vector<Key>> lower = next.start({keys.begin(), pivot});
    skua::future<std::vector<Key>> upper = next.start({pivot + 1, keys.end()});
    std::vector<Key> const sorted_upper = upper.get();  // the newer task first: it may still be here
    std::vector<Key> const sorted_lower = lower.get();
    std::copy(sorted_lower.begin(), sorted_lower.end(), keys.begin());
    std::copy(sorted_upper.begin(), sorted_upper.end(), pivot + 1);
    return keys;
  }

 private:
  [[nodiscard]] skua::future<std::vector<Key>> start(std::vector<Key> part) const {
    if (part.size() <= max_local) return skua::async(*this, std::move(part));
    return skua::async(skua::any, *this, std::move(part));
  }
};

/// Twice the levels of equal halves.
std::int32_t depth_limit_of(std::size_t keys) noexcept { return 2 * static_cast<std::int32_t>(std::bit_width(keys)); }

}  // namespace

template <typename Key>
double sort_anywhere(std::span<Key> keys, std::size_t cutoff, std::size_t max_local) {
  static_assert(std::is_trivially_copyable_v<sort_remote<Key>> && sizeof(sort_remote<Key>) <= 48);
  auto const buffer = skua::allocate_unique<Key>(skua::here(), std::max<std::size_t>(keys.size(), 1));
  skua::copy(keys.data(), buffer.get(), keys.size()).get();
  auto const start = std::chrono::steady_clock::now();
  skua::finish([&] {
    skua::spawn(skua::any, sort_remote<Key>{buffer.get(), static_cast<std::uint32_t>(keys.size()),
                                            static_cast<std::uint32_t>(cutoff), static_cast<std::uint32_t>(max_local),
                                            depth_limit_of(keys.size())});
  });
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  skua::copy(buffer.get(), keys.data(), keys.size()).get();
  return seconds;
}

template double sort_anywhere(std::span<std::uint64_t>, std::size_t, std::size_t);
template double sort_anywhere(std::span<double>, std::size_t, std::size_t);

template <typename Key>
void sort_parallel(std::span<Key> keys, std::size_t cutoff) {
  sort_part(keys, cutoff, depth_limit_of(keys.size()));
}

template void sort_parallel(std::span<std::uint64_t>, std::size_t);
template void sort_parallel(std::span<double>, std::size_t);

template <typename Key>
std::vector<Key> sort_by_value(std::vector<Key> keys, std::size_t cutoff, std::size_t max_local) {
  value_sort<Key> const sort{static_cast<std::uint32_t>(cutoff), static_cast<std::uint32_t>(max_local),
                             depth_limit_of(keys.size())};
  return sort(std::move(keys));
}

template std::vector<std::uint64_t> sort_by_value(std::vector<std::uint64_t>, std::size_t, std::size_t);
template std::vector<double> sort_by_value(std::vector<double>, std::size_t, std::size_t);

}  // namespace apps::quicksort

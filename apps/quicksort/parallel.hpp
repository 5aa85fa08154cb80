// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel quicksort: one partition per call, then both parts at once. Three forms: in place at
// one place, in global memory, and with the keys as arguments and results of futures.
//
// Kernels, a class of static functions partition and sort, does what a task does alone: the
// application works on the keys, and the simulated workload of the same name
// (cli/sim/quicksort.cpp) also lets a stated time pass.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <skua/skua.hpp>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "../common/stopwatch.hpp"
#include "problem.hpp"

namespace apps::quicksort {

// `depth_limit` bounds the depth: an input that defeats the pivot choice is left to std::sort,
// which is never quadratic.
template <typename Kernels, typename Key>
void sort_part(std::span<Key> keys, std::size_t cutoff, int depth_limit, skua::count const& done) {
  if (keys.size() <= cutoff || depth_limit == 0) {
    Kernels::sort(keys);
    done += keys.size();
    return;
  }
  std::size_t const middle = Kernels::partition(keys);
  ++done;
  skua::invoke([=] { sort_part<Kernels>(keys.first(middle), cutoff, depth_limit - 1, done); },
               [=] { sort_part<Kernels>(keys.subspan(middle + 1), cutoff, depth_limit - 1, done); });
}

/// A part in global memory; any place may sort it. Trivially copyable: sent without encoding. If
/// the memory is mapped here, the task divides the part in place and offers one part after the
/// other. Otherwise it fetches the part, sorts it, and writes it back whole.
template <typename Kernels, typename Key>
struct sort_remote {
  skua::global_ptr<Key> keys;
  std::uint32_t size;
  std::uint32_t cutoff;
  std::uint32_t max_local;
  std::int32_t depth_limit;
  skua::count done;

  void operator()() const {
    if (size == 0) return;
    auto range = *this;
    Key* const local_keys = keys.local();
    while (local_keys != nullptr && range.size > max_local && range.depth_limit > 0) {
      auto const middle = static_cast<std::uint32_t>(Kernels::partition(std::span<Key>(local_keys, range.size)));
      --range.depth_limit;
      ++done;
      skua::spawn(skua::any, sort_remote{keys + (middle + 1), range.size - middle - 1, cutoff, max_local,
                                         range.depth_limit, done});
      range.size = middle;
    }
    skua::checkout<Key> const part(keys, range.size);
    sort_part<Kernels>(std::span<Key>(part.data(), part.size()), cutoff, range.depth_limit, done);
  }
};

/// Sorts by value (Chasapis, Unified futures, 2013, figure 4.6). Each part is copied into a
/// separate vector, which is moved into the task or sent to another place, and copied back from the
/// result.
template <typename Kernels, typename Key>
struct value_sort {
  std::uint32_t cutoff;
  std::uint32_t max_local;
  std::int32_t depth_limit;
  skua::count done;

  std::vector<Key> operator()(std::vector<Key> keys) const {
    if (keys.size() <= cutoff || depth_limit == 0) {
      Kernels::sort(std::span<Key>(keys));
      done += keys.size();
      return keys;
    }
    auto const pivot = keys.begin() + static_cast<std::ptrdiff_t>(Kernels::partition(std::span<Key>(keys)));
    ++done;
    value_sort const next{cutoff, max_local, depth_limit - 1, done};
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
inline std::int32_t depth_limit_of(std::size_t keys) noexcept {
  return 2 * static_cast<std::int32_t>(std::bit_width(keys));
}

template <typename Kernels, typename Key>
double sort_anywhere_with(std::span<Key> keys, std::size_t cutoff, std::size_t max_local, skua::count done = {}) {
  static_assert(std::is_trivially_copyable_v<sort_remote<Kernels, Key>> && sizeof(sort_remote<Kernels, Key>) <= 48);
  auto const buffer = skua::allocate_unique<Key>(skua::here(), std::max<std::size_t>(keys.size(), 1));
  skua::copy(keys.data(), buffer.get(), keys.size()).get();
  stopwatch const watch;
  skua::finish([&] {
    skua::spawn(skua::any,
                sort_remote<Kernels, Key>{buffer.get(), static_cast<std::uint32_t>(keys.size()),
                                          static_cast<std::uint32_t>(cutoff), static_cast<std::uint32_t>(max_local),
                                          depth_limit_of(keys.size()), done});
  });
  double const seconds = watch.seconds();
  skua::copy(buffer.get(), keys.data(), keys.size()).get();
  return seconds;
}

template <typename Kernels, typename Key>
void sort_parallel_with(std::span<Key> keys, std::size_t cutoff, skua::count done = {}) {
  sort_part<Kernels>(keys, cutoff, depth_limit_of(keys.size()), done);
}

template <typename Kernels, typename Key>
std::vector<Key> sort_by_value_with(std::vector<Key> keys, std::size_t cutoff, std::size_t max_local,
                                    skua::count done = {}) {
  value_sort<Kernels, Key> const sort{static_cast<std::uint32_t>(cutoff), static_cast<std::uint32_t>(max_local),
                                      depth_limit_of(keys.size()), done};
  return sort(std::move(keys));
}

}  // namespace apps::quicksort

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel quicksort: one partition per call, then both parts at once; at one place or at all
// places.

#include <algorithm>
#include <bit>
#include <chrono>
#include <skua/skua.hpp>
#include <type_traits>

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
                                            2 * static_cast<int>(std::bit_width(keys.size()))});
  });
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  skua::copy(buffer.get(), keys.data(), keys.size()).get();
  return seconds;
}

template double sort_anywhere(std::span<std::uint64_t>, std::size_t, std::size_t);
template double sort_anywhere(std::span<double>, std::size_t, std::size_t);

template <typename Key>
void sort_parallel(std::span<Key> keys, std::size_t cutoff) {
  sort_part(keys, cutoff, 2 * static_cast<int>(std::bit_width(keys.size())));
}

template void sort_parallel(std::span<std::uint64_t>, std::size_t);
template void sort_parallel(std::span<double>, std::size_t);

}  // namespace apps::quicksort

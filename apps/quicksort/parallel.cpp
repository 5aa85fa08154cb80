// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel quicksort: one partition per call, then both parts at once; at one place, or at all.

#include <algorithm>
#include <bit>
#include <chrono>
#include <skua/skua.hpp>
#include <type_traits>

#include "problem.hpp"

namespace apps::quicksort {
namespace {

// `patience` bounds the depth: an input that defeats the pivot choice is left to std::sort, which
// is never quadratic.
template <typename Key>
void sort_part(std::span<Key> keys, std::size_t cutoff, int patience) {
  if (keys.size() <= cutoff || patience == 0) return sort_sequential(keys);
  std::size_t const middle = partition(keys);
  skua::invoke([=] { sort_part(keys.first(middle), cutoff, patience - 1); },
               [=] { sort_part(keys.subspan(middle + 1), cutoff, patience - 1); });
}

/// A part in global memory, to be sorted wherever there is time. Trivially copyable: it travels as
/// it is. Where the memory is mapped the part is divided in place and its two parts are offered in
/// turn; elsewhere it is fetched, sorted, and put back whole.
template <typename Key>
struct sort_far {
  skua::global_ptr<Key> keys;
  std::uint32_t size;
  std::uint32_t cutoff;
  std::uint32_t near;
  std::int32_t patience;

  void operator()() const {
    if (size == 0) return;
    auto rest = *this;
    Key* const here = keys.local();
    while (here != nullptr && rest.size > near && rest.patience > 0) {
      auto const middle = static_cast<std::uint32_t>(partition(std::span<Key>(here, rest.size)));
      --rest.patience;
      skua::spawn(skua::any, sort_far{keys + (middle + 1), rest.size - middle - 1, cutoff, near, rest.patience});
      rest.size = middle;
    }
    skua::checkout<Key> const part(keys, rest.size);
    sort_part(std::span<Key>(part.data(), part.size()), cutoff, rest.patience);
  }
};

}  // namespace

template <typename Key>
double sort_anywhere(std::span<Key> keys, std::size_t cutoff, std::size_t near) {
  static_assert(std::is_trivially_copyable_v<sort_far<Key>> && sizeof(sort_far<Key>) <= 48);
  auto const room = skua::allocate_unique<Key>(skua::here(), std::max<std::size_t>(keys.size(), 1));
  skua::copy(keys.data(), room.get(), keys.size()).get();
  auto const start = std::chrono::steady_clock::now();
  skua::finish([&] {
    skua::spawn(skua::any,
                sort_far<Key>{room.get(), static_cast<std::uint32_t>(keys.size()), static_cast<std::uint32_t>(cutoff),
                              static_cast<std::uint32_t>(near), 2 * static_cast<int>(std::bit_width(keys.size()))});
  });
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  skua::copy(room.get(), keys.data(), keys.size()).get();
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

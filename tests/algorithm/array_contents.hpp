// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <skua/memory.hpp>

#include <cstddef>
#include <vector>

namespace place_test {

/// All elements in order: one message from each place. A message for each element would take most
/// of the time of these tests in the simulator.
template <class T>
std::vector<T> contents(skua::shared_array<T> const& array) {
  std::vector<T> result(array.size());
  for (int rank = 0; rank < array.shape().places(); ++rank) {
    std::vector<T> part(array.shape().size_at(rank));
    if (part.empty()) continue;
    skua::copy(array.part(array.place_at(rank)), part.data(), part.size()).wait();
    for (std::size_t k = 0; k < part.size(); ++k) result[array.shape().element_at(rank, k)] = part[k];
  }
  return result;
}

}  // namespace place_test

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sixteen digits that identify an instance, independent of its file name.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "text.hpp"

namespace apps {

/// The fingerprint of lists of elements without unused bytes. FNV-1a.
template <typename... Elements>
std::string fingerprint(std::vector<Elements> const&... lists) {
  static_assert((std::has_unique_object_representations_v<Elements> && ...));
  std::uint64_t hash = 0xcbf29ce484222325u;
  auto const add_bytes = [&](void const* data, std::size_t size) {
    auto const* bytes = static_cast<unsigned char const*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  };
  auto const add = [&](auto const& list) {
    std::uint64_t const size = list.size();
    add_bytes(&size, sizeof size);  // so that moving an element to the next list changes the hash
    add_bytes(list.data(), list.size() * sizeof list[0]);
  };
  (add(lists), ...);
  return hexadecimal(hash);
}

}  // namespace apps

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sixteen digits that tell instances apart, whatever their files are called.

#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "text.hpp"

namespace apps {

/// Of lists whose elements have no unused bytes. FNV-1a.
template <typename... Elements>
std::string fingerprint(std::vector<Elements> const&... lists) {
  static_assert((std::has_unique_object_representations_v<Elements> && ...));
  std::uint64_t hash = 0xcbf29ce484222325u;
  auto const add = [&](auto const& list) {
    auto const* bytes = reinterpret_cast<unsigned char const*>(list.data());
    for (std::size_t i = 0; i < list.size() * sizeof list[0]; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  };
  (add(lists), ...);
  return hexadecimal(hash);
}

}  // namespace apps

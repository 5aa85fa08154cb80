// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as a value with members of every kind: an error, or a value that must survive the round
// trip.
#include <cstdlib>
#include <cstring>

#include "wire/samples.hpp"

namespace wire = skua::wire;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  try {
    wire::reader r(std::as_bytes(std::span(data, size)));
    auto const value = wire::decode<samples::nested>(r);
    wire::writer once;
    wire::encode(once, value);
    wire::reader again(once.view());
    wire::writer twice;
    wire::encode(twice, wire::decode<samples::nested>(again));
    // Compared as bytes, because a floating-point number may be NaN.
    if (once.size() != twice.size() || std::memcmp(once.view().data(), twice.view().data(), once.size()) != 0)
      std::abort();
  } catch (skua::wire::malformed const&) {
  }
  return 0;
}

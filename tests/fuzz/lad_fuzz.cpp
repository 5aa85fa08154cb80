// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as a graph in the LAD format: parsed, or one error.
#include <cstdint>
#include <sstream>
#include <string>

#include "common/error.hpp"
#include "sip/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::istringstream from(std::string(reinterpret_cast<char const*>(data), size));
  try {
    (void)apps::sip::read_lad(from, "input");
  } catch (apps::input_error const&) {
  }
  return 0;
}

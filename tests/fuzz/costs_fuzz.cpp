// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as recorded costs of tasks: parsed, or one error.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "common/error.hpp"
#include "sim/costs_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::istringstream from(std::string(reinterpret_cast<char const*>(data), size));
  try {
    for (double const seconds : apps::sim::read_costs(from, "input")) {
      if (!(seconds >= 0)) std::abort();
    }
  } catch (apps::input_error const&) {
  }
  return 0;
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "text.hpp"

#include <cstddef>
#include <cstdio>

namespace apps {
namespace {

template <typename... Values>
std::string format(char const* pattern, Values... values) {
  char buffer[128];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  auto text = std::to_string(number);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3) {
    text.insert(static_cast<std::size_t>(place), 1, ',');
  }
  return text;
}

std::string duration(double seconds) {
  if (seconds >= 1) return format("%.3g s", seconds);
  if (seconds >= 1e-3) return format("%.3g ms", seconds * 1e3);
  return format("%.3g µs", seconds * 1e6);
}

std::string rate(double per_second, std::string const& unit) {
  if (per_second >= 1e6) return format("%.3g million ", per_second / 1e6) + unit;
  if (per_second >= 1e3) return format("%.3g thousand ", per_second / 1e3) + unit;
  return format("%.3g ", per_second) + unit;
}

std::string hexadecimal(std::uint64_t number) { return format("%016llx", static_cast<unsigned long long>(number)); }

std::string decimals(double number, int digits) { return format("%.*f", digits, number); }

}  // namespace apps

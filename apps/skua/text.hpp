// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Formats numbers for people.

#pragma once

#include <cstdint>
#include <string>

namespace apps {

/// "102,181,082"
std::string grouped(std::uint64_t number);
/// "3.21 s", "45.6 ms", "7.8 µs"
std::string duration(double seconds);
/// "14.2 million nodes"
std::string rate(double per_second, std::string const& unit);
/// "1.97"
std::string decimals(double number, int digits);
std::string hexadecimal(std::uint64_t number);  ///< sixteen digits

}  // namespace apps

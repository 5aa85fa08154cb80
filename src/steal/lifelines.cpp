// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/lifelines.hpp"

#include <utility>

namespace skua::steal {
namespace {

/// The smallest base in which `dimensions` digits can write `places` numbers.
int base_of(int places, int dimensions) {
  for (int base = 1;; ++base) {
    long numbers = 1;
    for (int digit = 0; digit < dimensions && numbers < places; ++digit) numbers *= base;
    if (numbers >= places) return base;
  }
}

}  // namespace

std::vector<int> hypercube_buddies(int own_place, int places, int dimensions) {
  std::vector<int> buddies;
  if (places < 2 || dimensions == 0) return buddies;
  int const base = base_of(places, dimensions);
  long weight = 1;
  for (int i = 0; i < dimensions && weight < places; ++i, weight *= base) {
    int const digit = static_cast<int>(own_place / weight % base);
    for (int step = 1; step < base; ++step) {
      long const buddy = own_place + ((digit - step + base) % base - digit) * weight;
      if (buddy >= places) continue;
      buddies.push_back(static_cast<int>(buddy));
      break;
    }
  }
  return buddies;
}

std::string policy_with_lifelines::full_name(std::string const& name, std::vector<std::string> arguments) const {
  if (dimensions_ == 0) arguments.emplace_back("lifelines=off");
  if (dimensions_ != 0 && dimensions_ != default_dimensions)
    arguments.push_back("lifelines=" + std::to_string(dimensions_));
  return full_name_without_lifelines(name, std::move(arguments));
}

std::string policy_with_lifelines::full_name_without_lifelines(std::string const& name,
                                                               std::vector<std::string> arguments) const {
  if (ahead_ != settings{}.ahead) arguments.emplace_back(ahead_ ? "ahead=on" : "ahead=off");
  if (arguments.empty()) return name;
  std::string text = name + "(" + arguments.front();
  for (std::size_t i = 1; i < arguments.size(); ++i) text += "," + arguments[i];
  return text + ")";
}

}  // namespace skua::steal

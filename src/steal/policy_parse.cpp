// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the text of an option to a policy or an amount.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>

#include "base/escape.hpp"
#include "base/parse.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

std::optional<int> lifelines(std::string_view text) {
  return text == "off" ? 0 : base::parse_number<int>(text, 1, max_dimensions);
}

/// Returns null if the text is wrong.
std::unique_ptr<policy> try_make(std::string_view text, settings config) {
  named_arguments arguments(text);
  auto const policies = all_policies();
  auto const entry = std::ranges::find(policies, arguments.name(), &policy_entry::name);
  if (entry == policies.end() || !arguments.is_closed()) return nullptr;
  if (!entry->has_own_lifelines && !arguments.take_key("lifelines", config.lifelines, lifelines)) return nullptr;
  if (!arguments.take_key("ahead", config.ahead, &base::parse_switch)) return nullptr;
  auto result = entry->make(arguments, config);
  return arguments.is_empty() ? std::move(result) : nullptr;
}

/// "random, lifeline, lifeline(w,z) with w from 0 and z from 1 to 32 or adaptive".
std::string expected_policies() {
  std::string list;
  for (policy_entry const& entry : all_policies()) {
    if (!list.empty()) list += &entry == &all_policies().back() ? " or " : ", ";
    list += entry.name;
    if (!entry.arguments.empty()) list.append(", ").append(entry.name).append(entry.arguments);
    if (!entry.limits.empty()) list.append(" with ").append(entry.limits);
  }
  return list;
}

}  // namespace

std::unique_ptr<policy> make_policy(std::string_view text, settings const& config) {
  base::check(config.places >= 1 && config.own_place >= 0 && config.own_place < config.places,
              "steal policy: here is one of the places");
  if (auto result = try_make(text, config)) return result;
  throw error("steal policy: expected " + expected_policies() +
              ", each optionally with lifelines=z, lifelines=off or ahead=off, found " + base::quoted(text));
}

amount parse_amount(std::string_view text) {
  named_arguments arguments(text);
  if (arguments.is_empty()) {
    if (arguments.name() == "one") return {amount_kind::one, 1};
    if (arguments.name() == "half") return {amount_kind::half, 1};
  } else if (std::uint32_t n = 0; arguments.name() == "chunk" && arguments.is_closed()) {
    auto const count = [](std::string_view number) { return base::parse_number<int>(number, 1, largest_argument); };
    if (arguments.take_first(n, count) && arguments.is_empty()) return {amount_kind::chunk, n};
  }
  throw error("steal amount: expected one, half or chunk(n) with n from 1 to " + std::to_string(largest_argument) +
              ", found " + base::quoted(text));
}

}  // namespace skua::steal

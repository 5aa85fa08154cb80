// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the text of an option to a policy or an amount.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>

#include "base/escape.hpp"
#include "base/parse.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr int max_victims = 1'000'000;
constexpr int default_victims = 6;
constexpr double longest_interval_s = 3600;
constexpr double max_keep = 1e6;

/// "name" or "name(1,2,key=3)"; spaces are ignored.
struct call {
  std::string name;
  std::vector<std::string> arguments;
  bool closed = true;
};

call parse(std::string_view text) {
  std::string stripped;
  for (char const character : text) {
    if (character != ' ') stripped += character;
  }
  call result;
  auto const open = stripped.find('(');
  result.name = stripped.substr(0, open);
  if (open == std::string::npos) return result;
  result.closed = stripped.back() == ')';
  std::string argument;
  for (std::size_t i = open + 1; i < stripped.size() - (result.closed ? 1 : 0); ++i) {
    if (stripped[i] == ',') {
      result.arguments.push_back(argument);
      argument.clear();
    } else {
      argument += stripped[i];
    }
  }
  result.arguments.push_back(argument);
  return result;
}

/// Whether the argument is "key=value".
bool has_key(std::string_view argument, std::string_view key) {
  return argument.starts_with(key) && argument.size() > key.size() && argument[key.size()] == '=';
}

/// Takes an argument "key=value" out of the call; nothing if there is none. The value of a second
/// one stays, so that the call is refused.
std::optional<std::string> take(call& call, std::string_view key) {
  for (auto argument = call.arguments.begin(); argument != call.arguments.end(); ++argument) {
    if (!has_key(*argument, key)) continue;
    std::string value = argument->substr(key.size() + 1);
    call.arguments.erase(argument);
    return value;
  }
  return std::nullopt;
}

/// Takes a flag out of the call.
bool take_flag(call& call, std::string_view flag) {
  auto const argument = std::find(call.arguments.begin(), call.arguments.end(), flag);
  if (argument == call.arguments.end()) return false;
  call.arguments.erase(argument);
  return true;
}

/// Takes a value that `read` understands into `to`, if it is given. Returns false if it is given
/// and wrong.
template <class T, class Read>
bool take_into(call& call, std::string_view key, T& to, Read const& read) {
  auto const text = take(call, key);
  if (!text) return true;
  auto const value = read(*text);
  if (!value) return false;
  to = *value;
  return true;
}

std::optional<int> lifelines(std::string_view text) {
  return text == "off" ? 0 : base::parse_number<int>(text, 1, max_dimensions);
}

std::optional<std::uint64_t> interval(std::string_view text) {
  auto const seconds = base::parse_quantity(text, base::time_units);
  if (!seconds || *seconds > longest_interval_s) return std::nullopt;
  auto const ns = static_cast<std::uint64_t>(*seconds * 1e9 + 0.5);
  return ns != 0 ? std::optional(ns) : std::nullopt;
}

std::unique_ptr<policy> make_performance_driven(call call, settings const& config) {
  performance_settings settings;
  settings.published = take_flag(call, "published");
  settings.by_sample = take_flag(call, "sampled");
  settings.tuned = take_flag(call, "tuned");
  auto const sets_what_is_tuned = [](std::string const& argument) {
    return has_key(argument, "weight") || has_key(argument, "shortest") || has_key(argument, "longer") ||
           has_key(argument, "shorter");
  };
  if (settings.tuned && (settings.published || std::ranges::any_of(call.arguments, sets_what_is_tuned))) return nullptr;
  auto const share = [](std::string_view text) { return base::parse_decimal(text, 0, 1); };
  auto const factor = [](std::string_view text) { return base::parse_decimal(text, 1, max_keep); };
  bool const is_right =
      take_into(call, "weight", settings.weight, share) && take_into(call, "keep", settings.keep, factor) &&
      take_into(call, "first", settings.first, interval) && take_into(call, "shortest", settings.shortest, interval) &&
      take_into(call, "longest", settings.longest, interval) && take_into(call, "longer", settings.longer, interval) &&
      take_into(call, "shorter", settings.shorter, interval) && settings.shortest <= settings.longest;
  return is_right && call.arguments.empty() ? make_performance_driven(config, settings) : nullptr;
}

/// Returns nullptr if the text is wrong.
std::unique_ptr<policy> try_make(std::string_view text, settings config) {
  call call = parse(text);
  if (!call.closed) return nullptr;
  bool const has_own_number = call.name == "lifeline";
  if (!has_own_number && !take_into(call, "lifelines", config.lifelines, lifelines)) return nullptr;
  if (!take_into(call, "ahead", config.ahead, &base::parse_switch)) return nullptr;
  if (call.name == "performance_driven") return make_performance_driven(std::move(call), config);
  if (call.arguments.empty()) {
    if (call.name == "random") return make_random(config);
    if (call.name == "last_victim") return make_last_victim(config);
    if (call.name == "round_robin") return make_round_robin(config);
    if (call.name == "nearest") return make_nearest(config);
    if (call.name == "hierarchical") return make_hierarchical(config, 0);
    if (call.name == "adaptive") return make_adaptive(config);
    if (call.name == "lifeline") return make_lifeline(config, std::min(default_victims, config.places - 1));
  } else if (call.name == "lifeline" && call.arguments.size() == 2) {
    auto const victims = base::parse_number<int>(call.arguments[0], 0, max_victims);
    auto const dimensions = base::parse_number<int>(call.arguments[1], 1, max_dimensions);
    if (!victims || !dimensions) return nullptr;
    config.lifelines = *dimensions;
    return make_lifeline(config, *victims);
  } else if (call.name == "hierarchical" && call.arguments.size() == 1) {
    auto const group = base::parse_number<int>(call.arguments[0], 1, max_victims);
    if (group) return make_hierarchical(config, *group);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<policy> make_policy(std::string_view text, settings const& config) {
  base::check(config.places >= 1 && config.own_place >= 0 && config.own_place < config.places,
              "steal policy: here is one of the places");
  if (auto result = try_make(text, config)) return result;
  throw error(
      "steal policy: expected random, last_victim, round_robin, lifeline, lifeline(w,z) with w from 0 and z from 1 "
      "to " +
      std::to_string(max_dimensions) +
      ", nearest, hierarchical, hierarchical(g) with g from 1, performance_driven, performance_driven(published) or "
      "adaptive, each also with lifelines=z, lifelines=off or ahead=off, found " +
      base::quoted(text));
}

amount parse_amount(std::string_view text) {
  auto const parsed = parse(text);
  if (parsed.arguments.empty()) {
    if (parsed.name == "one") return {amount_kind::one, 1};
    if (parsed.name == "half") return {amount_kind::half, 1};
  } else if (parsed.name == "chunk" && parsed.closed && parsed.arguments.size() == 1) {
    auto const n = base::parse_number<int>(parsed.arguments[0], 1, max_victims);
    if (n) return {amount_kind::chunk, static_cast<std::uint32_t>(*n)};
  }
  throw error("steal amount: expected one, half or chunk(n) with n from 1 to " + std::to_string(max_victims) +
              ", found " + base::quoted(text));
}

}  // namespace skua::steal

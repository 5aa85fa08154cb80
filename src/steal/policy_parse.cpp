// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the text of an option to a policy or an amount.
#include <algorithm>
#include <string>
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
constexpr int max_dimensions = 32;
constexpr int default_victims = 6;

/// "name" or "name(1,2)"; spaces are ignored.
struct call {
  std::string name;
  std::vector<std::string> arguments;
  bool closed = true;
};

call parse(std::string_view text) {
  std::string stripped;
  for (char const c : text) {
    if (c != ' ') stripped += c;
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

}  // namespace

std::unique_ptr<policy> make_policy(std::string_view text, settings const& config) {
  base::check(config.places >= 1 && config.own_place >= 0 && config.own_place < config.places,
              "steal policy: here is one of the places");
  auto const parsed = parse(text);
  if (parsed.arguments.empty()) {
    if (parsed.name == "random") return make_random(config);
    if (parsed.name == "last_victim") return make_last_victim(config);
    if (parsed.name == "round_robin") return make_round_robin(config);
    if (parsed.name == "nearest") return make_nearest(config);
    if (parsed.name == "hierarchical") return make_hierarchical(config, 0);
    if (parsed.name == "performance_driven") return make_performance_driven(config, false);
    if (parsed.name == "adaptive") return make_adaptive(config);
    if (parsed.name == "lifeline")
      return make_lifeline(config, std::min(default_victims, config.places - 1), default_dimensions);
  } else if (parsed.name == "lifeline" && parsed.closed && parsed.arguments.size() == 2) {
    auto const w = base::parse_number<int>(parsed.arguments[0], 0, max_victims);
    auto const z = base::parse_number<int>(parsed.arguments[1], 1, max_dimensions);
    if (w && z) return make_lifeline(config, *w, *z);
  } else if (parsed.name == "performance_driven" && parsed.closed &&
             parsed.arguments == std::vector<std::string>{"published"}) {
    return make_performance_driven(config, true);
  } else if (parsed.name == "hierarchical" && parsed.closed && parsed.arguments.size() == 1) {
    auto const group = base::parse_number<int>(parsed.arguments[0], 1, max_victims);
    if (group) return make_hierarchical(config, *group);
  }
  throw error(
      "steal policy: expected random, last_victim, round_robin, lifeline, lifeline(w,z) with w from 0 and z from 1 "
      "to " +
      std::to_string(max_dimensions) +
      ", nearest, hierarchical, hierarchical(g) with g from 1, performance_driven, performance_driven(published) or "
      "adaptive, found " +
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

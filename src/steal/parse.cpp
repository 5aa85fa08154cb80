// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the text of an option to a policy or an amount.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include <skua/base/check.hpp>
#include <skua/error.hpp>

#include "base/escape.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr int most_victims = 1'000'000;
constexpr int most_dimensions = 32;
constexpr int usual_victims = 6;

/// "name" or "name(1,2)"; spaces count nowhere.
struct call {
  std::string name;
  std::vector<std::string> arguments;
  bool closed = true;
};

call parse(std::string_view text) {
  std::string plain;
  for (char const c : text) {
    if (c != ' ') plain += c;
  }
  call result;
  auto const open = plain.find('(');
  result.name = plain.substr(0, open);
  if (open == std::string::npos) return result;
  result.closed = plain.back() == ')';
  std::string argument;
  for (std::size_t i = open + 1; i < plain.size() - (result.closed ? 1 : 0); ++i) {
    if (plain[i] == ',') {
      result.arguments.push_back(argument);
      argument.clear();
    } else {
      argument += plain[i];
    }
  }
  result.arguments.push_back(argument);
  return result;
}

std::optional<int> number(std::string const& text, int least, int most) {
  int value = 0;
  auto const end = text.data() + text.size();
  auto const [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || stop != end || value < least || value > most) return std::nullopt;
  return value;
}

}  // namespace

std::unique_ptr<policy> make_policy(std::string_view text, settings const& of) {
  base::check(of.places >= 1 && of.here >= 0 && of.here < of.places, "steal policy: here is one of the places");
  auto const made = parse(text);
  if (made.arguments.empty()) {
    if (made.name == "random") return make_random(of);
    if (made.name == "last_victim") return make_last_victim(of);
    if (made.name == "round_robin") return make_round_robin(of);
    if (made.name == "nearest") return make_nearest(of);
    if (made.name == "hierarchical") return make_hierarchical(of, 0);
    if (made.name == "performance_driven") return make_performance_driven(of, false);
    if (made.name == "adaptive") return make_adaptive(of);
    if (made.name == "lifeline") return make_lifeline(of, std::min(usual_victims, of.places - 1), usual_dimensions);
  } else if (made.name == "lifeline" && made.closed && made.arguments.size() == 2) {
    auto const w = number(made.arguments[0], 0, most_victims);
    auto const z = number(made.arguments[1], 1, most_dimensions);
    if (w && z) return make_lifeline(of, *w, *z);
  } else if (made.name == "performance_driven" && made.closed &&
             made.arguments == std::vector<std::string>{"published"}) {
    return make_performance_driven(of, true);
  } else if (made.name == "hierarchical" && made.closed && made.arguments.size() == 1) {
    auto const group = number(made.arguments[0], 1, most_victims);
    if (group) return make_hierarchical(of, *group);
  }
  throw error(
      "steal policy: expected random, last_victim, round_robin, lifeline, lifeline(w,z) with w from 0 and z from 1 "
      "to " +
      std::to_string(most_dimensions) +
      ", nearest, hierarchical, hierarchical(g) with g from 1, performance_driven, performance_driven(published) or "
      "adaptive, found " +
      base::quoted(text));
}

amount parse_amount(std::string_view text) {
  auto const made = parse(text);
  if (made.arguments.empty()) {
    if (made.name == "one") return {amount_kind::one, 1};
    if (made.name == "half") return {amount_kind::half, 1};
  } else if (made.name == "chunk" && made.closed && made.arguments.size() == 1) {
    auto const n = number(made.arguments[0], 1, most_victims);
    if (n) return {amount_kind::chunk, static_cast<std::uint32_t>(*n)};
  }
  throw error("steal amount: expected one, half or chunk(n) with n from 1 to " + std::to_string(most_victims) +
              ", found " + base::quoted(text));
}

}  // namespace skua::steal

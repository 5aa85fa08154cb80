// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random trees, searched in every way and with interruptions, compared with a plain recursive
// search.
#include <cstdint>
#include <string>

#include <skua/search.hpp>
#include <skua/search/checkpoint.hpp>
#include <skua/skua.hpp>

#include "sched/random_program.hpp"
#include "search/random_tree.hpp"
#include "soak/work.hpp"

namespace soak {
namespace {

namespace search = skua::search;
using random_program::choices;
using tree = search_test::random_tree;

search::coordination random_coordination(choices& c) {
  switch (c.below(9)) {
    case 0:
      return search::sequential{};
    case 1:
      return search::depth_bounded{static_cast<int>(c.below(4))};
    case 2:
      return search::budget{1 + c.below(200)};
    case 3:
      return search::stack_stealing{false};
    case 4:
      return search::stack_stealing{true};
    case 5:
      return search::ordered{static_cast<int>(c.below(4)), false};
    case 6:
      return search::ordered{static_cast<int>(c.below(4)), true};
    case 7:
      return search::backtrack_budget{1 + c.below(200)};
    default:
      return search::automatic{};
  }
}

std::string value_is(char const* quantity, long long actual, long long expected) {
  return actual == expected
             ? ""
             : std::string(quantity) + " is " + std::to_string(actual) + ", not " + std::to_string(expected);
}

}  // namespace

std::string search_round(std::uint64_t seed) {
  choices c(seed);
  tree const t{.seed = c.next(), .height = 3 + static_cast<std::int32_t>(c.below(5)), .most_children = 5};
  auto const expected = search_test::search_plainly(t);
  auto coordination = random_coordination(c);
  search::options o;
  if (c.below(2) == 0) o = {.node_limit = 1 + c.below(expected.nodes), .keep_open = true};
  std::string const where = coordination.text() + ": ";
  std::string wrong;
  switch (c.below(3)) {
    case 0: {
      auto r = search::enumerate(t, coordination, o);
      while (!r.complete) {
        o.node_limit *= 2;
        r = search::joined(
            r, search::enumerate(t, coordination = random_coordination(c), o, search::resume<tree>(r.open)));
      }
      wrong = value_is("an enumeration", static_cast<long long>(r.value), static_cast<long long>(expected.nodes));
      break;
    }
    case 1: {
      auto r = search::maximise(t, coordination, o);
      while (!r.complete) {
        o.node_limit *= 2;
        r = search::joined(
            r, search::maximise(t, coordination = random_coordination(c), o, r.value, search::resume<tree>(r.open)));
      }
      wrong = value_is("an optimum", r.value, expected.largest);
      if (wrong.empty() && (!r.node || r.node->gain != expected.largest))
        wrong = "the node of an optimum is another one";
      break;
    }
    default: {
      auto const hit = search::decide(t, expected.largest, coordination);
      auto const miss = search::decide(t, expected.largest + 1, coordination);
      if (!hit || hit.node->gain < expected.largest) wrong = "a decision has not found its node";
      if (miss || !miss.complete) wrong = "a decision has found what is not there, or has not ended";
    }
  }
  return wrong.empty() ? wrong : where + wrong;
}

}  // namespace soak

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes of all kinds that take some microseconds to some milliseconds. Their counts must be exact.
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include <skua/skua.hpp>

#include "sched/random_program.hpp"
#include "soak/work.hpp"

namespace soak {
namespace {

using random_program::choices;
using total = skua::sum<long>;

template <class A, class B>
std::string expect_same(char const* quantity, A actual, B expected) {
  if (static_cast<long long>(actual) == static_cast<long long>(expected)) return {};
  return std::string(quantity) + " is " + std::to_string(actual) + ", not " + std::to_string(expected);
}

int random_place(choices& c) { return static_cast<int>(c.below(static_cast<std::uint64_t>(skua::places()))); }

/// The nodes of a tree; its shape follows from its node numbers.
void grow(std::uint64_t node, int height, total nodes) {
  nodes += 1;
  if (height == 0) return;
  choices c(node);
  auto const children = static_cast<int>(c.below(4));
  for (int i = 0; i < children; ++i)
    skua::spawn(skua::any, &grow, random_program::child(node, static_cast<std::uint64_t>(i)), height - 1, nodes);
}
long size_of(std::uint64_t node, int height) {
  if (height == 0) return 1;
  choices c(node);
  auto const children = static_cast<int>(c.below(4));
  long n = 1;
  for (int i = 0; i < children; ++i)
    n += size_of(random_program::child(node, static_cast<std::uint64_t>(i)), height - 1);
  return n;
}

void throw_if(bool doomed, std::uint64_t number) {
  if (doomed) throw std::range_error(std::to_string(number));
}

std::string plain_tree(choices& c) {
  std::uint64_t const root = c.next();
  int const height = 2 + static_cast<int>(c.below(8));
  total nodes;
  auto const r = skua::finish(skua::counted, [&] { skua::spawn(skua::any, &grow, root, height, nodes); });
  long const expected = size_of(root, height);
  std::string wrong = expect_same("the sum of a tree", nodes.get(), expected);
  return wrong.empty() ? expect_same("finish_result::ran", r.ran, expected) : wrong;
}

std::string text_arguments(choices& c) {
  auto const tasks = 1 + static_cast<long>(c.below(40));
  total letters;
  long expected = 0;
  skua::finish([&] {
    for (long i = 0; i < tasks; ++i) {
      std::string text(c.below(3000), 'x');
      expected += static_cast<long>(text.size());
      skua::spawn(
          skua::on(random_place(c)), [](std::string const& t, total n) { n += static_cast<long>(t.size()); }, text,
          letters);
    }
  });
  return expect_same("the length of texts", letters.get(), expected);
}

std::string nested(choices& c) {
  auto const width = 1 + static_cast<int>(c.below(8));
  total inner;
  total outer;
  skua::finish([&] {
    for (int i = 0; i < width; ++i) {
      skua::spawn(skua::on(random_place(c)), [inner, outer, width] {
        total own_total;
        skua::finish([&] {
          for (int k = 0; k < width; ++k) skua::spawn(skua::any, [own_total] { own_total += 1; });
        });
        inner += own_total.get();
        outer += 1;
      });
    }
  });
  std::string wrong = expect_same("inner tasks", inner.get(), long{width} * width);
  return wrong.empty() ? expect_same("outer tasks", outer.get(), width) : wrong;
}

std::string futures(choices& c) {
  std::vector<skua::future<long>> squares;
  long expected = 0;
  auto const n = static_cast<long>(c.below(60));
  for (long i = 0; i < n; ++i) {
    expected += i * i;
    squares.push_back(skua::async(skua::on(random_place(c)), [](long x) { return x * x; }, i));
  }
  long sum = 0;
  for (auto& f : squares) sum += f.get();
  return expect_same("a sum of futures", sum, expected);
}

std::string at_their_place(choices& c) {
  total right;
  auto const tasks = 1 + static_cast<int>(c.below(50));
  skua::finish([&] {
    for (int i = 0; i < tasks; ++i) {
      int const p = random_place(c);
      skua::spawn(skua::on(p), [right, p] { right += skua::here() == p ? 1 : 0; });
    }
  });
  return expect_same("tasks at their place", right.get(), tasks);
}

std::string cancelled(choices& c) {
  auto const tasks = 1 + static_cast<long>(c.below(300));
  long const stop = static_cast<long>(c.below(static_cast<std::uint64_t>(tasks)));
  total ran;
  auto const r = skua::finish(skua::counted, [&](skua::scope s) {
    for (long i = 0; i < tasks; ++i) {
      auto body = [s, ran, ends = i == stop] {
        ran += 1;
        if (ends) s.cancel();
      };
      if (i % 3 == 0) {
        skua::spawn(skua::on(random_place(c)), body);
      } else {
        skua::spawn(skua::any, body);
      }
    }
  });
  std::string wrong = expect_same("tasks that ran", ran.get(), r.ran);
  return wrong.empty() ? expect_same("tasks that ran or never started", r.ran + r.never_started, tasks) : wrong;
}

std::string exceptions(choices& c) {
  auto const tasks = 1 + c.below(60);
  std::uint64_t const doomed = c.below(tasks);
  try {
    skua::finish([&] {
      for (std::uint64_t i = 0; i < tasks; ++i) skua::spawn(skua::on(random_place(c)), &throw_if, i == doomed, i);
    });
  } catch (std::range_error const& e) {
    return e.what() == std::to_string(doomed) ? "" : std::string("another exception arrived: ") + e.what();
  }
  return "an exception was lost";
}

std::string keep_going(choices& c) {
  auto const tasks = 2 + c.below(60);
  auto const doomed = 2 + c.below(tasks - 1);
  total ran;
  try {
    skua::finish(skua::keep_going, [&] {
      for (std::uint64_t i = 0; i < tasks; ++i) {
        skua::spawn(skua::on(random_place(c)), [ran, i, doomed] {
          ran += 1;
          throw_if(i < doomed, i);
        });
      }
    });
  } catch (skua::task_errors const& e) {
    std::string wrong = expect_same("task_errors::total", e.total(), doomed);
    return wrong.empty() ? expect_same("tasks that ran", ran.get(), tasks) : wrong;
  }
  return "exceptions were lost";
}

std::string shortest(choices& c) {
  auto const scopes = static_cast<int>(c.below(200));
  total ran;
  for (int i = 0; i < scopes; ++i) {
    skua::finish([&] { skua::spawn(skua::on((i + 1) % skua::places()), [ran] { ran += 1; }); });
    if (ran.get() != i + 1) return expect_same("tasks of short scopes", ran.get(), i + 1);
  }
  return {};
}

std::string lists(choices& c) {
  std::vector<std::uint64_t> numbers(c.below(5000));
  std::uint64_t expected = 0;
  for (auto& x : numbers) expected += x = c.below(1000);
  auto const sum_of = [](std::vector<std::uint64_t> const& v) {
    std::uint64_t sum = 0;
    for (auto const x : v) sum += x;
    return sum;
  };
  std::vector<std::uint64_t> const back =
      skua::at(random_place(c), [](std::vector<std::uint64_t> v) { return v; }, numbers);
  return expect_same("the sum of a list that has travelled", sum_of(back), expected);
}

std::string several_at_once(choices& c) {
  auto const scopes = 1 + static_cast<int>(c.below(6));
  total ran;
  skua::finish([&] {
    for (int i = 0; i < scopes; ++i) {
      skua::spawn(skua::on(random_place(c)), [ran, node = c.next()] {
        total own_total;
        skua::finish([&] { skua::spawn(skua::any, &grow, node, 5, own_total); });
        ran += own_total.get() == size_of(node, 5) ? 1 : 0;
      });
    }
  });
  return expect_same("scopes with the right count", ran.get(), scopes);
}

struct kind {
  char const* name;
  std::string (*run)(choices&);
};
constexpr std::array<kind, 11> kinds{{{"plain", plain_tree},
                                      {"texts", text_arguments},
                                      {"nested", nested},
                                      {"futures", futures},
                                      {"on(p)", at_their_place},
                                      {"cancelled", cancelled},
                                      {"exceptions", exceptions},
                                      {"keep_going", keep_going},
                                      {"shortest", shortest},
                                      {"lists", lists},
                                      {"several", several_at_once}}};

}  // namespace

std::string scopes_round(std::uint64_t seed) {
  choices c(seed);
  kind const& k = kinds[c.below(kinds.size())];
  std::string wrong = k.run(c);
  return wrong.empty() ? wrong : std::string(k.name) + ": " + wrong;
}

}  // namespace soak

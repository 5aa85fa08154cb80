// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static shared objects: statics HOW. run: two runs over the places that the environment gives.
// inproc: runs of one to four places, one after another and two at once.
// outside, late, huge, reducer, phaser: uses that must be refused.
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

skua::shared_static<skua::shared_array<long>> numbers(1000, 8);
skua::shared_static<skua::shared_var<int>> answer(42);
skua::shared_static<skua::global_mutex> gate;
skua::shared_static<skua::sum<long>> total;
skua::shared_static<skua::place_local<std::vector<int>>> local(std::vector<int>{1, 2, 3});
struct holder {
  static skua::shared_static<skua::shared_array<char>> const member;
};
skua::shared_static<skua::shared_array<char>> const holder::member(std::size_t{10});

void body() {
  SAME(answer->get(), 42);
  SAME(holder::member->size(), 10u);
  skua::finish([] {
    skua::for_async(*numbers, [](std::size_t i, long& x) {
      if (x != 0) failed("left from another run");
      x = static_cast<long>(i);
    });
  });
  skua::run_spmd([] {
    SAME(numbers[999].get(), 999L);
    SAME((*local)->size(), 3u);
    (*local)->push_back(skua::here());
    for (std::size_t i = static_cast<std::size_t>(skua::here()); i < numbers->size();
         i += static_cast<std::size_t>(skua::places()))
      *total += numbers[i].get();
    std::lock_guard const hold(*gate);
    *answer = answer->get() + 1;
  });
  SAME(total->get(), 999L * 1000 / 2);
  SAME(answer->get(), 42 + skua::places());
  for (int p = 0; p < skua::places(); ++p) {
    SAME(skua::at(p, [] { return (*local)->back(); }), p);
  }
}

void run_inproc(int places) {
  skua::runtime program{{.workers = places == 2 ? 2 : 1, .places = places, .transport = "inproc"}};
  for (int k = 0; k < 3; ++k) program.run(&body);
}

/// Too large for any place. It is constructed late, so that it disturbs no other test.
int run_with_huge_one() {
  static skua::shared_static<skua::shared_array<char>> const huge(~std::size_t{0} / 4);
  return skua::run([] { failed("the body ran"); });
}

/// Each process makes a separate one; a task at another place uses that of its process.
int run_with_reducer_of_before() {
  static skua::count early;
  return skua::run([] {
    skua::finish([] { skua::spawn(skua::on(skua::places() - 1), [] { ++early; }); });
    return early.get() == 1 ? 0 : 1;
  });
}

int run_with_phaser_of_before() {
  static skua::phaser early;
  return skua::run([] {
    skua::finish([] { skua::spawn(skua::on(skua::places() - 1), skua::phased(early), [ph = early] { ph.next(); }); });
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view const command = argc > 1 ? argv[1] : "run";
  if (command == "outside") return answer->get();
  if (command == "late") {
    return skua::run([] {
      static skua::shared_static<skua::shared_var<int>> const late(1);
      return late->get();
    });
  }
  if (command == "reducer") return run_with_reducer_of_before();
  if (command == "phaser") return run_with_phaser_of_before();
  if (command == "huge") return run_with_huge_one() == 1 ? take_failures() : 1;
  if (command == "inproc") {
    for (int places = 1; places <= 4; ++places) run_inproc(places);
    std::thread other(run_inproc, 3);
    run_inproc(2);
    other.join();
    return take_failures() == 0 ? 0 : 1;
  }
  for (int k = 0; k < 2; ++k) {
    int const code = skua::run(&body);
    if (code != 0 || take_failures() != 0) return 1;
  }
  return 0;
}

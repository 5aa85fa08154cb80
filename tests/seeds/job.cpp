// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seeds/job.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

#include "sim/random.hpp"

namespace seeds_test {
namespace {

using number = std::uint64_t;

number mixed(number x) noexcept {  // splitmix64
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// ---- the program ----

/// A complaint is a count of its kind: programs run at many places, and what travels is a value.
struct ledger {
  skua::sum<long> nodes;
  skua::sum<number> check;
  skua::sum<long> wrong_values, wrong_errors, wrong_counts;
};

enum class kind { spawned, anywhere, somewhere, from_somewhere, future, called, failing, cancelled, count };
kind kind_of(number seed) noexcept { return static_cast<kind>(mixed(seed ^ 2) % static_cast<number>(kind::count)); }
int place_of(number seed) noexcept { return static_cast<int>(mixed(seed ^ 3) % static_cast<number>(skua::places())); }
number children_of(number seed, int height) noexcept { return height == 0 ? 0 : 1 + mixed(seed ^ 4) % 4; }
bool grows(kind k) noexcept { return k == kind::spawned || k == kind::anywhere || k == kind::somewhere || k == kind::from_somewhere; }
void some_work(number seed) { skua::sim::work(1e-6 * static_cast<double>(mixed(seed ^ 5) % 20)); }

number leaf_value(number seed) {
  some_work(seed);
  return mixed(seed ^ 6);
}

void fail_perhaps(number seed) {
  some_work(seed);
  if (mixed(seed) % 2 == 0) throw std::range_error("as planned");
}

/// Spawns under any of the words.
template <class... Task>
void spawn_somehow(number how, Task&&... task) {
  int const p = place_of(how);
  switch (how % 4) {
    case 0: skua::spawn(std::forward<Task>(task)...); break;
    case 1: skua::spawn(skua::any, std::forward<Task>(task)...); break;
    case 2: skua::spawn(skua::on(p), std::forward<Task>(task)...); break;
    default: skua::spawn(skua::any.from(p), std::forward<Task>(task)...);
  }
}

/// All exceptions of a scope arrive, and no other.
void failing_scope(number seed, ledger l) {
  std::size_t expected = 0;
  std::size_t got = 0;
  number const n = 1 + mixed(seed) % 5;
  for (number i = 0; i < n; ++i) expected += mixed(seed + i) % 2 == 0 ? 1 : 0;
  try {
    skua::finish(skua::keep_going, [=] {
      for (number i = 0; i < n; ++i) spawn_somehow(mixed(seed ^ (i << 8)), &fail_perhaps, seed + i);
    });
  } catch (skua::task_errors const& e) {
    got = e.total();
  } catch (std::exception const&) {
    got = 1;
  }
  if (got != expected) l.wrong_errors += 1;
}

void grow(number seed, int height, skua::sum<long> ran, skua::sum<long> spawned) {
  ran += 1;
  some_work(seed);
  for (number i = 0; height > 0 && i < 2; ++i) {
    spawned += 1;
    spawn_somehow(mixed(seed + i), &grow, mixed(seed + i), height - 1, ran, spawned);
  }
}

/// What ran and what never started adds up, wherever the cancel hits it.
void cancelled_scope(number seed, ledger l) {
  skua::sum<long> ran;
  skua::sum<long> spawned;
  skua::finish_result const r = skua::finish(skua::counted, [=](skua::scope s) mutable {
    spawned += 2;
    spawn_somehow(mixed(seed), &grow, seed, 4, ran, spawned);
    skua::spawn(skua::on(place_of(seed)), [=]() mutable {
      ran += 1;
      skua::sim::work(1e-6 * static_cast<double>(mixed(seed ^ 7) % 60));
      s.cancel();
    });
  });
  bool const adds_up = static_cast<long>(r.ran) == ran.get() && static_cast<long>(r.ran + r.never_started) == spawned.get();
  if (!r.cancelled() || !adds_up) l.wrong_counts += 1;
}

void node(number seed, int height, ledger l) {
  l.nodes += 1;
  l.check += mixed(seed);
  some_work(seed);
  std::vector<std::pair<number, skua::future<number>>> futures;
  for (number i = 0; i < children_of(seed, height); ++i) {
    number const child = mixed(seed + i + 1);
    switch (kind_of(child)) {
      case kind::spawned: skua::spawn(&node, child, height - 1, l); break;
      case kind::anywhere: skua::spawn(skua::any, &node, child, height - 1, l); break;
      case kind::somewhere: skua::spawn(skua::on(place_of(child)), &node, child, height - 1, l); break;
      case kind::from_somewhere: skua::spawn(skua::any.from(place_of(child)), &node, child, height - 1, l); break;
      case kind::future: futures.emplace_back(child, skua::async(skua::on(place_of(child)), &leaf_value, child)); break;
      case kind::called:
        if (skua::at(place_of(child), &leaf_value, child) != mixed(child ^ 6)) l.wrong_values += 1;
        break;
      case kind::failing: failing_scope(child, l); break;
      default: cancelled_scope(child, l);
    }
  }
  for (auto& [child, f] : futures) {
    if (f.get() != mixed(child ^ 6)) l.wrong_values += 1;
  }
}

struct totals {
  long nodes = 0;
  number check = 0;
};

/// What the tree comes to.
void expect(number seed, int height, totals& t) {
  ++t.nodes;
  t.check += mixed(seed);
  for (number i = 0; i < children_of(seed, height); ++i) {
    number const child = mixed(seed + i + 1);
    if (grows(kind_of(child))) expect(child, height - 1, t);
  }
}

}  // namespace

job_plan plan_of(number seed) {
  sim::dice d(seed);
  std::size_t const places = 1 + d.below(9);
  job_plan p;
  p.sim = "places=" + std::to_string(places) + ",workers=" + std::to_string(1 + d.below(3)) + ",seed=" + std::to_string(seed);
  p.sim += ",limit=10s,latency=" + std::string(d.one_of("200ns", "2us", "30us", "1ms"));
  p.sim += ",jitter=" + std::to_string(d.below(6)) + ",node=" + std::to_string(1 + d.below(3));
  if (d.below(3) == 0) p.sim += ",loss=0.1";
  if (d.below(3) == 0) p.sim += ",slow=" + std::to_string(d.below(places)) + ":" + std::to_string(2 + d.below(50));
  if (d.below(3) == 0) p.sim += ",contended=" + std::to_string(d.below(places)) + ":20,period=200us";
  if (d.below(4) == 0) p.sim += ",bandwidth=10MB/s";
  p.steal = d.one_of("random", "last_victim", "round_robin", "lifeline(1,2)", "nearest", "performance_driven", "hierarchical", "adaptive");
  p.height = 4 + d.number(4);
  return p;
}

std::string run_job(number seed, bool report) {
  job_plan const plan = plan_of(seed);
  totals expected;
  expect(seed, plan.height, expected);
  skua::options o;
  o.sim = plan.sim + (report ? ",report=1" : "");
  o.steal = plan.steal;
  std::string wrong;
  skua::runtime program{o};
  program.run([&] {
    ledger const l;
    skua::finish([=, height = plan.height] { node(seed, height, l); });
    auto const check = [&](bool holds, char const* what) {
      if (!holds) wrong += (wrong.empty() ? "" : ", ") + std::string(what);
    };
    check(l.nodes.get() == expected.nodes, l.nodes.get() < expected.nodes ? "tasks were lost" : "tasks ran twice");
    check(l.check.get() == expected.check, "the tasks that ran are not those that were spawned");
    check(l.wrong_values.get() == 0, "a future brought a wrong value");
    check(l.wrong_errors.get() == 0, "a scope had other exceptions than its tasks threw");
    check(l.wrong_counts.get() == 0, "what ran and what never started does not add up");
  });
  return wrong;
}

}  // namespace seeds_test

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seeds/job.hpp"

#include <sys/wait.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include <skua/skua.hpp>

#include "seeds/dice.hpp"
#include "seeds/watch.hpp"
#include "support/seeds.hpp"

namespace seeds_test {
namespace {

constexpr long most_nodes = 3000;

/// From a microsecond to a tenth of a second, each decade as likely as the others.
double some_moment(dice& d) { return 1e-6 * std::pow(10.0, static_cast<double>(d.below(500)) / 100.0); }

std::string in_nanoseconds(double seconds) { return std::to_string(static_cast<std::uint64_t>(seconds * 1e9)) + "ns"; }

/// The highest tree that has at most most_nodes tasks.
shape large_tree(number root) {
  shape s{4, 7, 4};
  for (totals t; s.height < 16; ++s.height, t = {}) {
    expect(root, s, t);
    if (t.nodes > most_nodes) return s.height -= 1, s;
  }
  return s;
}

/// Grows the tree in a separate scope, which another place cancels. Returns true if the
/// cancellation came in time.
bool grow_and_cancel(job_plan const& plan, ledger const& l) {
  skua::finish_result const r = skua::finish([&](skua::scope s) {
    skua::spawn(skua::on(static_cast<int>(plan.root % static_cast<number>(skua::places()))),
                [s, t = plan.cancelled_at] {
                  try {
                    skua::sleep_for(std::chrono::nanoseconds(static_cast<std::int64_t>(t * 1e9)));
                  } catch (skua::cancelled_error const&) {
                  }
                  s.cancel();
                });
    node(plan.root, plan.tree, l);
  });
  return r.cancelled();
}

void body(job_plan const& plan, totals const& expected, std::string& wrong) {
  ledger const l;
  bool cut = false;
  if (plan.cancelled_at > 0) {
    cut = grow_and_cancel(plan, l);
  } else {
    skua::finish([&] { node(plan.root, plan.tree, l); });
  }
  if (plan.together) together(plan.root, l);
  wrong = faults(l, expected, cut);
}

std::string play(job_plan const& plan, bool report, skua::sim::fault_injector* spoils) {
  totals expected;
  expect(plan.root, plan.tree, expected);
  skua::options o;
  o.sim = plan.sim + (report ? ",report=1" : "");
  o.steal = plan.steal;
  o.steal_amount = plan.amount;
  std::string wrong;
  posts& posted = posts_so_far();
  posted.send_count = posted.run_count = 0;
  watch looks(spoils);
  skua::runtime program{o};
  program.run([&] {
    looks.begin();
    body(plan, expected, wrong);
  });
  if (wrong.empty() && posted.run_count != posted.send_count) wrong = "a post was lost or ran twice";
  // A place that is lost late is lost while the world rests or shuts down: then the final look does
  // not apply.
  return wrong.empty() && plan.lost == 0 ? looks.end() : (looks.leave(), wrong);
}

/// Plays the job in a separate process. It must end well, or with the exit code and the message for
/// a lost place.
std::string play_with_loss(job_plan const& plan, bool report, skua::sim::fault_injector* spoils) {
  auto const play_it = [&] { return play(plan, report, spoils); };
  seeds::ending const e = seeds::in_child(play_it);
  if (report) std::fprintf(stderr, "%s", e.output.c_str());
  std::string const line = "skua: place " + std::to_string(plan.lost) + " (simulated node ";
  bool const named =
      e.output.find(line) != std::string::npos && e.output.find("was lost; the run ends") != std::string::npos;
  if (WIFEXITED(e.status) &&
      (WEXITSTATUS(e.status) == 0 || (WEXITSTATUS(e.status) == skua::exit_code::lost_place && named)))
    return {};
  return "with a place lost: " + e.output + seeds::describe_status(e.status);
}

}  // namespace

job_plan plan_of(std::uint64_t seed) {
  dice d(seed);
  bool const crowd = seed % 32 == 0;  // one place with many workers; else several places with few
  bool const wide = seed % 32 == 16;  // more places than one has children in base/wide_tree.hpp
  std::size_t const places = crowd ? 1 : wide ? 18 + 3 * d.below(9) : 1 + d.below(9);
  job_plan p;
  p.root = d();
  std::size_t const workers = crowd ? 128 : 1 + d.below(3);
  p.sim = "places=" + std::to_string(places) + ",workers=" + std::to_string(workers) + ",seed=" + std::to_string(seed);
  p.sim += ",limit=100s,latency=" + std::string(d.one_of("200ns", "2us", "30us", "1ms"));
  p.sim += ",jitter=" + std::to_string(d.below(6)) + ",node=" + std::to_string(1 + d.below(3));
  if (d.below(3) == 0) p.sim += ",loss=0.1";
  if (d.below(3) == 0) p.sim += ",slow=" + std::to_string(d.below(places)) + ":" + std::to_string(2 + d.below(50));
  if (d.below(3) == 0) p.sim += ",contended=" + std::to_string(d.below(places)) + ":20,period=200us";
  if (d.below(4) == 0) p.sim += ",bandwidth=10MB/s";
  if (seed % 5 == 2) p.sim += ",mpi=1";
  p.steal = d.one_of("random", "last_victim", "round_robin", "lifeline(1,2)", "nearest", "performance_driven",
                     "hierarchical", "adaptive");
  p.amount = d.one_of("half", "one", "chunk(3)");
  p.tree.height = 4 + d.number(4);
  if (d.below(200) == 0) p.tree = large_tree(p.root);
  if (d.below(8) == 0) p.cancelled_at = some_moment(d);
  if (d.below(16) == 0 && places > 1) {
    p.lost = 1 + static_cast<int>(d.below(places - 1));
    p.sim += ",lose=" + std::to_string(p.lost) + "@" + in_nanoseconds(some_moment(d));
  }
  p.together = d.below(4) == 0;
  if (d.below(20) == 0) p.tree.grown = 9;
  return p;
}

std::string run_job(std::uint64_t seed, bool report, skua::sim::fault_injector* spoils) {
  job_plan const plan = plan_of(seed);
  return plan.lost > 0 ? play_with_loss(plan, report, spoils) : play(plan, report, spoils);
}

}  // namespace seeds_test

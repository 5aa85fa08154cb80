// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numerical semigroups of a genus, divided as YewPar's "budget" does it: a task searches depth
// first, and whenever it has turned back so often it gives away all that is left at the highest
// level that has something.

#include <CLI/CLI.hpp>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <vector>

#include "../semigroups/known.hpp"
#include "../semigroups/right_generators.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using semigroup = semigroups::right_generators<std::uint64_t>;

struct counting {
  int genus;
  std::int32_t budget;
  double node_cost;
  skua::sum<std::uint64_t> of_genus;
  skua::sum<std::uint64_t> up_to;
};

/// A semigroup of less than the genus asked for, and all below it. 48 bytes, trivially copyable.
struct below {
  semigroup from;
  skua::place_local<counting> all;
  double path;

  void operator()() const {
    auto const& how = *all;
    auto const last = static_cast<std::size_t>(how.genus - from.genus);  // its semigroups are counted, not built
    std::vector<std::vector<semigroup>> open(last + 1);
    semigroups::tally sum{0, 1};
    std::uint64_t paid = 0;
    double until_now = path;
    auto const work_off = [&] {
      work(static_cast<double>(sum.up_to - paid) * how.node_cost, until_now);
      paid = sum.up_to;
    };
    std::int32_t turned_back = 0;
    std::size_t level = 1;
    push_children(from, open[level], sum, last == 1);
    while (level > 0) {
      if (open[level].empty()) {
        --level;
        if (++turned_back < how.budget) continue;
        turned_back = 0;
        work_off();
        give_away(open, until_now);
        continue;
      }
      semigroup const here = open[level].back();
      open[level].pop_back();
      ++sum.up_to;
      ++level;
      push_children(here, open[level], sum, level == last);
    }
    work_off();
    how.of_genus += sum.of_genus;
    how.up_to += sum.up_to;
  }

  /// The first of them at the end.
  static void push_children(semigroup const& of, std::vector<semigroup>& to, semigroups::tally& sum, bool counted) {
    if (counted) {
      sum.of_genus += of.children();
      sum.up_to += of.children();
      return;
    }
    semigroup::generators generators(of);
    to.resize(of.children());
    for (std::size_t i = to.size(); i > 0; --i) generators.next(to[i - 1]);
  }

  void give_away(std::vector<std::vector<semigroup>>& open, double until_now) const {
    for (auto& siblings : open) {
      if (siblings.empty()) continue;
      for (auto const& one : siblings) skua::spawn(skua::any, below{one, all, until_now});
      siblings.clear();
      return;
    }
  }
};

static_assert(std::is_trivially_copyable_v<below> && sizeof(below) <= 48);

class semigroups_workload final : public workload {
 public:
  std::string name() const override { return "semigroups"; }
  std::string description() const override {
    return "numerical semigroups of a genus: tasks that divide after a budget";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--genus", genus_, "default 20")->check(CLI::Range(1, semigroup::largest_genus))->type_name("G");
    command.add_option("--budget", budget_, "turns back after which a task gives work away; default 1000")
        ->check(CLI::Range(1, 1'000'000'000))
        ->type_name("N");
    command.add_option("--node-cost", node_cost_, "simulated time of a semigroup; default 10us")->type_name("TIME");
  }

  void prepare() override { seconds_ = seconds_of("--node-cost", node_cost_); }

  counts run() const override {
    counting const all{genus_, budget_, seconds_, {}, {}};
    skua::place_local<counting> const shared(all);
    skua::finish([&] { skua::spawn(skua::any, below{semigroup::all(), shared, 0}); });
    return {{"semigroups", all.of_genus.get()}, {"up_to_the_genus", all.up_to.get()}};
  }

  counts answer() const override {
    auto const known = semigroups::known_tally(genus_);
    return {{"semigroups", known.of_genus}, {"up_to_the_genus", known.up_to}};
  }

 private:
  int genus_ = 20;
  std::int32_t budget_ = 1000;
  std::string node_cost_ = "10us";
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_semigroups() { return std::make_unique<semigroups_workload>(); }

}  // namespace apps::sim

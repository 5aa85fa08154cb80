// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numerical semigroups of a genus, divided like YewPar's "budget": a task searches depth first.
// After a given number of backtracks it gives away all open semigroups at the highest level that
// has some.

#include <CLI/CLI.hpp>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <vector>

#include "apps/semigroups/problem.hpp"
#include "apps/semigroups/right_generators.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using semigroup = semigroups::right_generators<std::uint64_t>;

struct counting_state {
  int genus;
  std::int32_t budget;
  double node_cost;
  skua::sum<std::uint64_t> of_genus;
  skua::sum<std::uint64_t> up_to;
};

/// A semigroup of less than the requested genus, and its subtree. 48 bytes, trivially copyable.
struct semigroup_subtree {
  semigroup root;
  skua::place_local<counting_state> shared;
  double path;

  void operator()() const {
    auto const& state = *shared;
    auto const last =
        static_cast<std::size_t>(state.genus - root.genus);  // the semigroups of the last level are counted, not built
    std::vector<std::vector<semigroup>> open(last + 1);
    semigroups::tally sum{0, 1};
    std::uint64_t paid = 0;
    double path_now = path;
    auto const work_off = [&] {
      work(static_cast<double>(sum.up_to - paid) * state.node_cost, path_now);
      paid = sum.up_to;
    };
    std::int32_t turned_back = 0;
    std::size_t level = 1;
    push_children(root, open[level], sum, last == 1);
    while (level > 0) {
      if (open[level].empty()) {
        --level;
        if (++turned_back < state.budget) continue;
        turned_back = 0;
        work_off();
        give_away(open, path_now);
        continue;
      }
      semigroup const current = open[level].back();
      open[level].pop_back();
      ++sum.up_to;
      ++level;
      push_children(current, open[level], sum, level == last);
    }
    work_off();
    state.of_genus += sum.of_genus;
    state.up_to += sum.up_to;
  }

  /// Stores the children in reverse order: the first child is at the end.
  static void push_children(semigroup const& parent, std::vector<semigroup>& children, semigroups::tally& sum,
                            bool counted) {
    if (counted) {
      sum.of_genus += parent.children();
      sum.up_to += parent.children();
      return;
    }
    semigroup::generators generators(parent);
    children.resize(parent.children());
    for (std::size_t i = children.size(); i > 0; --i) generators.next(children[i - 1]);
  }

  void give_away(std::vector<std::vector<semigroup>>& open, double path_now) const {
    for (auto& siblings : open) {
      if (siblings.empty()) continue;
      for (auto const& child : siblings) skua::spawn(skua::any, semigroup_subtree{child, shared, path_now});
      siblings.clear();
      return;
    }
  }
};

static_assert(std::is_trivially_copyable_v<semigroup_subtree> && sizeof(semigroup_subtree) <= 48);

class semigroups_workload final : public workload {
 public:
  std::string name() const override { return "semigroups"; }
  std::string description() const override {
    return "numerical semigroups of a genus: tasks that divide after a budget";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--genus", genus_, "genus of the tree; default 20")
        ->check(CLI::Range(1, semigroup::largest_genus))
        ->type_name("G");
    command.add_option("--budget", budget_, "turns back after which a task gives work away; default 1000")
        ->check(CLI::Range(1, 1'000'000'000))
        ->type_name("N");
    command.add_option("--node-cost", node_cost_, "simulated time of a semigroup; default 10us")->type_name("TIME");
  }

  void prepare() override { seconds_ = seconds_of("--node-cost", node_cost_); }

  counts run() const override {
    counting_state const state{genus_, budget_, seconds_, {}, {}};
    skua::place_local<counting_state> const shared(state);
    skua::finish([&] { skua::spawn(skua::any, semigroup_subtree{semigroup::all(), shared, 0}); });
    return {{"semigroups", state.of_genus.get()}, {"up_to_the_genus", state.up_to.get()}};
  }

  counts answer() const override {
    auto const expected = semigroups::known_tally(genus_);
    return {{"semigroups", expected.of_genus}, {"up_to_the_genus", expected.up_to}};
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

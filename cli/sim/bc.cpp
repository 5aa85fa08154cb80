// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Betweenness centrality as `skua bc` computes it: all tasks are known in advance, each place gets
// its even share of the sources in one message, and stealing balances their different costs. At the
// end each place fetches its vertices' part of the rows of all places.
//
// A task costs simulated time for each pair of a source and a vertex that it reaches. The pairs are
// counted once, before the simulation, so that many runs of it are quick.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <skua/memory.hpp>
#include <skua/skua.hpp>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "apps/bc/brandes.hpp"
#include "apps/bc/problem.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// By source: the vertices that it reaches. Every process makes it before its workers exist.
std::vector<std::uint64_t> reached_by_source;

struct bundle_of_sources {
  double pair_cost;
  skua::shared_array<std::uint64_t> rows;  // one at each place
  skua::sum<std::uint64_t> sources;

  void operator()(std::uint64_t first, std::uint64_t end) const {
    auto const row = rows.local();
    double path = 0;
    for (std::uint64_t source = first; source < end; ++source) {
      auto const pairs = reached_by_source[source];
      work(static_cast<double>(pairs) * pair_cost, path);
      row[source] = pairs;  // no other task has this source
    }
    sources += end - first;
  }
};

static_assert(std::is_trivially_copyable_v<bundle_of_sources>);

/// Adds up the rows of all places for the vertices of one place.
struct add_rows {
  skua::shared_array<std::uint64_t> rows;
  skua::sum<std::uint64_t> pairs;
  std::uint64_t vertices;

  void operator()() const {
    auto const places = static_cast<std::uint64_t>(skua::places());
    auto const place = static_cast<std::uint64_t>(skua::here());
    std::uint64_t const first = vertices * place / places;
    std::uint64_t const end = vertices * (place + 1) / places;
    std::vector<std::uint64_t> part(end - first);
    if (part.empty()) return;
    std::uint64_t total = 0;
    for (int p = 0; p < skua::places(); ++p) {
      skua::get(rows.part(p) + static_cast<std::ptrdiff_t>(first), std::span(part)).get();
      for (auto const n : part) total += n;
    }
    pairs += total;
  }
};

class bc_workload final : public workload {
 public:
  std::string name() const override { return "bc"; }
  std::string description() const override {
    return "betweenness centrality: tasks of some sources, spread in one list for each place";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--scale", scale_, "2^N vertices; default 8")->check(CLI::Range(2, 12))->type_name("N");
    command.add_option("--bundle", bundle_, "sources of a task; default 1")
        ->check(CLI::Range(1, 1 << 12))
        ->type_name("N");
    command.add_option("--pair-cost", pair_cost_, "simulated time for each vertex that a source reaches; default 1us")
        ->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--pair-cost", pair_cost_);
    auto const graph = bc::graph::rmat(scale_, bc::parameters{}.seed);
    bc::brandes scores(graph);
    reached_by_source.clear();
    for (bc::vertex source = 0; source < graph.order(); ++source) {
      auto const before = scores.counts().reached;
      scores.add(source);
      reached_by_source.push_back(static_cast<std::uint64_t>(scores.counts().reached - before));
    }
  }

  counts run() const override {
    auto const vertices = std::uint64_t{1} << scale_;
    auto const places = static_cast<std::uint64_t>(skua::places());
    bundle_of_sources const task{seconds_, skua::shared_array<std::uint64_t>(vertices * places, vertices), {}};
    skua::run_spmd([rows = task.rows] { (void)rows.local(); });  // as each place of `skua bc` makes its graph first
    skua::finish([&] {
      for (std::uint64_t p = 0; p < places; ++p)
        skua::spawn_all(skua::any.from(static_cast<int>(p)), share(p, places, vertices), task);
    });
    add_rows const sum{task.rows, {}, vertices};
    skua::run_spmd(sum);
    return {{"sources", task.sources.get()}, {"pairs", sum.pairs.get()}};
  }

  counts answer() const override {
    auto const facts = bc::known_tally(scale_, bc::parameters{}.seed);
    return {{"sources", std::uint64_t{1} << scale_}, {"pairs", facts ? static_cast<std::uint64_t>(facts->reached) : 0}};
  }

 private:
  using sources = std::tuple<std::uint64_t, std::uint64_t>;

  /// The even share of a place, in bundles.
  std::vector<sources> share(std::uint64_t place, std::uint64_t places, std::uint64_t vertices) const {
    std::uint64_t const bundles = (vertices + bundle_ - 1) / bundle_;
    std::vector<sources> result;
    for (std::uint64_t i = bundles * place / places; i < bundles * (place + 1) / places; ++i)
      result.emplace_back(i * bundle_, std::min(vertices, (i + 1) * bundle_));
    return result;
  }

  int scale_ = 8;
  std::uint64_t bundle_ = 1;
  std::string pair_cost_ = "1us";
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_bc() { return std::make_unique<bc_workload>(); }

}  // namespace apps::sim

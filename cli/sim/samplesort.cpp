// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Samplesort in the phases of `skua samplesort`, each place with an even part of the keys: gather
// samples, choose splitters, bring the keys into the order of their places, tell each place how
// many come, copy them, sort them. Between the phases all places exchange messages.
//
// The keys are really sorted; partition and sort cost simulated time for each key, spread over the
// workers of the place.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <skua/collective.hpp>
#include <skua/memory.hpp>
#include <skua/skua.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "apps/common/splitmix.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

namespace collective = skua::collective;

constexpr std::uint64_t keys_per_task = 256;

std::uint64_t key_at(std::uint64_t index) { return splitmix::mix64(index); }

/// The first of the keys for one place at another, and their number.
struct key_range {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// The task that runs at all places.
struct sort_keys {
  double partition_cost;  // of a key
  double sort_cost;       // of a key
  std::uint64_t samples;  // that each place takes
  skua::shared_array<std::uint64_t> partitioned;
  skua::sum<std::uint64_t> keys;
  skua::sum<std::uint64_t> key_sum;
  skua::sum<std::uint64_t> sorted_places;

  void operator()() const {
    auto const places = static_cast<std::size_t>(skua::places());
    auto const place = static_cast<std::size_t>(skua::here());
    auto const target = partitioned.local();
    std::vector<std::uint64_t> input(target.size());
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = key_at(partitioned.element(i));

    auto const splitters = choose_splitters(input, places, samples);
    work_per_key(input.size(), partition_cost);
    auto const ranges = partition(input, splitters, target);
    auto const incoming = collective::alltoall(ranges);

    std::vector<std::uint64_t> received = copy_keys(incoming);
    work_per_key(received.size(), sort_cost);
    std::sort(received.begin(), received.end());

    keys += received.size();
    for (auto const key : received) key_sum += key;
    bool const above = place == 0 || received.empty() || received.front() >= splitters[place - 1];
    bool const below = place + 1 == places || received.empty() || received.back() < splitters[place];
    sorted_places += above && below ? 1u : 0u;
  }

  /// One less than places, the same at all places.
  static std::vector<std::uint64_t> choose_splitters(std::vector<std::uint64_t> const& input, std::size_t places,
                                                     std::size_t samples) {
    std::vector<std::uint64_t> own_samples;
    for (std::size_t i = 0; i < samples && !input.empty(); ++i)
      own_samples.push_back(input[i * input.size() / samples]);
    auto all_samples = collective::allgatherv(own_samples).values;
    std::sort(all_samples.begin(), all_samples.end());
    std::vector<std::uint64_t> splitters;
    for (std::size_t p = 1; p < places; ++p) splitters.push_back(all_samples[p * all_samples.size() / places]);
    return splitters;
  }

  /// Copies the keys in the order of the places that they go to.
  static std::vector<key_range> partition(std::vector<std::uint64_t> const& input,
                                          std::vector<std::uint64_t> const& splitters,
                                          std::span<std::uint64_t> target) {
    std::vector<std::vector<std::uint64_t>> parts(splitters.size() + 1);
    for (auto const key : input) {
      auto const place = std::upper_bound(splitters.begin(), splitters.end(), key) - splitters.begin();
      parts[static_cast<std::size_t>(place)].push_back(key);
    }
    std::vector<key_range> ranges;
    std::size_t first = 0;
    for (auto const& part : parts) {
      std::copy(part.begin(), part.end(), target.begin() + static_cast<std::ptrdiff_t>(first));
      ranges.push_back({first, part.size()});
      first += part.size();
    }
    return ranges;
  }

  /// One copy from each place, all at the same time.
  std::vector<std::uint64_t> copy_keys(std::vector<key_range> const& incoming) const {
    std::size_t total = 0;
    for (auto const& range : incoming) total += range.count;
    std::vector<std::uint64_t> received(total);
    skua::finish([&] {
      std::size_t first = 0;
      for (std::size_t p = 0; p < incoming.size(); ++p) {
        auto const& range = incoming[p];
        auto const source = partitioned.part(static_cast<int>(p)) + static_cast<std::ptrdiff_t>(range.first);
        if (range.count != 0) static_cast<void>(skua::get(source, std::span(received).subspan(first, range.count)));
        first += range.count;
      }
    });
    return received;
  }

  static void work_per_key(std::uint64_t key_count, double seconds) {
    skua::finish([&] {
      for (std::uint64_t first = 0; first < key_count; first += keys_per_task) {
        auto const n = std::min(keys_per_task, key_count - first);
        skua::spawn([cost = static_cast<double>(n) * seconds] { work(cost); });
      }
    });
  }
};

static_assert(std::is_trivially_copyable_v<sort_keys>);

class samplesort_workload final : public workload {
 public:
  std::string name() const override { return "samplesort"; }
  std::string description() const override {
    return "samplesort: phases of local work, and exchanges between all places";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--keys", key_count_, "keys of all places together; default 100000")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    command.add_option("--samples", samples_, "keys of each place from which the splitters are chosen; default 16")
        ->check(CLI::Range(1, 1 << 16))
        ->type_name("N");
    command.add_option("--partition-cost", partition_cost_, "simulated time for a key; default 10ns")
        ->type_name("TIME");
    command.add_option("--sort-cost", sort_cost_, "simulated time for a key; default 40ns")->type_name("TIME");
  }

  void prepare() override {
    partition_seconds_ = seconds_of("--partition-cost", partition_cost_);
    sort_seconds_ = seconds_of("--sort-cost", sort_cost_);
  }

  counts run() const override {
    skua::shared_array<std::uint64_t> const keys(key_count_);
    sort_keys const task{partition_seconds_, sort_seconds_, samples_, keys, {}, {}, {}};
    skua::run_spmd(task);
    bool const in_order = task.sorted_places.get() == static_cast<std::uint64_t>(skua::places());
    return {{"keys", task.keys.get()}, {"sum_of_keys", task.key_sum.get()}, {"in_order", in_order ? 1u : 0u}};
  }

  counts answer() const override {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < key_count_; ++i) sum += key_at(i);
    return {{"keys", key_count_}, {"sum_of_keys", sum}, {"in_order", 1}};
  }

 private:
  std::uint64_t key_count_ = 100'000;
  std::uint64_t samples_ = 16;
  std::string partition_cost_ = "10ns";
  std::string sort_cost_ = "40ns";
  double partition_seconds_ = 0;
  double sort_seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_samplesort() { return std::make_unique<samplesort_workload>(); }

}  // namespace apps::sim

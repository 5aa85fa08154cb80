// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua quicksort` in both forms: in place, in global memory of the first place, and with the keys
// as arguments and results of futures. The keys are really divided and sorted, so tasks and
// messages are those of the application; both cost simulated time for each key.

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <skua/place.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/quicksort/parallel.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// In seconds. Every process sets them before its workers exist.
struct quicksort_costs {
  double partition = 0;  // of a key
  double sort = 0;       // of a key, times the logarithm of the number of keys
} costs_of_quicksort;

struct timed_kernels {
  template <typename Key>
  static std::size_t partition(std::span<Key> keys) {
    work(static_cast<double>(keys.size()) * costs_of_quicksort.partition);
    return quicksort::partition(keys);
  }
  template <typename Key>
  static void sort(std::span<Key> keys) {
    if (keys.size() > 1)
      work(static_cast<double>(keys.size()) * std::log2(static_cast<double>(keys.size())) * costs_of_quicksort.sort);
    quicksort::sort_sequential(keys);
  }
};

class quicksort_workload final : public workload {
 public:
  std::string name() const override { return "quicksort"; }
  std::string description() const override {
    return "quicksort: both parts of every partition at once, in place or as futures";
  }

  void add_options(CLI::App& command) override {
    // All keys are in the global memory of a simulated place: 256 MiB.
    command.add_option("--keys", key_count_, "number of keys; default 1000000")
        ->check(CLI::Range(1, 30'000'000))
        ->type_name("N");
    command.add_option("--form", form_, "in-place, or futures (keys are arguments and results); default in-place")
        ->check(CLI::IsMember({"in-place", "futures"}))
        ->type_name("NAME");
    command.add_option("--cutoff", cutoff_, "keys that one task sorts by itself; default 4096")
        ->check(CLI::Range(quicksort::smallest_cutoff, quicksort::largest_input))
        ->type_name("N");
    command
        .add_option("--local", max_local_, "with several places: parts up to this many keys stay there; default 8192")
        ->check(CLI::Range(quicksort::smallest_cutoff, quicksort::largest_input))
        ->type_name("N");
    add_costs(command, costs_);
  }

  void prepare() override {
    read_costs(costs_);
    input_ = quicksort::generate_all<std::uint64_t>(key_count_, seed);
  }

  counts run() const override {
    std::vector<std::uint64_t> keys = input_;
    bool const alone = skua::places() == 1;
    if (form_ == "futures") {
      keys = quicksort::sort_by_value_with<timed_kernels>(std::move(keys), cutoff_, alone ? key_count_ : max_local_);
    } else if (alone) {
      quicksort::sort_parallel_with<timed_kernels>(std::span(keys), cutoff_);
    } else {
      static_cast<void>(quicksort::sort_anywhere_with<timed_kernels>(std::span(keys), cutoff_, max_local_));
    }
    return counts_of(keys);
  }

  counts answer() const override {
    counts expected = counts_of(input_);
    expected.back().second = 1;
    return expected;
  }

 private:
  static constexpr std::uint64_t seed = 42;

  static counts counts_of(std::vector<std::uint64_t> const& keys) {
    auto const fingerprint = quicksort::fingerprint_of<std::uint64_t>(keys);
    return {{"keys", keys.size()}, {"sum_of_keys", fingerprint.sum}, {"in_order", fingerprint.sorted ? 1u : 0u}};
  }

  std::size_t key_count_ = 1'000'000;
  std::string form_ = "in-place";
  std::size_t cutoff_ = quicksort::default_cutoff;
  std::size_t max_local_ = quicksort::default_near;
  std::vector<std::uint64_t> input_;
  std::array<named_cost, 2> costs_{{
      {"--partition-cost", "3ns", &costs_of_quicksort.partition, "for a key of a range that is divided"},
      {"--sort-cost", "4ns", &costs_of_quicksort.sort,
       "for a key of a range that one task sorts, times the base-2 logarithm of the range"},
  }};
};

}  // namespace

std::unique_ptr<workload> make_quicksort() { return std::make_unique<quicksort_workload>(); }

}  // namespace apps::sim

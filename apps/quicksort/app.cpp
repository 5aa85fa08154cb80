// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `quicksort`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <skua/place.hpp>
#include <skua/progress.hpp>
#include <utility>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::quicksort {
namespace {

/// One input of either key type; it is sorted at most twice.
class input {
 public:
  virtual ~input() = default;
  virtual void sort_in_parallel(std::size_t cutoff, skua::count done) = 0;
  virtual double sort_anywhere(std::size_t cutoff, std::size_t max_local, skua::count done) = 0;
  virtual void sort_by_value(std::size_t cutoff, std::size_t max_local, skua::count done) = 0;
  virtual void sort_twin() = 0;
  virtual fingerprint input_fingerprint() const = 0;
  virtual fingerprint output_fingerprint() const = 0;
  virtual bool agrees_with_twin() const = 0;
  virtual json ends() const = 0;  ///< first, middle and last element of the sorted input
};

template <typename Key>
class input_of final : public input {
 public:
  input_of(std::size_t n, std::uint64_t seed)
      : keys_(generate_all<Key>(n, seed)), twin_(keys_), input_fingerprint_(fingerprint_of<Key>(keys_)) {}

  void sort_in_parallel(std::size_t cutoff, skua::count done) override { sort_parallel<Key>(keys_, cutoff, done); }
  double sort_anywhere(std::size_t cutoff, std::size_t max_local, skua::count done) override {
    return quicksort::sort_anywhere<Key>(keys_, cutoff, max_local, done);
  }
  void sort_by_value(std::size_t cutoff, std::size_t max_local, skua::count done) override {
    keys_ = quicksort::sort_by_value<Key>(std::move(keys_), cutoff, max_local, done);
  }
  void sort_twin() override {
    sort_sequential<Key>(twin_);
    twin_sorted_ = true;
  }
  fingerprint input_fingerprint() const override { return input_fingerprint_; }
  fingerprint output_fingerprint() const override { return fingerprint_of<Key>(keys_); }
  bool agrees_with_twin() const override { return !twin_sorted_ || keys_ == twin_; }
  json ends() const override {
    if (keys_.empty()) return json(std::vector<json>{});
    return json(std::vector<json>{json(keys_.front()), json(keys_[keys_.size() / 2]), json(keys_.back())});
  }

 private:
  std::vector<Key> keys_;
  std::vector<Key> twin_;
  fingerprint input_fingerprint_;
  bool twin_sorted_ = false;
};

class quicksort_application final : public application {
 public:
  std::string name() const override { return "quicksort"; }
  std::string description() const override { return "sorts generated keys, both parts of every partition at once"; }

  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--n", n_, "number of keys")
        ->check(CLI::Range(std::size_t{0}, largest_input))
        ->capture_default_str();
    add_seed_option(command, seed_);
    command.add_option("--keys", type_, "type of the keys: u64 or double")
        ->check(CLI::IsMember({"u64", "double"}))
        ->capture_default_str();
    command
        .add_option("--form", form_,
                    "how the parts are sorted: in-place, or by futures with the keys as arguments and results")
        ->check(CLI::IsMember({"in-place", "futures"}))
        ->capture_default_str();
    command.add_option("--cutoff", cutoff_, "keys that one task sorts by itself")
        ->check(CLI::Range(smallest_cutoff, largest_input))
        ->capture_default_str();
    command.add_option("--near", max_local_, "with several places: parts up to this many keys stay at their place")
        ->check(CLI::Range(smallest_cutoff, largest_input))
        ->capture_default_str();
  }

  void prepare() override {
    if (type_ == "double")
      input_ = std::make_unique<input_of<double>>(n_, seed_);
    else
      input_ = std::make_unique<input_of<std::uint64_t>>(n_, seed_);
  }

  void parallel(common_options const& options) override {
    skua::progress const live("quicksort", options.progress("keys", n_));
    if (form_ == "futures")
      input_->sort_by_value(cutoff_, skua::places() > 1 ? max_local_ : n_, live.counter());
    else if (skua::places() > 1)
      sorting_ = input_->sort_anywhere(cutoff_, max_local_, live.counter());
    else
      input_->sort_in_parallel(cutoff_, live.counter());
  }
  void sequential() override { input_->sort_twin(); }

  report check() override {
    fingerprint const input_fingerprint = input_->input_fingerprint();
    fingerprint const output_fingerprint = input_->output_fingerprint();
    std::uint64_t const* const expected_sum = type_ == "u64" ? known_weighted_sum(n_, seed_) : nullptr;
    report summary;
    summary.answer = grouped(n_) + " keys sorted";
    summary.result = json_object()
                         .add("n", n_)
                         .add("sum", output_fingerprint.sum)
                         .add("xor", output_fingerprint.exclusive_or)
                         .add("weighted_sum", output_fingerprint.weighted)
                         .add("first_middle_last", input_->ends());
    summary.verified_how = fault(input_fingerprint, output_fingerprint, expected_sum);
    summary.verified = summary.verified_how.empty();
    if (summary.verified)
      summary.verified_how = expected_sum != nullptr ? "in order, same keys as the input, published weighted sum"
                                                     : "in order, same keys as the input (sum, xor)";
    summary.work = n_;
    summary.work_unit = "keys";
    summary.stats.add("form", form_).add("cutoff", cutoff_).add("key_type", type_);
    if (sorting_) {
      summary.stats.add("sorting_seconds", *sorting_);
      summary.notes.push_back("sorting alone, without bringing the keys into global memory and back: " +
                              duration(*sorting_));
    }
    return summary;
  }

 private:
  // The first error in the result; empty if there is none.
  std::string fault(fingerprint const& input_fingerprint, fingerprint const& output_fingerprint,
                    std::uint64_t const* expected_sum) const {
    if (!output_fingerprint.sorted) return "the keys are not in order";
    if (output_fingerprint.sum != input_fingerprint.sum ||
        output_fingerprint.exclusive_or != input_fingerprint.exclusive_or)
      return "the keys are not those of the input";
    if (expected_sum != nullptr && output_fingerprint.weighted != *expected_sum)
      return "the weighted sum should be " + std::to_string(*expected_sum);
    if (!input_->agrees_with_twin()) return "std::sort gives another order";
    return {};
  }

  std::size_t n_ = 10'000'000;
  std::uint64_t seed_ = 42;
  std::string type_ = "u64";
  std::string form_ = "in-place";
  std::size_t cutoff_ = default_cutoff;
  std::size_t max_local_ = default_near;
  std::optional<double> sorting_;  ///< over places
  std::unique_ptr<input> input_;
};

registration<quicksort_application> const list_entry(160);

}  // namespace
}  // namespace apps::quicksort

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `pingpong`.

#include <CLI/CLI.hpp>
#include <limits>
#include <skua/place.hpp>
#include <skua/progress.hpp>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::pingpong {
namespace {

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();
constexpr double mebibyte = 1 << 20;

class pingpong_application final : public application {
 public:
  std::string name() const override { return "pingpong"; }
  std::string description() const override {
    return "a payload to another place and back, as a future and as tasks: latency and bandwidth";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--largest", largest_, "bytes of the largest payload, a multiple of 8")
        ->check(CLI::Range(sizeof(std::uint64_t), largest_payload))
        ->capture_default_str();
    command.add_option("--rounds", rounds_, "round trips of each size; fewer of more than 32 KiB")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command.add_option("--partner", partner_, "the other place (default: the last one)")->check(CLI::Range(0, 4095));
  }

  void prepare() override {
    if (largest_ % sizeof(std::uint64_t) != 0)
      throw input_error("--largest: expected a multiple of 8, found " + std::to_string(largest_));
    sizes_ = sizes_up_to(largest_);
  }

  void parallel(common_options const& options) override {
    if (partner_ < 0) partner_ = skua::places() - 1;
    if (partner_ >= skua::places())
      throw input_error("--partner: expected a place below " + std::to_string(skua::places()) + ", found " +
                        std::to_string(partner_));
    skua::progress const live("pingpong", options.progress("sizes", sizes_.size()));
    for (std::size_t const bytes : sizes_) {
      trips_.push_back(measure(bytes, rounds_of(bytes, rounds_), partner_));
      ++live;
    }
  }
  void sequential() override {
    for (std::size_t const bytes : sizes_) raw_trips_.push_back(measure_raw(bytes, rounds_of(bytes, rounds_)));
  }

  report check() override {
    table report_table({{"bytes", "bytes"},
                        {"future us", "future_us", 2},
                        {"MiB/s", "future_mib_per_second"},
                        {"task us", "task_us", 2},
                        {"MiB/s", "task_mib_per_second"},
                        {"socket us", "socket_us", 2},
                        {"memory us", "memory_us", 2}});
    report summary;
    summary.verified = true;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      trips const& t = trips_[i];
      raw_trips const raw = i < raw_trips_.size() ? raw_trips_[i] : raw_trips{not_measured, not_measured, true};
      auto const bytes = static_cast<double>(sizes_[i]);
      auto const half = [](double seconds) { return seconds / 2 * 1e6; };
      auto const speed = [&](double seconds) { return bytes / (seconds / 2) / mebibyte; };
      report_table.add_row(
          {bytes, half(t.future), speed(t.future), half(t.task), speed(t.task), half(raw.socket), half(raw.memory)});
      summary.verified = summary.verified && t.is_right && raw.is_right;
    }
    summary.answer = "half a round trip between places 0 and " + std::to_string(partner_) +
                     (partner_ == 0 ? " (the same place)" : "") + ", " + grouped(static_cast<std::uint64_t>(rounds_)) +
                     " rounds";
    summary.table = report_table.text();
    summary.speed_up = false;
    summary.verified_how =
        summary.verified ? "every payload came back whole, after as many hops as it should" : "a payload was damaged";
    summary.result = json_object().add("partner", partner_).add("rows", report_table.rows());
    summary.stats.add("rounds", rounds_);
    return summary;
  }

 private:
  std::size_t largest_ = std::size_t{1} << 20;
  int rounds_ = 2000;
  int partner_ = -1;
  std::vector<std::size_t> sizes_;
  std::vector<trips> trips_;
  std::vector<raw_trips> raw_trips_;
};

registration<pingpong_application> const list_entry(190);

}  // namespace
}  // namespace apps::pingpong

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Round trips to the last place, one after the other: they show the components of message latency.
// A pause before each round trip can be long enough for all workers there to fall asleep.

#include <CLI/CLI.hpp>
#include <skua/future.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>
#include <vector>

#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

class ping_pong_workload final : public workload {
 public:
  std::string name() const override { return "ping-pong"; }
  std::string description() const override {
    return "round trips between the first and the last place, one after the other";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--rounds", rounds_, "number of round trips; default 1000")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    command.add_option("--size", bytes_, "bytes of each request; the answer has 8; default 8")
        ->check(CLI::Range(0, 100'000'000))
        ->type_name("BYTES");
    command.add_option("--pause", pause_, "simulated time that the first place computes before each; default 0us")
        ->type_name("TIME");
  }

  void prepare() override { seconds_ = seconds_of("--pause", pause_); }

  counts run() const override {
    std::vector<char> const text(bytes_, 'x');
    std::uint64_t answered = 0;
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      if (seconds_ > 0) work(seconds_);
      auto answer =
          skua::async(skua::on(skua::places() - 1), [](std::vector<char> const& t) { return t.size(); }, text);
      answered += answer.get() == bytes_ ? 1u : 0u;
    }
    return {{"rounds", answered}};
  }

  counts answer() const override { return {{"rounds", rounds_}}; }

 private:
  std::uint64_t rounds_ = 1000;
  std::uint64_t bytes_ = 8;
  std::string pause_ = "0us";
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_ping_pong() { return std::make_unique<ping_pong_workload>(); }

}  // namespace apps::sim

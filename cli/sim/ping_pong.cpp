// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Round trips to the last place, one after the other: they show the components of message latency.
// A pause before each round trip can be long enough for all workers there to fall asleep. A read of
// global memory needs no worker there: between hosts the progress thread of the place answers it,
// also while the workers compute.

#include <CLI/CLI.hpp>
#include <skua/finish.hpp>
#include <skua/future.hpp>
#include <skua/memory.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>
#include <span>
#include <type_traits>
#include <vector>

#include "apps/common/error.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// A task that keeps a worker of its place busy until the first place says that it is enough.
struct busy_task {
  double seconds;                // of one stretch of work
  skua::shared_var<bool> ended;  // at the task's place

  void operator()() const {
    while (!ended.get()) work(seconds);
  }
};

static_assert(std::is_trivially_copyable_v<busy_task>);

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
    auto* const reads = command.add_flag("--read", reads_, "read the bytes from the last place's memory instead");
    command
        .add_option("--busy", busy_,
                    "at the same time a task computes at the last place, in stretches of this simulated time; default "
                    "0us: none")
        ->type_name("TIME")
        ->needs(reads);
  }

  void prepare() override {
    pause_seconds_ = seconds_of("--pause", pause_);
    busy_seconds_ = seconds_of("--busy", busy_);
    if (reads_ && bytes_ == 0) throw input_error("--size: expected at least 1 with --read, found 0");
  }

  counts run() const override {
    if (!reads_) return {{"rounds", call_often()}};
    if (busy_seconds_ == 0) return {{"rounds", read_often()}};
    int const last = skua::places() - 1;
    skua::shared_var<bool> const ended(false, last);
    std::uint64_t answered = 0;
    skua::finish([&] {
      skua::spawn(skua::on(last), busy_task{busy_seconds_, ended});
      answered = read_often();
      ended.set(true);
    });
    return {{"rounds", answered}};
  }

  counts answer() const override { return {{"rounds", rounds_}}; }

 private:
  void pause() const {
    if (pause_seconds_ > 0) work(pause_seconds_);
  }

  std::uint64_t call_often() const {
    std::vector<char> const text(bytes_, 'x');
    std::uint64_t answered = 0;
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      pause();
      auto answer =
          skua::async(skua::on(skua::places() - 1), [](std::vector<char> const& t) { return t.size(); }, text);
      answered += answer.get() == bytes_ ? 1u : 0u;
    }
    return answered;
  }

  std::uint64_t read_often() const {
    skua::shared_array<char> const memory(bytes_ * static_cast<std::size_t>(skua::places()), bytes_);  // zeroes
    std::vector<char> text(bytes_);
    std::uint64_t answered = 0;
    for (std::uint64_t i = 0; i < rounds_; ++i) {
      pause();
      text.back() = 'x';
      skua::get(memory.part(skua::places() - 1), std::span(text)).get();
      answered += text.back() == 0 ? 1u : 0u;
    }
    return answered;
  }

  std::uint64_t rounds_ = 1000;
  std::uint64_t bytes_ = 8;
  std::string pause_ = "0us";
  bool reads_ = false;
  std::string busy_ = "0us";
  double pause_seconds_ = 0;
  double busy_seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_ping_pong() { return std::make_unique<ping_pong_workload>(); }

}  // namespace apps::sim

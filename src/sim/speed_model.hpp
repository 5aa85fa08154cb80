// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The speed model of simulated places: some may be slow all the time, others only in some periods,
// as if other programs used them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace skua::sim {

inline std::uint64_t ns(double seconds) noexcept { return static_cast<std::uint64_t>(seconds * 1e9 + 0.5); }

/// A slowdown: `places` places, chosen by the seed, take `factor` times as long.
struct slowdown {
  int places = 0;
  double factor = 1;
};

/// Costs of the runtime's own operations, in seconds.
struct runtime_costs {
  double queue = 4e-9;  // of a task
  double start = 4e-9;  // of a task
  double yield = 50e-9;
  double look = 500e-9;  // one search for work
  double wake = 5e-6;    // from a wake-up to the thread's first instruction
};

/// The settings of a simulation, without its network.
struct speed_settings {
  slowdown slow;          // always
  slowdown contended;     // in every other period
  double noise = 0;       // largest additional time of a thread in a period, as a multiple of its time
  double period = 10e-3;  // seconds, of contention and noise
  bool measured = false;  // computation costs its measured time on the machine that simulates,
  double scale = 1;       // times this factor
  runtime_costs costs;
  int lost_place = -1;  // the place that fails; -1: none
  double lost_at = 0;   // seconds after the start
};

class speed_model {
 public:
  /// `choose(n)`: a random number below n.
  template <class F>
  speed_model(speed_settings const& settings, int places, F const& choose)
      : period_ns_(static_cast<std::uint64_t>(settings.period * 1e9)), noise_(settings.noise) {
    if (noise_ > 0) noise_key_ = choose(~std::uint64_t{0});
    if (settings.slow.places > 0) slow_factors_ = factors(settings.slow, places, choose);
    if (settings.contended.places > 0) contended_factors_ = factors(settings.contended, places, choose);
  }

  /// The factor by which a computation of that thread takes longer, at that place and time.
  [[nodiscard]] double slowness(int place, std::uint64_t thread, std::uint64_t now) const noexcept {
    auto const number = static_cast<std::size_t>(place);
    double factor = number < slow_factors_.size() ? slow_factors_[number] : 1;
    if (noise_ > 0)
      factor *= 1 + noise_ *
                        static_cast<double>(base::mixed(noise_key_ ^ base::mixed(thread) ^ (now / period_ns_)) >> 11) *
                        0x1p-53;
    // the places alternate: they are not all contended in the same period
    bool const contended = number < contended_factors_.size() && (now / period_ns_ + number) % 2 == 0;
    return contended ? factor * contended_factors_[number] : factor;
  }

 private:
  template <class F>
  static std::vector<double> factors(slowdown const& slowdown, int places, F const& choose) {
    std::vector<double> result(static_cast<std::size_t>(places), 1.0);
    for (int remaining = slowdown.places < places ? slowdown.places : places; remaining > 0;) {
      double& factor = result[choose(static_cast<std::uint64_t>(places))];
      if (factor != 1) continue;
      factor = slowdown.factor;
      --remaining;
    }
    return result;
  }

  std::uint64_t period_ns_;
  double noise_;
  std::uint64_t noise_key_ = 0;
  std::vector<double> slow_factors_, contended_factors_;  // by place; empty: none
};

}  // namespace skua::sim

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How fast the places of a simulated world are: some may be slow all the time, some only now and
// then, because others use them too.
#pragma once

#include <cstdint>
#include <vector>

namespace skua::world {

inline std::uint64_t ns(double seconds) noexcept { return static_cast<std::uint64_t>(seconds * 1e9 + 0.5); }

/// As if drawn at random, and the same for the same x (splitmix64: Steele, Lea and Flood, 2014).
inline std::uint64_t mixed(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// So many places, chosen by the seed, take so many times as long.
struct handicap {
  int places = 0;
  double factor = 1;
};

/// What the runtime's own doings take, in seconds.
struct chore_costs {
  double queue = 4e-9;  // a task
  double start = 4e-9;
  double yield = 50e-9;
  double look = 500e-9;  // for work, all around
  double wake = 5e-6;    // from a wake-up to the thread's first instruction
};

/// What a world is like apart from its network.
struct pace_settings {
  handicap slow;          // always
  handicap contended;     // in every other period
  double noise = 0;       // in each period each thread takes up to so many times its time longer
  double period = 10e-3;  // seconds, of contention and noise
  bool measured = false;  // computing takes as long as it does on the machine that simulates,
  double scale = 1;       // times this
  chore_costs costs;
  int lost_place = -1;  // stops for good,
  double lost_at = 0;   // so many seconds after the start
};

class pace {
 public:
  /// `choose(n)`: a random number below n.
  template <class F>
  pace(pace_settings const& s, int places, F const& choose)
      : period_ns_(static_cast<std::uint64_t>(s.period * 1e9)), noise_(s.noise) {
    if (noise_ > 0) noise_key_ = choose(~std::uint64_t{0});
    if (s.slow.places > 0) always_ = chosen(s.slow, places, choose);
    if (s.contended.places > 0) at_times_ = chosen(s.contended, places, choose);
  }

  /// How many times as long something takes there and then, for that thread.
  [[nodiscard]] double slowness(int place, std::uint64_t thread, std::uint64_t now) const noexcept {
    auto const p = static_cast<std::size_t>(place);
    double f = p < always_.size() ? always_[p] : 1;
    if (noise_ > 0)
      f *= 1 + noise_ * static_cast<double>(mixed(noise_key_ ^ mixed(thread) ^ (now / period_ns_)) >> 11) * 0x1p-53;
    bool const shared = p < at_times_.size() && (now / period_ns_ + p) % 2 == 0;  // not all at the same time
    return shared ? f * at_times_[p] : f;
  }

 private:
  template <class F>
  static std::vector<double> chosen(handicap const& h, int places, F const& choose) {
    std::vector<double> of(static_cast<std::size_t>(places), 1.0);
    for (int left = h.places < places ? h.places : places; left > 0;) {
      double& f = of[choose(static_cast<std::uint64_t>(places))];
      if (f != 1) continue;
      f = h.factor;
      --left;
    }
    return of;
  }

  std::uint64_t period_ns_;
  double noise_;
  std::uint64_t noise_key_ = 0;
  std::vector<double> always_, at_times_;  // by place; empty: none
};

}  // namespace skua::world

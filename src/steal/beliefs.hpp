// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a place believes of the tasks of others, and what its beliefs have turned out to be worth.
//
// A belief weighs less the older it is; without one, what asking a stranger was worth so far
// counts. How likely tasks come for a belief, and how fast beliefs lose their worth, is learnt from
// what is answered. Of few places only something is kept, however many there are: who knows of no
// work of a place needs not to remember it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skua::steal {

/// A mean that forgets: at last, each new value has a weight of 1/33.
class forgetful_mean {
 public:
  /// The first guess counts as two values.
  explicit forgetful_mean(double first) : value_(first) {}
  [[nodiscard]] double get() const noexcept { return value_; }
  /// `weight`, 0 to 1: how much of this was its doing.
  void add(double x, double weight = 1) noexcept {
    n_ = std::min(n_ + weight, most);
    value_ += weight * (x - value_) / (1 + n_);
  }

 private:
  static constexpr double most = 32;
  double value_;
  double n_ = 1;
};

struct belief {
  int place;
  float tasks = 0;           ///< that it was said to have
  float delay = -1;          ///< of its answers in nanoseconds, smoothed; -1: none came yet
  std::uint64_t when = 0;    ///< that was; 0: never
  std::uint32_t hunger = 0;  ///< in which it was asked for work last, for the owner's use
};

class beliefs {
 public:
  void time_is(std::uint64_t ns) noexcept { now_ = ns; }

  [[nodiscard]] std::span<belief> all() noexcept { return kept_; }
  [[nodiscard]] std::span<belief const> all() const noexcept { return kept_; }
  /// What is believed of that place, a new belief if nothing was: the one of least worth is
  /// forgotten for it.
  belief& of(int place);
  /// It was told now that a place has so many.
  void told(belief& of, double tasks) noexcept;
  /// A place was asked, and gave tasks or did not.
  void answered(belief& by, bool tasks) noexcept;
  /// It took so long to answer.
  static void took(belief& by, std::uint64_t delay_ns) noexcept;

  /// 0 to 1; half after a time that is learnt.
  [[nodiscard]] double weight(belief const& b) const noexcept;
  /// Tasks that are still expected there.
  [[nodiscard]] double worth(belief const& b) const noexcept { return static_cast<double>(b.tasks) * weight(b); }
  /// That tasks come when it is asked.
  [[nodiscard]] double chance(belief const& b) const noexcept;

 private:
  static constexpr std::size_t most_kept = 32;
  static constexpr std::size_t kinds = 5;
  static std::size_t kind(double tasks) noexcept {
    return tasks < 1 ? 0 : tasks < 2 ? 1 : tasks < 4 ? 2 : tasks < 16 ? 3 : 4;
  }
  [[nodiscard]] double age(belief const& b) const noexcept {
    return static_cast<double>(now_ - std::min(b.when, now_));
  }

  std::vector<belief> kept_;
  std::uint64_t now_ = 0;
  double life_ = 1e6;  // nanoseconds in which a belief loses half of its weight
  forgetful_mean stranger_{0.5};
  std::array<forgetful_mean, kinds> given_{forgetful_mean(0.1), forgetful_mean(0.5), forgetful_mean(0.7),
                                           forgetful_mean(0.9), forgetful_mean(0.95)};
};

}  // namespace skua::steal

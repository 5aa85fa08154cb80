// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whom to ask for work, and for how much: the interface of all policies of stealing between places.
//
// A policy is a value: no clock, no thread, no messages, and with the same settings and the same
// calls it gives the same answers. Its owner calls it from one thread at a time and does what it
// says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skua::steal {

/// How busy a place says it is; travels with messages that go its way anyway.
struct load {
  double rate = 0;          ///< smoothed, see work_rate in performance_driven.hpp
  std::uint32_t tasks = 0;  ///< tasks that another place could have
};

/// What one place tells another about a third.
struct rumour {
  int place = -1;  ///< -1: there is nothing to tell
  std::uint32_t tasks = 0;
};

enum class amount_kind { one, half, chunk };

/// How many of the tasks at hand a victim gives away.
struct amount {
  amount_kind kind = amount_kind::half;
  std::uint32_t chunk = 1;  ///< only for chunk

  /// At least one if there is any; half is rounded up.
  [[nodiscard]] std::size_t of(std::size_t available) const noexcept;
};

/// What next() answers instead of a place.
inline constexpr int give_up = -1;      ///< be quiet until something arrives
inline constexpr int probe_first = -2;  ///< ask probes() for their load, then call again with the same attempt

class policy {
 public:
  virtual ~policy() = default;

  /// As make_policy would take it.
  [[nodiscard]] virtual std::string name() const = 0;

  /// The place to ask now, never this one. `attempt` counts from 0 within one hunger; the owner
  /// asks again after each refusal until it is told to give up, which happens after a bounded
  /// number of attempts.
  [[nodiscard]] virtual int next(int attempt) = 0;

  /// What came of a request: 0 tasks is a refusal. `delay_ns`: from the request to its answer.
  virtual void answered(int victim, std::size_t tasks, std::uint64_t delay_ns);
  /// A place told us its load, or another one did.
  virtual void heard(int place, load const& of);
  /// Whether heard() is of any use to it.
  [[nodiscard]] virtual bool wants_load() const;
  /// Whether it learns of others from what flows anyway: requests, answers, and the rumours that
  /// travel with them. Then it is not told of rates, nor is anybody's time measured for it.
  [[nodiscard]] virtual bool gossips() const;
  /// The time in nanoseconds, by its owner's clock; before other calls, for those that want load.
  virtual void time_is(std::uint64_t ns);
  /// What it would tell that place about another one.
  [[nodiscard]] virtual rumour gossip(int to);

  /// The places to which a hungry place is known once it has given up: they remember the request
  /// and send work when they have some. The graph of all lifelines leads from every place to every
  /// other.
  [[nodiscard]] virtual std::span<int const> lifelines() const = 0;

  /// Policies that want to know what others have: whom to ask. The answers come back through
  /// probed().
  [[nodiscard]] virtual std::span<int const> probes() const;
  /// How many answers to wait for; whoever answers later is probed() as well.
  [[nodiscard]] virtual std::size_t enough_probes() const;
  /// The answer to a probe; `delay_ns`: how long it took.
  virtual void probed(int place, load const& of, std::uint64_t delay_ns);
  /// The automatic refresh: draw conclusions from what was heard and probed since the last call.
  /// Returns after how many nanoseconds probes and refresh are due again; 0: never, this policy
  /// needs none.
  [[nodiscard]] virtual std::uint64_t refresh();
  /// Whether what it knows makes it worth while to ask somebody: a place that has given up may try
  /// again.
  [[nodiscard]] virtual bool has_target() const;
};

/// What a policy is made from.
struct settings {
  int here = 0;
  int places = 1;
  std::uint64_t seed = 0;            ///< every place mixes its own number into it
  int workers = 1;                   ///< of this place
  bool probing = false;              ///< the owner understands probe_first
  std::function<int(int)> distance;  ///< of a place, larger is farther; none: all alike. Asked while the policy is made
};

/// The policy called `text`: random, last_victim, round_robin, lifeline, lifeline(w,z), nearest,
/// hierarchical, hierarchical(g), performance_driven, performance_driven(published), adaptive.
/// Throws skua::error that lists them.
[[nodiscard]] std::unique_ptr<policy> make_policy(std::string_view text, settings const& of);

/// one, half, chunk(n) with n from 1. Throws skua::error that lists them.
[[nodiscard]] amount parse_amount(std::string_view text);

}  // namespace skua::steal

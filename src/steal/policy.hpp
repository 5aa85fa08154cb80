// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which place to ask for tasks, and for how many: the interface of all policies of stealing between
// places.
//
// A policy is a value: no clock, no thread, no messages, and with the same settings and the same
// calls it gives the same answers. Its owner calls it from one thread at a time and sends the
// messages. A search begins when the owner runs out of tasks, and ends with tasks or give_up.
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

/// The load that a place reports; other messages carry it along.
struct load {
  double rate = 0;          ///< smoothed, see work_rate in performance_driven.hpp
  std::uint32_t tasks = 0;  ///< tasks that another place could take
};

/// How the owner of a policy that wants_load() measures this place and asks for the load of others.
struct load_measurement {
  double weight_of_new = 0.65;  ///< of equations 3.1 and 3.2 (performance_driven.hpp)
  bool tuned = false;           ///< instead, the weight follows the errors (base/tracking_weight.hpp)
  /// A worker's period is an idle time and the execution of a task; otherwise the time between two
  /// samples.
  bool by_task = false;
  std::uint64_t first_refresh_ns = 1'000'000;
  std::uint64_t shortest_refresh_ns = 5'000'000;
};

/// A report of one place to another about the tasks of a third.
struct load_hint {
  int place = -1;  ///< -1: the hint is empty
  std::uint32_t tasks = 0;
};

enum class amount_kind { one, half, chunk };

/// The number of its available tasks that a victim gives away.
struct amount {
  amount_kind kind = amount_kind::half;
  std::uint32_t chunk = 1;  ///< only for chunk

  /// At least one if there is any; half is rounded up.
  [[nodiscard]] std::size_t of(std::size_t available) const noexcept;
};

/// Special results of next().
inline constexpr int give_up = -1;      ///< ask no place until tasks arrive
inline constexpr int probe_first = -2;  ///< ask probes() for their load, then call again with the same attempt

class policy {
 public:
  virtual ~policy() = default;

  /// Returns the text from which make_policy makes this policy.
  [[nodiscard]] virtual std::string name() const = 0;

  /// The place to ask now, never this one. `attempt` counts from 0 within one search. The owner
  /// calls again after each refusal, until the policy gives up, which it does after a bounded
  /// number of attempts.
  [[nodiscard]] virtual int next(int attempt) = 0;

  /// The result of a request: 0 tasks is a refusal. `delay_ns`: from the request to its answer.
  virtual void answered(int victim, std::size_t tasks, std::uint64_t delay_ns);
  /// A message has reported the load of a place; the place itself or another one sent it.
  virtual void heard(int place, load const& value);
  /// Whether the policy uses what heard() tells it.
  [[nodiscard]] virtual bool wants_load() const;
  [[nodiscard]] virtual load_measurement measurement() const;
  /// Whether the policy learns of other places from requests, answers, and the load hints that they
  /// carry. Then its owner measures no worker's time and reports no rates.
  [[nodiscard]] virtual bool gossips() const;
  /// The time in nanoseconds, by its owner's clock; before other calls, for policies that
  /// gossip.
  virtual void set_now(std::uint64_t ns);
  /// The hint that a message to that place carries.
  [[nodiscard]] virtual load_hint gossip(int to);

  /// The places that get a lifeline request when the policy has given up: they remember it, and
  /// send tasks when they have some. The graph of all lifelines leads from every place to every
  /// other.
  [[nodiscard]] virtual std::span<int const> lifelines() const = 0;

  /// The places to probe, for policies that want to know the load of others. The answers come back
  /// through probed().
  [[nodiscard]] virtual std::span<int const> probes() const;
  /// The number of answers to wait for; later answers also come through probed().
  [[nodiscard]] virtual std::size_t enough_probes() const;
  /// The answer to a probe; `delay_ns`: how long it took.
  virtual void probed(int place, load const& value, std::uint64_t delay_ns);
  /// The automatic refresh: evaluates everything heard and probed since the last call. Returns
  /// after how many nanoseconds probes and refresh are due again; 0: never, this policy needs none.
  [[nodiscard]] virtual std::uint64_t refresh();
  /// Whether the policy knows a place that is worth asking: a place that has given up may try
  /// again.
  [[nodiscard]] virtual bool has_target() const;

  /// Whether a place asks as soon as it has fewer tasks than workers, and not only when a worker
  /// has found none (Posner and Fohry 2018, section 4.1).
  [[nodiscard]] virtual bool asks_ahead() const;
};

/// The default dimension of the hypercube of lifelines, as in APGAS.
inline constexpr int default_dimensions = 2;
inline constexpr int max_dimensions = 32;

/// The arguments from which to make a policy.
struct settings {
  int own_place = 0;
  int places = 1;
  std::uint64_t seed = 0;  ///< every place mixes its own number into it
  int workers = 1;         ///< of this place
  bool probing = false;    ///< the owner understands probe_first
  /// Lifelines of a place, one in each dimension of the hypercube; 0: none, and a place that has
  /// given up asks again by itself, after pauses that grow.
  int lifelines = default_dimensions;
  bool ahead = true;  ///< see policy::asks_ahead
  /// of a place, larger is farther; none: all are equal. Called only while the policy is made
  std::function<int(int)> distance;
};

/// The policy called `text`, a name of all_policies() (policies.hpp) with or without its arguments.
/// Each takes lifelines=z or lifelines=off (not lifeline(w,z), which has it as its second number)
/// and ahead=on or ahead=off. Throws skua::error that lists them.
[[nodiscard]] std::unique_ptr<policy> make_policy(std::string_view text, settings const& config);

/// one, half, chunk(n) with n from 1. Throws skua::error that lists them.
[[nodiscard]] amount parse_amount(std::string_view text);

}  // namespace skua::steal

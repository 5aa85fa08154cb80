// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How busy places are, for policies that want to know: measured here, asked of the others.
//
// Whom a policy wants to know about are asked at once, and it goes on when enough of them have
// answered (performance_driven: all); nobody waits for it. A question carries the asker's time, the
// answer brings it back, so no two clocks are compared, and answers to an earlier round are told
// from those to this one.
// load_exchange has no clock, no thread and no I/O; its owner calls it from one thread at a time,
// work_rates likewise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "place/scope_tree.hpp"
#include "sched/place.hpp"
#include "steal/policy.hpp"

namespace skua::remote {

/// The load rate of a place: the mean over its workers of equation 3.1. A period of a worker is the
/// time from one look to the next; looks that follow one another within a millisecond are one, or
/// two curious neighbours would make a place seem slow.
class work_rates {
 public:
  work_rates(std::size_t workers, std::uint64_t now) : of_(workers), looked_(now) {}

  /// `worked`: nanoseconds of each worker since it began. The rest of the time it was idle.
  double look(std::span<std::uint64_t const> worked, std::uint64_t now) noexcept;

 private:
  struct worker {
    std::uint64_t worked = 0;  // at the last look
    double rate = 0;
  };
  std::vector<worker> of_;
  std::uint64_t looked_;
  double mean_ = 0;
};

/// How many tasks a place has that another could take.
[[nodiscard]] std::uint32_t tasks_at(sched::place& p) noexcept;

/// What a place says of itself. Its workers' time must be measured (place::timing).
class load_meter {
 public:
  explicit load_meter(sched::place& p);
  [[nodiscard]] steal::load read();

 private:
  sched::place& place_;
  work_rates rates_;
  std::vector<std::uint64_t> worked_;
};

/// What a place asks of the others: rounds, one at a time, each of which ends with as many answers
/// as the policy waits for.
class load_exchange {
 public:
  load_exchange(steal::policy& whom, sender& out, std::uint64_t now);

  /// A round, unless one is under way.
  void ask(std::uint64_t now);
  /// The automatic refresh: starts when it is due. Returns after how many nanoseconds to call
  /// again.
  std::uint64_t tick(std::uint64_t now);

  enum class outcome { more_to_come, enough, refreshed, late };
  /// An answer. enough: it ends the round; refreshed: and the automatic refresh is done with that;
  /// late: its round was over.
  outcome on_load(int from, std::span<std::byte const> message, std::uint64_t now);

  /// Answers so far.
  [[nodiscard]] std::uint64_t heard() const noexcept { return heard_; }
  /// Automatic refreshes so far.
  [[nodiscard]] std::uint64_t refreshes() const noexcept { return refreshes_; }

 private:
  steal::policy& policy_;
  sender& out_;
  std::uint64_t round_ = 0;  // the time it began
  std::size_t awaited_ = 0;  // answers
  bool refreshing_ = false;  // with the end of this round
  std::uint64_t due_;
  std::uint64_t heard_ = 0;
  std::uint64_t refreshes_ = 0;
};

/// The answer to a question of load_exchange::ask.
void answer_load(sender& out, int to, std::span<std::byte const> question, steal::load const& here);

}  // namespace skua::remote

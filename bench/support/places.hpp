// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of several places. Each is measured in a separate process, which the library forks into
// places; the figures that it prints become the counters of the case.
#pragma once

#include <sys/mman.h>
#include <skua/skua.hpp>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/case.hpp"
#include "support/child.hpp"
#include "support/clock.hpp"
#include "support/fib_finish.hpp"
#include "support/rounds.hpp"

namespace bench {

/// Places of one worker each. SKUA_TRANSPORT in the environment has precedence, so that a
/// measurement can run as ranks of mpirun.
inline skua::options places(int count, char const* transport = "shm") {
  skua::options o;
  o.places = count;
  o.workers = 1;
  o.transport = transport;
  return o;
}

inline bool started_as_ranks() {
  char const* const transport = std::getenv("SKUA_TRANSPORT");
  return transport != nullptr && std::string_view(transport) == "mpi";
}

/// Median and 90 % quantile of latencies, in microseconds.
inline void put_latencies(figures& result, std::string const& name, std::vector<double> const& ns) {
  double const middle = median(ns);
  result[name + "_us"] = middle * 1e-3;
  result[name + "_p90_us"] = quantile(ns, 0.9) * 1e-3;
  result.try_emplace(time_figure, middle * 1e-9);
}

/// Adds the case and the measurement of its name.
inline void add_places_case(suite& registry, std::string const& name, std::function<figures()> measure,
                            std::vector<target> targets = {}) {
  registry.add_measurement(name, std::move(measure));
  registry.add(
      name,
      [name](benchmark::State& state) {
        if (skipped_on_one_cpu(state)) return;
        for (auto _ : state) {
          load_meter const load;
          report(state, figures_of_child(name), load);
        }
      },
      std::move(targets));
}

/// Memory that all places of one host see at the same address. It is allocated before the places
/// start, for time stamps and flags that must bypass the measured path. One per process.
template <class Board>
class shared_board {
 public:
  shared_board() {
    void* const p = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(p != MAP_FAILED, "no shared memory for the board");
    board_ = new (p) Board{};
  }
  ~shared_board() {
    munmap(board_, sizeof(Board));
    board_ = nullptr;
  }
  shared_board(shared_board const&) = delete;
  shared_board& operator=(shared_board const&) = delete;
  static Board& get() noexcept { return *board_; }

 private:
  inline static Board* board_ = nullptr;
};

/// Call in a task, before any wait on the board.
inline void require_one_host() {
  require(std::string_view(skua::transport_name()) != "mpi", "this measurement needs places that share memory");
}

/// Waits without calling the library; throws after ten seconds.
template <class Condition>
void await(Condition&& condition, char const* message) {
  for (auto const end = wall_ns() + 10'000'000'000; !condition();) require(wall_ns() < end, message);
}

/// A flag at each place.
struct place_flag {
  explicit place_flag(int) {}
  std::atomic<bool> raised{false};
  std::atomic<long> count{0};
};
using place_flags = skua::place_local<place_flag>;

/// A task at each place, in one scope.
inline void visit_all(place_flags visited) {
  skua::finish([visited] {
    for (int p = 0; p < skua::places(); ++p)
      skua::spawn(skua::on(p), [visited] { visited->count.fetch_add(1, std::memory_order_relaxed); });
  });
}
/// Calls the library some hundred times.
inline void call_library() { require(fib_finish(opaque(10L)) == fib_answer(10), "a busy place computes wrongly"); }

inline void raise_at(int place, place_flags flags) {
  skua::async(skua::urgent, skua::on(place), [flags] { flags->raised.store(true, std::memory_order_release); }).get();
}
inline long count_at(int place, place_flags flags) {
  return skua::at(place, [flags] { return flags->count.load(std::memory_order_acquire); });
}

}  // namespace bench

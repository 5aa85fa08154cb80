// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One simulated run: a random program of nested scopes with tasks that move between places. The
// seed decides every step.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <skua/detail/sync/coroutine_scope.hpp>
#include <skua/wire/reader.hpp>

#include "protocol/ledger.hpp"
#include "protocol/network.hpp"
#include "protocol/plan.hpp"
#include "protocol/random.hpp"
#include "protocol/sim_place.hpp"

namespace protocol {

struct sum;

class simulation {
 public:
  explicit simulation(plan const& p);
  ~simulation();
  simulation(simulation const&) = delete;
  simulation& operator=(simulation const&) = delete;

  /// Returns an empty string if all went well, else the first complaint.
  std::string run();

  // The program (program.cpp): called by task functions.
  static simulation& current() { return *current_; }
  void task_runs(int task);
  void task_dropped(int task) { book_.dropped(task); }
  /// Returns false if the task cannot be packed.
  bool task_packed(int task);

 private:
  /// The frame of a scope at its home. It is the production frame of coroutines; its end is
  /// announced by a slot in the arrivals.
  struct home_scope : skua::sched::coroutine_scope {
    int entry = 0;
    sum* total = nullptr;
  };

  // Steps (simulation.cpp).
  bool step();
  bool deliver_one();
  void deliver_all();
  [[nodiscard]] bool anything_moves() const;
  [[nodiscard]] bool finished() const;
  /// Place 0 leaves all tasks that may be stolen to thieves, until the outermost scope has ended.
  [[nodiscard]] bool home_is_lazy() const { return plan_.lazy_home && !outermost_ended_; }
  void run_some_task(int q);
  void export_some(int q);
  sim_place& at(int q) { return *sim_places_[static_cast<std::size_t>(q)]; }

  // The program (program.cpp).
  void start();
  void run_slot(int q, skua::sched::slot s);
  void spawn(int q, std::uintptr_t word, int scope);
  void spawn_remote(int q, std::uintptr_t word, int scope, int to);
  void spawn_external(int q);
  void queue(int q, skua::sched::slot const& s, bool urgent);
  int new_task(int scope, bool shielded, bool may_move);
  void open_scope(int q, std::uintptr_t outer, int parent, int depth);
  void close_scope(int q, home_scope* c);
  void cancel_by_handle(int q);
  void contribute(int q, skua::sched::scope_frame* f, int scope);

  // Conditions that must hold (checks.cpp).
  [[nodiscard]] std::string waiting_report();
  void check_at_rest();
  void check_end();
  void expect_no_sums();

  plan plan_;
  dice dice_;
  ledger book_;
  network net_;
  clock time_;
  std::vector<std::unique_ptr<sim_place>> sim_places_;
  std::map<int, std::unique_ptr<home_scope>> homes_;  // by number in the ledger
  std::vector<unsigned> link_speed_, place_speed_;
  unsigned ending_speed_ = 1, export_speed_ = 1;
  struct {
    int place = 0;
    std::uintptr_t word = 0;
    int depth = 0;
  } running_;
  bool outermost_ended_ = false;
  int to_spawn_ = 0;
  std::uint64_t steps_ = 0, barren_ = 0;
  long sums_before_ = 0;
  bool trace_ = false;
  static inline simulation* current_ = nullptr;
};

}  // namespace protocol

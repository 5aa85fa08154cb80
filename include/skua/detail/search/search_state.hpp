// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one search at one place that does not depend on the type of the
// problem: counters, the stop flag, messages between places. It is compiled once, in the library;
// a program that searches instantiates only node_state (node_state.hpp) and state (state.hpp).
//
//   STATE-1  `stop_` is set once and never cleared. From then on tasks pass the nodes that they
//     have not visited to `keep`, and end. So an interrupted search ends like any other: every node
//     is either visited or kept.
// Edges: ME (the handle of this state, for messages to other places). The nodes kept at a stop
// reach the task that reports them through the end of the scope.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/search/monitor.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/search/coordination.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

/// The coordination and the limits in the form that the engine uses.
struct cutting_plan {
  std::int64_t node_budget = 0;       // nodes between cuts; 0: none
  std::int64_t backtrack_budget = 0;  // backtracks between cuts; 0: none
  std::int32_t scatter_below = 0;     // nodes above this depth make a task of each child
  std::int32_t depth_limit = (std::numeric_limits<std::int32_t>::max)();  // from here on nodes are not opened
  std::int32_t shares = 0;                                                // 0: sequential
  std::int32_t on_demand = 0;
  std::int32_t chunked = 0;
  std::int32_t in_order = 0;  // parts are taken in the order of the sequential search
  std::int32_t checks = 0;    // check mode: each node is looked at
  std::int64_t keep_open = 0;
  std::int64_t node_limit = 0;

  static cutting_plan of(coordination const& rule, options const& options, bool order_matters);
};

/// Check mode: a child has a better bound than its parent. Prints a line, once for each type of
/// problem.
SKUA_COLD void report_bound(std::type_info const& problem, double child, double parent);

/// Reducers for the progress of the whole search.
struct common_reducers {
  sum<std::uint64_t> nodes;
  sum<double> share;
};

/// The report of one place at the end.
struct place_report {
  counts done;
  bool cut_short = false;
  std::vector<std::byte> open;  // the nodes kept there, encoded

  template <class Archive>
  void serialize(Archive& archive) {
    archive(done.nodes, done.prunes, done.backtracks, done.tasks, done.cuts, done.improvements, cut_short, open);
  }
};

/// A part of an ordered search as it travels: one node, encoded.
using packed_part = std::vector<std::byte>;

class part_requests;
class search_state;

/// The state of a search at one place behind one type for all problems, so that one type of handle
/// names the states of all places.
class state_holder {
 public:
  /// Each place makes its State from copies of these arguments.
  template <class State, class... Args>
  explicit state_holder(std::type_identity<State>, Args const&... args) : state_(std::make_unique<State>(args...)) {}

  search_state& operator*() const noexcept { return *state_; }
  search_state* operator->() const noexcept { return state_.get(); }

 private:
  std::unique_ptr<search_state> state_;
};

/// Names the states of one search at all places.
using state_handle = place_local<state_holder>;

/// Why a search stops before its end.
enum class stop_reason : std::uint8_t {
  limit,   // of the options, or a request of the user
  answer,  // no other node can be better
};

/// An objective on its way to another place: the bytes of an arithmetic value.
using objective_bytes = std::array<std::byte, sizeof(long double)>;

template <class Value>
objective_bytes bytes_of(Value value) noexcept {
  static_assert(std::is_arithmetic_v<Value> && sizeof(Value) <= sizeof(objective_bytes));
  objective_bytes bytes{};
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}
template <class Value>
Value value_of_bytes(objective_bytes const& bytes) noexcept {
  Value value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

class search_state {
 public:
  search_state(cutting_plan const& rules, common_reducers const& progress_reducers);
  search_state(search_state const&) = delete;
  search_state& operator=(search_state const&) = delete;
  virtual ~search_state();

  cutting_plan const plan;

  /// Stores the handle of the states of all places, with which tasks are sent to other places.
  void set_handle(state_handle const& states);

  void count(counts const& counts) noexcept;
  void progressed(std::uint64_t nodes, double share);
  /// The number of nodes that this place may still visit under the node limit.
  [[nodiscard]] std::int64_t nodes_left() const noexcept {
    // relaxed: the limit need not be exact
    return plan.node_limit - static_cast<std::int64_t>(counters_[0].load(std::memory_order_relaxed));
  }

  // relaxed: polled again and again
  [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  void stop_everywhere(stop_reason why = stop_reason::limit);
  /// Whether nodes that are not visited are part of the result.
  [[nodiscard]] bool needs_open() const noexcept {
    // relaxed: nodes that are kept needlessly do no harm
    return plan.keep_open != 0 && !answered_.load(std::memory_order_relaxed);
  }

  // --- called by `running`, which does not know the problem ---

  /// The best objective known at this place, for progress reports.
  [[nodiscard]] virtual std::optional<double> incumbent() const = 0;
  /// Ordered searches: claims the next part at the home, and searches it. Returns false if there is
  /// none or the search need not continue.
  virtual bool search_next_part(int home, state_handle const& states) = 0;
  /// Removes the kept nodes that can be pruned now and counts them; with `pack` the others are
  /// encoded, otherwise they stay here. After the end of the search.
  virtual place_report report(bool pack) = 0;

 protected:
  /// Lists this state for observers of the program. A derived class that calls it calls unlist() in
  /// its destructor, because an observer may read its members.
  void list(std::optional<double> root_bound);
  void unlist() noexcept { monitor_.reset(); }
  /// Ordered searches: claims the next parts at the home, through the places between in the tree of
  /// places. Fewer than `count`: there are no more.
  std::vector<packed_part> claim_packed(std::uint64_t count, int home, state_handle const& states);
  /// Sends the incumbent, which this place has found or heard from the place `from`.
  void send_incumbent(objective_bytes const& value, int from);
  [[nodiscard]] counts counted() const noexcept;
  /// The handle for tasks; set_handle has been called.
  [[nodiscard]] state_handle const& states() const noexcept { return *states_; }

  std::mutex lock_;  // guards cut_short_ and members of derived classes; no task suspends while it holds it
  bool cut_short_ = false;

 private:
  /// Whether the objective improves the incumbent of this place; if so, it becomes the new one.
  virtual bool raise_incumbent(objective_bytes const& value) noexcept = 0;
  virtual bool is_incumbent(objective_bytes const& value) const noexcept = 0;

  /// Ordered searches, at the home: the next parts; fewer than `count`: there are no more.
  virtual std::vector<packed_part> claim_parts(std::uint64_t count) = 0;

  static std::vector<packed_part> ask_above(std::uint64_t count, int home, state_handle const& states);
  static void send_requests(int home, state_handle states);
  static void receive_incumbent(objective_bytes value, int from, state_handle states);
  static void receive_stop(int from, stop_reason why, state_handle states);
  static void read_state(void const* self, search_sample& to);
  void stop_and_forward(int from, stop_reason why);

  common_reducers const progress_;
  base::atomic<bool> stop_{false};
  base::atomic<bool> answered_{false};  // stopped for its answer
  base::atomic<bool> has_handle_{false};
  std::optional<state_handle> states_;
  std::array<base::atomic<std::uint64_t>, 6> counters_{};
  std::optional<monitored_search> monitor_;
  std::unique_ptr<part_requests> const part_requests_;
};

}  // namespace skua::search::detail

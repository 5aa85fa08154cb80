// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C++ memory model as a machine: each store is a message with a view, and each thread has a
// view of the messages.
//
// In the style of the view machines of Kang et al., "A promising semantics for relaxed-memory
// concurrency" (POPL 2017), without promises: load buffering does not occur. seq_cst operations
// follow one total order. That order is a separate view (sequential_), so that it relates seq_cst
// operations and fences only.
//
//   MEMORY-1  A location's history is ordered by timestamp; a thread reads no message older than
//     its view.
//   MEMORY-2  An RMW reads the newest message, and its own comes directly after it (no late store
//     comes between).
//   MEMORY-3  The message of a release store carries the view of its thread, that of a weaker store
//     the view at its last release fence. An RMW adds the view of the message that it replaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "explore/memory_order.hpp"
#include "explore/options.hpp"
#include "explore/oracle.hpp"
#include "explore/view.hpp"

namespace skua::model {

/// Outcome of a load: the value, and whether fairness cut the choice (see memory::floor_of).
struct reading {
  std::uint64_t value;
  bool restricted;
};

class memory {
 public:
  explicit memory(oracle& o) : oracle_(o) {}

  void reset(options const& o) {
    options_ = &o;
    used_ = 0;
    sequential_ = heavy_ = view{};
    threads_ = {};
    for (std::size_t i = 0; i < max_threads; ++i) threads_[i].current.clock[i] = 1;
  }

  /// Thread `child` begins with the view of `parent`; `join` gives the view back at the end.
  void start(std::size_t parent, std::size_t child) {
    threads_[child].current.join(threads_[parent].current);
    ++threads_[parent].current.clock[parent];
  }
  void join(std::size_t parent, std::size_t child) { threads_[parent].current.join(threads_[child].current); }

  // `lasting`: it existed before the execution, so its construction happens before all steps.
  std::uint32_t create(std::size_t t, void const* address, std::uint64_t value, bool lasting) {
    if (used_ == max_locations) oracle_.fail("more than max_locations atomics in one execution");
    if (used_ == locations_.size()) locations_.emplace_back();
    location& l = locations_[used_];
    view& own_view = threads_[t].current;
    l.address = address;
    l.name = nullptr;
    l.alive = true;
    l.creator = t;
    l.created = lasting ? 0 : own_view.clock[t];
    l.used = {};
    l.read = {};
    l.history.clear();
    l.history.push_back({gap, value, false, view{}});
    own_view.oldest_store[used_] = gap;
    ++own_view.clock[t];
    return static_cast<std::uint32_t>(used_++);
  }

  /// Ends a location. Every use by another thread must happen before this call; no use may follow.
  void destroy(std::size_t t, std::uint32_t id) {
    location& l = locations_[id];
    for (std::size_t u = 0; u < max_threads; ++u) {
      if (u != t && l.used[u] > threads_[t].current.clock[u]) {
        oracle_.fail(name_of(id) + " is destroyed by T" + std::to_string(t) + " while a use by T" + std::to_string(u) +
                     " may still be under way");
      }
    }
    l.alive = false;
  }

  [[nodiscard]] bool knows(std::uint32_t id, void const* address) const {
    return id < used_ && locations_[id].address == address && locations_[id].alive;
  }
  void name(std::uint32_t id, char const* text) { locations_[id].name = text; }

  reading load(std::size_t t, std::uint32_t id, std::memory_order o) {
    location& l = use(t, id);
    bool restricted = false;
    timestamp const low = floor_of(t, id, o, restricted);
    std::size_t const newest = l.history.size() - 1;
    std::size_t readable = 1;
    while (readable <= newest && l.history[newest - readable].time >= low) ++readable;
    std::size_t const missed = oracle_.choose(readable);
    message const& m = l.history[newest - missed];
    observe(t, id, m, o, missed != 0);
    oracle_.note({"load", id, m.value, static_cast<int>(o), missed});
    return {m.value, restricted};
  }

  void store(std::size_t t, std::uint32_t id, std::uint64_t value, std::memory_order o) {
    location& l = use(t, id);
    std::size_t index = l.history.size();
    if (options_->late_stores) {
      timestamp low = threads_[t].current.oldest_store[id];
      low = is_sequential(o) ? std::max(low, sequential_.oldest_store[id]) : low;
      std::size_t positions = 1;
      while (l.history[index - positions].time > low && !l.history[index - positions].from_rmw) ++positions;
      index -= oracle_.choose(positions);
    }
    place(t, id, index, value, o, nullptr);
    oracle_.note({"store", id, value, static_cast<int>(o), l.history.size() - 1 - index});
  }

  /// An RMW that always writes: returns the value it replaced.
  template <class Change>
  std::uint64_t modify(std::size_t t, std::uint32_t id, std::memory_order o, Change const& change) {
    location& l = use(t, id);
    std::uint64_t const old_value = l.history.back().value;
    std::uint64_t const new_value = change(old_value);
    replace(t, id, new_value, o);
    oracle_.note({"rmw", id, new_value, static_cast<int>(o), 0});
    return old_value;
  }

  /// compare_exchange. A failure is a load, so it may see an older value if that value differs from
  /// `expected`.
  bool compare_exchange(std::size_t t, std::uint32_t id, std::uint64_t& expected, std::uint64_t desired,
                        std::memory_order success, std::memory_order failure, bool weak) {
    location& l = use(t, id);
    bool restricted = false;
    timestamp const low = floor_of(t, id, failure, restricted);
    std::size_t const newest = l.history.size() - 1;
    candidates_.clear();
    candidates_.push_back(newest);
    for (std::size_t i = newest; i-- > 0 && l.history[i].time >= low;)
      if (l.history[i].value != expected) candidates_.push_back(i);
    bool const matches = l.history[newest].value == expected;
    std::size_t const spurious = weak && options_->spurious_failures && matches ? 1 : 0;
    std::size_t const choice = oracle_.choose(candidates_.size() + spurious);
    if (choice == 0 && matches) {
      replace(t, id, desired, success);
      oracle_.note({"cas succeeds", id, desired, static_cast<int>(success), 0});
      return true;
    }
    std::size_t const index = choice < candidates_.size() ? candidates_[choice] : newest;
    message const& m = l.history[index];
    observe(t, id, m, failure, index != newest);
    oracle_.note({"cas fails, sees", id, m.value, static_cast<int>(failure), newest - index});
    expected = m.value;
    return false;
  }

  /// The value that a futex call compares: the newest, read without ordering.
  std::uint64_t peek(std::size_t t, std::uint32_t id) {
    message const& m = use(t, id).history.back();
    threads_[t].current.oldest_store[id] = m.time;
    return m.value;
  }

  void fence(std::size_t t, std::memory_order o) {
    thread_state& s = threads_[t];
    if (is_acquire(o)) s.current.join(s.acquirable);
    if (is_sequential(o)) {
      s.current.join_stores(sequential_);
      sequential_.join_stores(s.current);
    }
    if (is_release(o)) {
      s.released = s.settled = s.current;
      ++s.current.clock[t];
    }
    oracle_.note({"fence", no_location, 0, static_cast<int>(o), 0});
  }

  // The asymmetric pair. A heavy fence is a barrier in every thread at its current point, but the
  // compiler may have moved operations across that point. So the fence covers the writes of a
  // thread up to its last release or light fence (`settled`). That thread sees the writes before
  // the heavy fence from its next light fence on. Two light fences are not ordered. (P1202R5 has
  // the light fence only; a release restrains the compiler as well.)
  void light_fence(std::size_t t) {
    thread_state& s = threads_[t];
    s.current.join_stores(heavy_);
    s.settled = s.current;
    ++s.current.clock[t];
    oracle_.note({"light fence", no_location, 0, -1, 0});
  }

  void heavy_fence(std::size_t t, std::size_t thread_count) {
    if (options_->heavy_fence_everywhere) {
      for (int round = 0; round < 2; ++round)  // twice: each thread sees the writes of each other thread
        for (std::size_t u = 0; u < thread_count; ++u) fence(u, std::memory_order_seq_cst);
    }
    for (std::size_t u = 0; u < thread_count; ++u) threads_[t].current.join(threads_[u].settled);
    fence(t, std::memory_order_seq_cst);
    heavy_.join_stores(threads_[t].current);
    oracle_.note({"heavy fence", no_location, 0, -1, 0});
  }

  /// cpu_relax(): from here on the thread must not read the same stale message again. Returns
  /// whether it has read a stale message since the last call.
  bool relax(std::size_t t) {
    thread_state& s = threads_[t];
    bool const stale = s.stale;
    s.stale = false;
    ++s.rounds;
    return stale;
  }

  [[nodiscard]] view const& current(std::size_t t) const { return threads_[t].current; }

  [[nodiscard]] std::string name_of(std::uint32_t id) const {
    return id < used_ && locations_[id].name != nullptr ? locations_[id].name : "atomic " + std::to_string(id);
  }

 private:
  static constexpr timestamp gap = 1U << 16U;  // room for late stores between two adjacent stores

  struct message {
    timestamp time;
    std::uint64_t value;
    bool from_rmw;
    view released;
  };

  struct last_read {
    timestamp time = 0;
    std::uint32_t round = 0;
    unsigned stale = 0;
  };

  struct location {
    void const* address = nullptr;
    char const* name = nullptr;
    bool alive = false;
    std::size_t creator = 0;
    clock_value created = 0;
    std::array<clock_value, max_threads> used{};
    std::array<last_read, max_threads> read{};
    std::vector<message> history;
  };

  struct thread_state {
    view current;     // the bound for the thread's next operation
    view acquirable;  // added to `current` by an acquire fence
    view released;    // the view at the last release fence
    view settled;     // the writes that the compiler cannot delay any more
    std::uint32_t rounds = 0;
    bool stale = false;
  };

  location& use(std::size_t t, std::uint32_t id) {
    location& l = locations_[id];
    if (threads_[t].current.clock[l.creator] < l.created && l.creator != t) {
      oracle_.fail(name_of(id) + " is used by T" + std::to_string(t) + " but its construction by T" +
                   std::to_string(l.creator) + " does not happen before");
    }
    l.used[t] = threads_[t].current.clock[t];
    return l;
  }

  // The oldest timestamp that t may read. Fairness: after cpu_relax() t must not read the same
  // stale message again, and never more than options::stale_reads stale messages in a row.
  timestamp floor_of(std::size_t t, std::uint32_t id, std::memory_order o, bool& restricted) {
    location const& l = locations_[id];
    timestamp low = threads_[t].current.oldest_store[id];
    if (is_sequential(o)) low = std::max(low, sequential_.oldest_store[id]);
    last_read const& r = l.read[t];
    timestamp const newest = l.history.back().time;
    if (r.time >= low && r.round != threads_[t].rounds) {
      restricted = true;
      low = r.time < newest ? r.time + 1 : low;
    }
    if (r.stale >= options_->stale_reads) {
      restricted = true;
      low = newest;
    }
    return low;
  }

  void observe(std::size_t t, std::uint32_t id, message const& m, std::memory_order o, bool stale) {
    thread_state& s = threads_[t];
    last_read& r = locations_[id].read[t];
    r.time = m.time;
    r.round = s.rounds;
    r.stale = stale ? r.stale + 1 : 0;
    s.stale = s.stale || stale;
    s.current.oldest_store[id] = std::max(s.current.oldest_store[id], m.time);
    s.acquirable.join(m.released);
    if (is_acquire(o)) s.current.join(m.released);
    if (is_sequential(o)) sequential_.oldest_store[id] = std::max(sequential_.oldest_store[id], m.time);
  }

  void replace(std::size_t t, std::uint32_t id, std::uint64_t value, std::memory_order o) {
    location& l = locations_[id];
    message const replaced = l.history.back();
    observe(t, id, replaced, o, false);
    place(t, id, l.history.size(), value, o, &replaced);
  }

  void place(std::size_t t, std::uint32_t id, std::size_t index, std::uint64_t value, std::memory_order o,
             message const* replaced) {
    thread_state& s = threads_[t];
    std::vector<message>& history = locations_[id].history;
    timestamp const predecessor = history[index - 1].time;
    timestamp const time =
        index == history.size() ? predecessor + gap : predecessor + (history[index].time - predecessor) / 2;
    if (time == predecessor) oracle_.fail("too many late stores between two stores to " + name_of(id));
    if (is_release(o)) s.settled = s.current;
    message m{time, value, replaced != nullptr, is_release(o) ? s.current : s.released};
    if (replaced != nullptr) m.released.join(replaced->released);
    m.released.oldest_store[id] = time;
    s.current.oldest_store[id] = time;
    if (is_sequential(o)) sequential_.oldest_store[id] = std::max(sequential_.oldest_store[id], time);
    history.insert(history.begin() + static_cast<std::ptrdiff_t>(index), m);
    ++s.current.clock[t];
  }

  oracle& oracle_;
  options const* options_ = nullptr;
  std::deque<location> locations_;
  std::size_t used_ = 0;
  std::array<thread_state, max_threads> threads_{};
  view sequential_, heavy_;
  std::vector<std::size_t> candidates_;
};

}  // namespace skua::model

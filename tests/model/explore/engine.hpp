// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one test body under every schedule, that is, every choice of the next thread and of the
// value of each load.
//
// Between two steps another thread may take over. The engine leaves out points that add nothing.
// One is right after a switch: the switch could have chosen the other thread. The other is after a
// plain load: a takeover before the load, and a read of the older value, is the same execution.
// Switches away from a thread that cannot continue are free; all other switches count against
// options::preemptions.
//
//   EXPLORER-1  Exactly one context runs; current_ names it while a model thread runs.
//   EXPLORER-2  A thread that spins (relaxed) runs again only after another thread wrote something
//     since its round began.
//   EXPLORER-3  After a failure no model thread runs again; their stacks are abandoned and prepared
//     again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explore/context.hpp"
#include "explore/decisions.hpp"
#include "explore/memory.hpp"
#include "explore/model_thread.hpp"
#include "explore/options.hpp"

namespace skua::model {

class engine;
inline engine* active = nullptr;  // the engine that runs an execution now

class engine final : public oracle {
 public:
  using job = std::function<void()>;

  engine() : memory_(*this) {}

  /// Runs `setup`, which adds threads and final checks; then runs those. Returns true if there was
  /// no failure.
  bool run(options const& o, decisions& path, job const& setup, bool tracing) {
    options_ = &o;
    path_ = &path;
    tracing_ = tracing;
    trace_.clear();
    failure_.clear();
    steps_ = 0;
    preemptions_ = 0;
    writes_ = 0;
    count_ = 1;
    ++serial_;
    path.rewind();
    memory_.reset(o);
    active = this;
    stage_ = stage::setup;
    perform(0, setup);
    if (failure_.empty() && count_ > 1) {
      for (std::size_t i = 1; i < count_; ++i) memory_.start(0, i);
      stage_ = stage::parallel;
      current_ = 0;
      go_on();
    }
    if (failure_.empty()) {
      for (std::size_t i = 1; i < count_; ++i) memory_.join(0, i);
      stage_ = stage::after;
      perform(0, [this] {
        for (job const& f : finals_) f();
        owned_.clear();
      });
    }
    active = nullptr;
    owned_.clear();
    finals_.clear();
    if (!path.consistent() && failure_.empty())
      failure_ = "the test is not deterministic: the same decisions led to other alternatives";
    return failure_.empty();
  }

  void add_thread(job body) {
    if (stage_ != stage::setup || count_ == max_threads) fail("threads are added by the body, at most max_threads - 1");
    threads_[count_++].body = std::move(body);
  }
  void add_final(job f) { finals_.push_back(std::move(f)); }
  void own(std::shared_ptr<void> object) { owned_.push_back(std::move(object)); }

  /// A step that other threads may notice: a point where another thread may take over.
  void point() {
    if (stage_ != stage::parallel) return;
    model_thread& me = threads_[current_];
    count_step();
    if (options_->slice != 0 && ++slice_used_ > options_->slice) {
      gather_enabled(current_);
      if (!enabled_.empty()) {
        auto const later = std::upper_bound(enabled_.begin(), enabled_.end(), current_);
        change_to(later != enabled_.end() ? *later : enabled_.front());
      }
      me.skip = false;
    }
    if (me.skip) {
      me.skip = false;
      return;
    }
    if (preemptions_ >= options_->preemptions) return;
    gather_enabled(current_);
    std::size_t const choice = choose(enabled_.size() + 1);
    if (choice != 0) {
      ++preemptions_;
      change_to(enabled_[choice - 1]);
      me.skip = false;
    }
  }

  void relax() {
    if (stage_ != stage::parallel) fail("the body or a final check would spin for ever");
    model_thread& me = threads_[current_];
    count_step();
    note({"relax", no_location, 0, -1, 0});
    me.state = state::relaxed;
    me.mark = me.has_read ? me.mark : writes_ - me.writes;
    if (memory_.relax(current_)) me.mark = ~std::uint64_t{0};  // a newer value is there already
    me.has_read = false;
    go_on();
  }

  /// Futex-like: sleeps if the newest value is `old`. Returns false if the wait timed out.
  bool wait(std::uint32_t id, std::uint64_t old, bool timed) {
    if (memory_.peek(current_, id) != old) return true;
    if (stage_ != stage::parallel) fail("the body or a final check would sleep for ever");
    model_thread& me = threads_[current_];
    note({timed ? "sleeps (timed)" : "sleeps", id, old, -1, 0});
    me.state = timed ? state::sleeping_timed : state::sleeping;
    me.waits_for = id;
    me.timed_out = false;
    go_on();
    note({me.timed_out ? "times out" : "wakes", id, 0, -1, 0});
    return !me.timed_out;
  }

  void wake(std::uint32_t id, std::size_t how_many) {
    note({"wake", id, how_many, -1, 0});
    for (; how_many > 0; --how_many) {
      enabled_.clear();
      for (std::size_t i = 1; i < count_; ++i) {
        model_thread const& t = threads_[i];
        if ((t.state == state::sleeping || t.state == state::sleeping_timed) && t.waits_for == id)
          enabled_.push_back(i);
      }
      if (enabled_.empty()) return;
      threads_[enabled_[choose(enabled_.size())]].state = state::ready;
    }
  }

  // The operations of atomic<T> report themselves here.
  void about_to_read() {
    model_thread& me = threads_[current_];
    if (!me.has_read) {
      me.has_read = true;
      me.mark = writes_ - me.writes;
    }
  }
  void has_loaded(bool next_point_redundant) {
    // with heavy_fence_everywhere a fence of another thread may change this thread's view
    bool const is_view_private = !options_->heavy_fence_everywhere;
    threads_[current_].skip = next_point_redundant && is_view_private && stage_ == stage::parallel;
  }
  void has_written(bool value_changed) {
    if (value_changed) {  // else two spinning exchanges would wake each other for ever
      ++writes_;
      ++threads_[current_].writes;
    }
  }

  [[nodiscard]] model::memory& mem() { return memory_; }
  [[nodiscard]] std::size_t current() const { return current_; }
  [[nodiscard]] std::size_t thread_count() const { return count_; }
  [[nodiscard]] std::uint32_t serial() const { return serial_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] std::string const& failure() const { return failure_; }
  [[nodiscard]] std::string const& mutation() const { return options_->mutation; }

  [[nodiscard]] std::string trace() const { return text_of(trace_); }

  std::size_t choose(std::size_t alternatives) override {
    if (alternatives > decisions::max_alternatives) fail("more than max_alternatives ways to go on");
    return path_->take(alternatives);
  }

  [[noreturn]] void fail(std::string text) override {
    failure_ = std::move(text);  // what an abandoned stack holds is never freed
    for (model_thread& t : threads_) t.prepared = false;
    context::change(threads_[current_].stack, main_);
    std::terminate();  // an abandoned stack is never entered again
  }

  void note(event const& e) override {
    if (tracing_)
      trace_.push_back({current_, e, e.location == no_location ? std::string() : memory_.name_of(e.location)});
  }

 private:
  enum class stage { setup, parallel, after };
  using state = model_thread::state_kind;

  void count_step() {
    if (++steps_ > options_->max_steps) fail("livelock: more than max_steps steps");
  }

  [[nodiscard]] bool enabled(model_thread const& t) const {
    switch (t.state) {
      case state::ready:
        return true;
      case state::relaxed:
        return t.mark == ~std::uint64_t{0} || writes_ - t.writes > t.mark;
      case state::sleeping_timed:
        return t.timeouts < options_->timeouts;
      default:
        return false;
    }
  }

  void gather_enabled(std::size_t except) {
    enabled_.clear();
    for (std::size_t i = 1; i < count_; ++i)
      if (i != except && enabled(threads_[i])) enabled_.push_back(i);
  }

  // The current thread cannot or need not continue: any enabled thread may be next.
  void go_on() {
    gather_enabled(0);
    if (enabled_.empty()) {
      bool all_finished = true;
      for (std::size_t i = 1; i < count_; ++i) {
        if (threads_[i].state == state::sleeping_timed) enabled_.push_back(i);  // only its timeout can happen
        all_finished = all_finished && threads_[i].state == state::finished;
      }
      if (all_finished) {
        context::change(threads_[current_].stack, main_);
        return;
      }
      if (enabled_.empty()) fail(deadlock_text());
    }
    if (options_->delays && current_ != 0) {  // in a fixed cyclic order, unless a delay is spent
      auto const later = std::upper_bound(enabled_.begin(), enabled_.end(), current_);
      std::rotate(enabled_.begin(), later, enabled_.end());
      if (preemptions_ >= options_->preemptions) enabled_.resize(1);
    }
    std::size_t const choice = choose(enabled_.size());
    preemptions_ += options_->delays && current_ != 0 && choice != 0 ? 1 : 0;
    change_to(enabled_[choice]);
  }

  void change_to(std::size_t next) {
    model_thread& successor = threads_[next];
    if (successor.state == state::sleeping_timed) {
      successor.timed_out = true;
      ++successor.timeouts;
    }
    successor.state = state::ready;
    successor.skip = true;
    slice_used_ = 0;
    std::size_t const previous = current_;
    current_ = next;
    if (previous == next) return;
    prepare(successor);
    // The first switch of an execution leaves the main context: thread 0 has finished the set-up.
    context::change(stage_ == stage::parallel && previous == 0 ? main_ : threads_[previous].stack, successor.stack);
  }

  [[nodiscard]] std::string deadlock_text() const {
    std::string text = "deadlock:";
    for (std::size_t i = 1; i < count_; ++i) {
      model_thread const& t = threads_[i];
      if (t.state == state::sleeping)
        text += " T" + std::to_string(i) + " sleeps on " + memory_.name_of(t.waits_for) + ",";
      else if (t.state == state::relaxed)
        text += " T" + std::to_string(i) + " spins and no thread will write,";
    }
    text.back() = ' ';
    return text;
  }

  void prepare(model_thread& t) {
    if (!t.prepared) {
      t.stack.prepare(&engine::enter);
      t.prepared = true;
    }
  }

  // Runs a job on thread 0's stack, outside the schedule.
  void perform(std::size_t index, job const& body) {
    for (model_thread& t : threads_)
      if (stage_ == stage::setup) t.reset();
    model_thread& t = threads_[index];
    t.body = body;
    current_ = index;
    prepare(t);
    context::change(main_, t.stack);
  }

  // The life of a model thread's stack: one body per execution.
  static void enter() {
    context::arrived();
    for (;;) {
      engine& e = *active;
      model_thread& me = e.threads_[e.current_];
      try {
        me.body();
      } catch (std::exception const& x) {
        e.fail(std::string("an exception leaves a model thread: ") + x.what());
      } catch (...) {
        e.fail("an exception leaves a model thread");
      }
      me.state = state::finished;
      if (e.stage_ == stage::parallel)
        e.go_on();
      else
        context::change(me.stack, e.main_);
    }
  }

  model::memory memory_;
  options const* options_ = nullptr;
  decisions* path_ = nullptr;
  bool tracing_ = false;
  stage stage_ = stage::setup;
  std::size_t current_ = 0;
  std::size_t count_ = 1;
  std::uint32_t serial_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t writes_ = 0;
  unsigned preemptions_ = 0;
  unsigned slice_used_ = 0;  // steps since another thread ran
  std::array<model_thread, max_threads> threads_;
  context main_;
  std::vector<std::size_t> enabled_;
  std::vector<job> finals_;
  std::vector<std::shared_ptr<void>> owned_;
  std::vector<traced> trace_;
  std::string failure_;
};

}  // namespace skua::model

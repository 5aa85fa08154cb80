// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one test body under every schedule: who steps next, and what each load returns.
//
// Between two steps another thread may take over. Such a point is left out where it adds nothing:
// right after a switch (the other thread could have been taken there), and after a plain load
// (taking over before the load and reading the older value gives the same execution). Switches away
// from a thread that cannot go on are free; the others count against options::preemptions.
//
// I1: exactly one context runs; current_ names it while a model thread runs.
// I2: a thread that spins (relaxed) runs again only after somebody else wrote something since its
// round began.
// I3: after a failure no model thread runs again; stacks are abandoned and prepared anew.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "explore/context.hpp"
#include "explore/decisions.hpp"
#include "explore/memory.hpp"
#include "explore/model_thread.hpp"
#include "explore/options.hpp"

namespace skua::model {

class engine;
inline engine* active = nullptr;  // the exploration whose body runs now

class engine final : public oracle {
 public:
  using job = std::function<void()>;

  engine() : memory_(*this) {}

  /// Runs `setup`, which adds threads and final checks, then everything it added. True: nothing
  /// failed.
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
      for (std::size_t i = 1; i < count_; ++i) {
        memory_.start(0, i);
      }
      stage_ = stage::parallel;
      current_ = 0;
      go_on();
    }
    if (failure_.empty()) {
      for (std::size_t i = 1; i < count_; ++i) {
        memory_.join(0, i);
      }
      stage_ = stage::after;
      perform(0, [this] {
        for (job const& f : finals_) {
          f();
        }
        owned_.clear();
      });
    }
    active = nullptr;
    owned_.clear();
    finals_.clear();
    if (!path.consistent() && failure_.empty()) {
      failure_ = "the test is not deterministic: the same decisions led to other alternatives";
    }
    return failure_.empty();
  }

  void add_thread(job body) {
    if (stage_ != stage::setup || count_ == max_threads) {
      fail("threads are added by the body, at most max_threads - 1");
    }
    threads_[count_++].body = std::move(body);
  }
  void add_final(job f) { finals_.push_back(std::move(f)); }
  void own(std::shared_ptr<void> object) { owned_.push_back(std::move(object)); }

  /// A step that others may notice: the place where another thread may take over.
  void point() {
    if (stage_ != stage::parallel) {
      return;
    }
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
    if (preemptions_ >= options_->preemptions) {
      return;
    }
    gather_enabled(current_);
    std::size_t const way = choose(enabled_.size() + 1);
    if (way != 0) {
      ++preemptions_;
      change_to(enabled_[way - 1]);
      me.skip = false;
    }
  }

  void relax() {
    if (stage_ != stage::parallel) {
      fail("the body or a final check would spin for ever");
    }
    model_thread& me = threads_[current_];
    count_step();
    note({"relax", no_location, 0, -1, 0});
    me.state = state::relaxed;
    me.mark = me.looked ? me.mark : writes_ - me.writes;
    if (memory_.relax(current_)) {
      me.mark = ~std::uint64_t{0};  // it has news to read already
    }
    me.looked = false;
    go_on();
  }

  /// Futex-like: sleeps if the newest value is `old`. False: the wait timed out.
  bool wait(std::uint32_t id, std::uint64_t old, bool timed) {
    if (memory_.peek(current_, id) != old) {
      return true;
    }
    if (stage_ != stage::parallel) {
      fail("the body or a final check would sleep for ever");
    }
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
        model_thread const& other = threads_[i];
        if ((other.state == state::sleeping || other.state == state::sleeping_timed) && other.waits_for == id) {
          enabled_.push_back(i);
        }
      }
      if (enabled_.empty()) {
        return;
      }
      threads_[enabled_[choose(enabled_.size())]].state = state::ready;
    }
  }

  // What the operations of atomic<T> report about themselves.
  void about_to_read() {
    model_thread& me = threads_[current_];
    if (!me.looked) {
      me.looked = true;
      me.mark = writes_ - me.writes;
    }
  }
  void has_loaded(bool next_point_redundant) {
    bool const untouched = !options_->heavy_fence_everywhere;  // else others may change this thread's view
    threads_[current_].skip = next_point_redundant && untouched && stage_ == stage::parallel;
  }
  void has_written(bool news) {
    if (news) {  // else two spinning exchanges would keep each other busy
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
    if (alternatives > decisions::max_alternatives) {
      fail("more than max_alternatives ways to go on");
    }
    return path_->take(alternatives);
  }

  [[noreturn]] void fail(std::string const& text) override {
    failure_ = text;
    for (model_thread& t : threads_) {
      t.prepared = false;
    }
    context::change(threads_[current_].stack, main_);
    std::terminate();  // an abandoned stack is never entered again
  }

  void note(event const& e) override {
    if (tracing_) {
      trace_.push_back({current_, e, e.location == no_location ? std::string() : memory_.name_of(e.location)});
    }
  }

 private:
  enum class stage { setup, parallel, after };
  using state = model_thread::state_kind;

  void count_step() {
    if (++steps_ > options_->max_steps) {
      fail("livelock: more than max_steps steps");
    }
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
    for (std::size_t i = 1; i < count_; ++i) {
      if (i != except && enabled(threads_[i])) {
        enabled_.push_back(i);
      }
    }
  }

  // The current thread cannot or need not go on: anybody may be next.
  void go_on() {
    gather_enabled(0);
    if (enabled_.empty()) {
      bool all_finished = true;
      for (std::size_t i = 1; i < count_; ++i) {
        if (threads_[i].state == state::sleeping_timed) {
          enabled_.push_back(i);  // nothing else can happen but its timeout
        }
        all_finished = all_finished && threads_[i].state == state::finished;
      }
      if (all_finished) {
        context::change(threads_[current_].stack, main_);
        return;
      }
      if (enabled_.empty()) {
        fail(who_waits());
      }
    }
    if (options_->delays && current_ != 0) {  // in a fixed cyclic order, unless a delay is spent
      auto const later = std::upper_bound(enabled_.begin(), enabled_.end(), current_);
      std::rotate(enabled_.begin(), later, enabled_.end());
      if (preemptions_ >= options_->preemptions) {
        enabled_.resize(1);
      }
    }
    std::size_t const way = choose(enabled_.size());
    preemptions_ += options_->delays && current_ != 0 && way != 0 ? 1 : 0;
    change_to(enabled_[way]);
  }

  void change_to(std::size_t next) {
    model_thread& to = threads_[next];
    if (to.state == state::sleeping_timed) {
      to.timed_out = true;
      ++to.timeouts;
    }
    to.state = state::ready;
    to.skip = true;
    slice_used_ = 0;
    std::size_t const before = current_;
    current_ = next;
    if (before == next) {
      return;
    }
    prepare(to);
    // The first switch of an execution leaves the main context: thread 0 has ended its set-up.
    context::change(stage_ == stage::parallel && before == 0 ? main_ : threads_[before].stack, to.stack);
  }

  [[nodiscard]] std::string who_waits() const {
    std::string text = "deadlock:";
    for (std::size_t i = 1; i < count_; ++i) {
      model_thread const& t = threads_[i];
      if (t.state == state::sleeping) {
        text += " T" + std::to_string(i) + " sleeps on " + memory_.name_of(t.waits_for) + ",";
      } else if (t.state == state::relaxed) {
        text += " T" + std::to_string(i) + " spins and nobody will write,";
      }
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
    for (model_thread& t : threads_) {
      if (stage_ == stage::setup) {
        t.reset();
      }
    }
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
      if (e.stage_ == stage::parallel) {
        e.go_on();
      } else {
        context::change(me.stack, e.main_);
      }
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

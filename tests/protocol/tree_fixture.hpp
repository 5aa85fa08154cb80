// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few places and one scope, driven message by message. Tasks are tokens.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include <skua/detail/core/suspend.hpp>
#include <skua/detail/sync/coroutine_scope.hpp>

#include "core/cancel.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "protocol/tree_place.hpp"

namespace protocol {

class tree_test : public ::testing::Test {
 protected:
  using frame = skua::sched::scope_frame;
  using kind = skua::remote::kind;
  static constexpr int places = 4;

  explicit tree_test(int deepest = 100) {
    for (int q = 0; q < places; ++q) places_.push_back(std::make_unique<tree_place>(net, q, places, deepest));
    home_.place = &place(0);
    home_.outer = 0;
    home_.parent = 0;
    home_.base = nullptr;
    home_.owner = nullptr;
    home_.extension = nullptr;
    home_.state.raise(skua::sched::scope_waiting);
  }
  ~tree_test() override {
    EXPECT_TRUE(net.empty());
    for (int q = 0; q < places; ++q) EXPECT_TRUE(place(q).scopes.proxies.empty()) << "at place " << q;
    if (home_.state.extended()) skua::sched::retire_extension(place(0), &home_);
  }

  tree_place& at(int q) { return *places_[static_cast<std::size_t>(q)]; }
  skua::sched::place& place(int q) { return at(q).place(); }
  frame* home() { return &home_; }
  frame* proxy(int q) { return at(q).frame_of(home_.extension->id); }
  static std::int64_t tokens(frame* f) { return f->state.load() / skua::sched::scope_token; }
  static bool cancelled(frame* f) { return f->state.has(skua::sched::scope_cancelled); }
  bool ended() { return !place(0).arrived.tasks.empty(); }

  void add(frame* f, int n = 1) { f->state.add(n); }
  void task_ends(int q, frame* f) { skua::sched::release_token(&place(q), reinterpret_cast<std::uintptr_t>(f)); }
  /// n tasks of f, each with a token, leave place q.
  void depart(int q, frame* f, int to, int n = 1) {
    std::vector<std::byte> const list(static_cast<std::size_t>(n) * 16);  // tasks without contents
    at(q).tree().depart(f, to, {static_cast<std::uint32_t>(n), false, false, false, list});
    for (; n > 0; --n) task_ends(q, f);
  }
  /// A batch arrives and is handled up to its acknowledgement.
  skua::remote::scope_tree::arrival arrive(int from, int to) {
    EXPECT_EQ(net.next(from, to), kind::tasks);
    batches_.push_back(net.take(from, to));
    return at(to).tree().arrive(from, batches_.back().body);
  }
  frame* arrives(int from, int to) {
    auto const a = arrive(from, to);
    at(to).tree().queued(a);
    return a.frame;
  }
  /// depart and arrives; returns the frame of the scope at the receiving place.
  frame* moves(int from, frame* f, int to, int tasks = 1) {
    depart(from, f, to, tasks);
    return arrives(from, to);
  }
  void deliver(int from, int to, kind expected) {
    ASSERT_NE(net.waiting(from, to), 0u);
    ASSERT_EQ(net.next(from, to), expected);
    at(to).receive(from, net.take(from, to));
  }
  /// The only proxy at place q that has lost its last token reports "done".
  void reports(int q) {
    ASSERT_EQ(at(q).ending(), 1u);
    at(q).report_done();
  }
  /// reports(q), and the parent at place `to` receives it.
  void done(int q, int to) {
    reports(q);
    deliver(q, to, kind::done);
  }
  void cancel(int q, frame* f) { skua::sched::cancel_scope(place(q), f); }
  void fail(int q, frame* f, char const* text) {
    skua::sched::record_error(place(q), f, std::make_exception_ptr(std::runtime_error(text)));
  }

  network net{places};

 private:
  std::vector<std::unique_ptr<tree_place>> places_;
  skua::sched::coroutine_scope home_{};
  std::vector<message> batches_;
};

}  // namespace protocol

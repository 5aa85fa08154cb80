// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that wait for several inputs: each starts once, after all of its inputs, or is discarded
// once; it is destroyed once, and no thread touches it or its parker afterwards.
// Production headers: inputs.hpp, wait_list.hpp, parker.hpp, wait_cancel.hpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <span>

#include <skua/detail/core/scope_state.hpp>

#include "core/wait_cancel.hpp"
#include "explore/expect.hpp"
#include "sync/inputs.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::sched::completion;
using skua::sched::parker;
using skua::sched::register_inputs;
using skua::sched::wait_node;
using skua::sched::wake_reason;
using skua::sched::withdraw;
using namespace model::orders;

struct place_of_task;

struct waiting_task {
  struct input : wait_node {
    waiting_task* task = nullptr;
    completion* completes = nullptr;
    completion& needed() const noexcept { return *completes; }
  };

  place_of_task& home;
  atomic<std::uint32_t> missing;
  parker* waiter;
  input members[2];
  std::uint32_t n;

  waiting_task(place_of_task& at, parker* own, std::uint32_t count)
      : home(at), missing(count + 1), waiter(own), n(count) {}
  std::span<input> inputs() noexcept { return {members, n}; }
};

struct pooled : parker {
  waiting_task* task = nullptr;
};

// A place with one task and one parker, which the next wait reuses as soon as the task is gone.
struct place_of_task {
  completion done[2];
  model::var<int> results[2] = {0, 0};
  pooled waiter;
  std::optional<waiting_task> task;
  skua::sched::scope_state scope;
  atomic<std::uint32_t> scopes{0};
  atomic<std::uint64_t> marks{0};
  int started = 0;
  int discarded = 0;
  int destroyed = 0;

  struct operations {
    place_of_task& p;
    atomic<std::uint32_t>& cancelled_scopes() const { return p.scopes; }
    atomic<std::uint64_t>& cancellations() const { return p.marks; }
    void fence() const { model::light_fence(); }
    // the wait that has reused the parker is of another scope
    bool forbids(parker const&) const { return p.destroyed == 0 && p.scope.has(skua::sched::scope_cancelled); }
  };
};

void destroy(waiting_task* task) noexcept {
  place_of_task& home = task->home;
  ++home.destroyed;
  home.task.reset();
  home.waiter.begin();
  home.waiter.open();
}

void launch(waiting_task& task) noexcept {
  place_of_task& home = task.home;
  for (std::uint32_t i = 0; i < task.n; ++i) model::check(home.results[i] == 1, "started before its input");
  for (std::uint32_t i = 0; i < task.n; ++i) model::check(home.done[i].has_result(), "an input is not ready");
  ++home.started;
  destroy(&task);
}

// What the winner of the claim does: the task runs, or is discarded, in its thread.
void resume(parker* claimed) noexcept {
  auto* const task = static_cast<pooled*>(claimed)->task;
  if (claimed->close() == wake_reason::event) return launch(*task);
  ++task->home.discarded;
  withdraw(task);
  destroy(task);
}

enum class ends { after_inputs, by_cancellation, in_own_scope };

auto waiting(std::uint32_t n, ends end) {
  return [=](model::execution& run) {
    auto& s = run.make<place_of_task>();
    bool const has_parker = end != ends::in_own_scope;
    s.task.emplace(s, has_parker ? &s.waiter : nullptr, n);
    s.waiter.task = &*s.task;
    s.waiter.resume = &resume;
    for (std::uint32_t i = 0; i < n; ++i) {
      s.task->members[i].task = &*s.task;
      s.task->members[i].completes = &s.done[i];
    }
    run.thread([&s, has_parker] {
      s.waiter.begin();
      if (register_inputs(&*s.task)) {
        (void)s.waiter.close();
        launch(*s.task);
      } else if (has_parker) {
        skua::sched::open_wait(place_of_task::operations{s}, s.waiter);
      }
    });
    for (std::uint32_t i = 0; i < n; ++i) {
      run.thread([&s, i] {
        s.results[i] = 1;
        s.done[i].complete();
      });
    }
    if (end == ends::by_cancellation) {
      run.thread([&s] {
        (void)s.scope.raise(skua::sched::scope_cancelled);
        skua::sched::announce_cancel(place_of_task::operations{s});
        skua::sched::inspect_parker(place_of_task::operations{s}, s.waiter);
      });
    }
    run.finally([&s, end] {
      model::check(s.started + s.discarded == 1, "neither started nor discarded once");
      model::check(s.started == 1 || end == ends::by_cancellation, "discarded without a reason");
      model::check(s.destroyed == 1, "not destroyed once");
      model::check(s.waiter.claim_word.load(relaxed) == parker::waiting, "claimed for a task that was gone");
    });
  };
}

TEST(inputs, a_task_starts_after_all_of_its_inputs) {
  EXPECT_TRUE(holds(model::explore(bounds("inputs.1", 4), waiting(1, ends::after_inputs))));
  EXPECT_TRUE(holds(model::explore(bounds("inputs.2", 3), waiting(2, ends::after_inputs))));
  EXPECT_TRUE(holds(model::explore(bounds("inputs.2.own_scope", 3), waiting(2, ends::in_own_scope))));
}

TEST(inputs, a_task_starts_or_is_discarded) {
  EXPECT_TRUE(holds(model::explore(bounds("inputs.1.cancelled", 3), waiting(1, ends::by_cancellation))));
  EXPECT_TRUE(holds(model::explore(bounds("inputs.2.cancelled", 2), waiting(2, ends::by_cancellation))));
}

TEST(inputs, each_planted_fault_is_found) {
  EXPECT_TRUE(caught(bounds("inputs.", 3, "inputs.count"), waiting(2, ends::after_inputs), "data race"));
  EXPECT_TRUE(caught(bounds("inputs.", 3, "inputs.has_result"), waiting(2, ends::after_inputs), "is not ready"));
  EXPECT_TRUE(model::all_planted("inputs.", {"inputs.count", "inputs.has_result"}));
}

}  // namespace

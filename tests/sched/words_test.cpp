// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modifiers of a task, and the functions related to spawn: post, at, spawn_all, yield.
#include <skua/words.hpp>

#include <future>
#include <thread>

#include "core_support.hpp"

namespace {

using namespace core_test;

/// Pairs that do not compile; tests/compile_fail has the sentences. All others do.
template <class A, class B>
constexpr skua::sched::word_conflict conflict = skua::sched::conflict_of<A, B>;

template <class A, class... Words>
constexpr bool combines_with_all = ((conflict<A, Words> == skua::sched::word_conflict::none) && ...) &&
                                   ((conflict<Words, A> == skua::sched::word_conflict::none) && ...);

TEST(word_pairs, exclude_one_another_or_combine) {
  using enum skua::sched::word_conflict;
  using on = skua::on_word;
  using any = skua::any_word;
  using any_from = skua::any_from_word;
  using after = skua::after_word<skua::future<int>>;
  using phased = skua::phased_word;
  using phased_like_parent = skua::phased_like_parent_word;
  using urgent = skua::urgent_word;
  using shielded = skua::shielded_word;
  using named = skua::named_word;
  EXPECT_EQ((conflict<on, on>), two_places);
  EXPECT_EQ((conflict<on, any_from>), two_places);
  EXPECT_EQ((conflict<any_from, on>), two_places);
  EXPECT_EQ((conflict<any_from, any_from>), two_places);
  EXPECT_EQ((conflict<any, urgent>), urgent_any);
  EXPECT_EQ((conflict<urgent, any>), urgent_any);
  EXPECT_EQ((conflict<any_from, urgent>), urgent_any);
  EXPECT_EQ((conflict<named, named>), two_names);
  EXPECT_EQ((skua::sched::conflict_of<on, after, any_from>), two_places);
  EXPECT_TRUE((combines_with_all<on, any, after, phased, phased_like_parent, urgent, shielded, named>));
  EXPECT_TRUE((combines_with_all<any, any, any_from, after, phased, phased_like_parent, shielded, named>));
  EXPECT_TRUE((combines_with_all<any_from, after, phased, phased_like_parent, shielded, named>));
  EXPECT_TRUE((combines_with_all<after, after, phased, phased_like_parent, urgent, shielded, named>));
  EXPECT_TRUE((combines_with_all<phased, phased, phased_like_parent, urgent, shielded, named>));
  EXPECT_TRUE((combines_with_all<urgent, urgent, shielded, named>));
  EXPECT_TRUE((combines_with_all<shielded, shielded, named>));
}

WORKERS_SUITE(words);

TASK_TEST_P(words, urgent_runs_though_every_worker_is_busy) {
  std::atomic<bool> ran{false};
  std::atomic<int> served{0};
  skua::finish([&] {
    for (int i = 0; i < skua::workers(); ++i) {
      skua::spawn([&] { served += spins_until([&] { return ran.load(); }) ? 1 : 0; });
    }
    skua::spawn(skua::urgent, [&] { ran = true; });
  });
  EXPECT_EQ(served, skua::workers());
  EXPECT_EQ(skua::async(skua::urgent, [] { return 9; }).get(), 9);
}

TASK_TEST_P(words, urgent_from_a_external_thread_runs_though_every_worker_is_busy) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<bool> ran{false};
    rendezvous busy(skua::workers() + 1);
    std::thread helper([&] {
      EXPECT_TRUE(busy.meet());
      skua::spawn(skua::urgent, [&] { ran = true; });
    });
    skua::finish([&] {
      for (int i = 0; i < skua::workers(); ++i) {
        skua::spawn([&] {
          EXPECT_TRUE(busy.meet());
          EXPECT_TRUE(spins_until([&] { return ran.load(); }));
        });
      }
    });
    helper.join();
  }
}

TEST_P(words, posts_are_delivered_before_the_run_ends_and_no_scope_waits_for_them) {
  std::atomic<int> delivered{0};
  run([&] {
    skua::event start;
    skua::finish([&] {
      for (int i = 0; i < 50; ++i) {
        skua::post(
            skua::on(0),
            [&](int n) {
              start.wait();
              delivered += n;
            },
            2);
      }
    });
    EXPECT_EQ(delivered, 0);
    start.set();
    skua::finish([&] {
      for (int i = 0; i < 50; ++i) skua::post(skua::on(0), [&] { skua::spawn([&] { delivered += 2; }); });
    });
    EXPECT_TRUE(comes_true([&] { return delivered == 200; }));
  });
  EXPECT_EQ(delivered, 200);
}

TEST_P(words, an_exception_in_a_post_ends_the_run) {
  skua::runtime place{settings()};
  EXPECT_THROW(place.run([] { skua::post(skua::on(0), [] { throw std::length_error("posted"); }); }),
               std::length_error);
  EXPECT_EQ(place.run([] { return 3; }), 3) << "the next run starts afresh";
}

TEST_P(words, a_place_that_does_not_exist_is_a_broken_contract) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(run([] { skua::spawn(skua::on(1), [] {}); }),
               "skua: broken contract.*to place 1, which does not exist; places are 0 to 0");
  EXPECT_DEATH(run([] { skua::post(skua::on(-1), [] {}); }),
               "skua: broken contract.*to place -1, which does not exist");
  EXPECT_DEATH(run([] { skua::at(2, [] {}); }), "skua: broken contract.*to place 2, which does not exist");
}

TEST_P(words, run_spmd_outside_a_run_names_itself) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(skua::run_spmd([] {}),
               "skua: broken contract: run_spmd was called outside a task; call it inside skua::run");
}

TEST_P(words, a_name_appears_in_error_texts) {
  if (workers() != 1) GTEST_SKIP() << "once is enough";
  EXPECT_DEATH(run([] { skua::finish([] { skua::spawn(skua::named("the culprit"), [] { skua::at(7, [] {}); }); }); }),
               "broken contract.*worker 0.*the culprit");
}

TASK_TEST_P(words, yield_lets_every_other_task_go_first) {
  std::atomic<int> other_tasks{0};
  skua::finish([&] {
    for (int i = 0; i < 20; ++i) skua::spawn([&] { ++other_tasks; });
    EXPECT_TRUE(comes_true([&] { return other_tasks == 20; }));
  });
}

}  // namespace

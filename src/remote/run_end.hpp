// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a run ends at every place: the posts end, then place 0 tells all places that the run is over.
// And how a run ends when a place is lost.
//
// Messages to all places go down a tree from place 0 (base/wide_tree.hpp), and answers come back up
// it: a place answers for its whole subtree, once it has all answers of its children and its own.
//
// Place 0 asks all places in waves how many posts they have sent and received. A place has its own
// answer when its root scope has no task: the wave waits there, so a long task costs no messages.
// If two waves in a row have equal sums, and as many posts received as sent, no post is under way
// (Mattern 1987, four counters). If a wave shows a post under way, place 0 repeats it after a
// pause, each time a longer one. If the sums stay unequal for a second, it looks for posts that
// were lost (lost_posts.hpp); if there are any, it reports them and ends the process.
//
// Invariants:
//   RUN-END-1  A place reads its counts after the wave has asked it, and sees its root scope
//     without a task between two equal readings. So if two waves have equal counts, all places were
//     at rest at the same time between the readings of the two.
//   RUN-END-2  A post counts as received after its task has its token.
//   RUN-END-3  The thread that asks gives an owed answer, or the thread that takes the root scope's
//     last token gives it (edge ASKED: each of the two stores, fences, and reads the other's word).
//   RUN-END-4  A place answers `over` after its whole subtree has ended the run. So it still exists
//     when the answers of its children arrive.
//   RUN-END-5  In a job of a launcher each process calls run itself, and all must do so equally
//     often. A process that ends tells place 0 how many runs it had; place 0 tells all. A place
//     that has begun a further run ends the job with a line. Either the beginning of that run sees
//     the message, or the message sees that the run has begun (edge LEFT_RUNS, store buffering).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <skua/detail/base/wide_tree.hpp>

#include "core/place.hpp"
#include "remote/lost_posts.hpp"
#include "remote/scope_tree.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class run_end {
 public:
  run_end(sched::place& place, sender& out)
      : place_(place),
        sender_(out),
        tree_(place.number, 0, place.total),
        losses_(place.number, place.total, *place.machine, out) {}

  /// Called before the mailbox has the post.
  void post_sent() noexcept { posts_sent_.fetch_add(1, std::memory_order_release); }  // sync: POSTS -> counts
  /// Called when the mailbox has it.
  void post_handed_over(int to) noexcept { losses_.sent(to); }
  /// Called after the tasks of n posts have their tokens.
  void post_received(int from, std::uint64_t n = 1) noexcept {
    losses_.received(from, n);
    posts_received_.fetch_add(n, std::memory_order_release);  // sync: POSTS -> counts
  }
  [[nodiscard]] lost_posts& losses() noexcept { return losses_; }
  /// The root scope had no task a moment ago.
  void root_ended() noexcept;

  /// Place 0, when its root scope has no task: returns when the root scope of no place has one.
  void wait_for_posts();
  /// Place 0: tells all other places, and waits until they have also ended the run.
  void announce(int code);
  /// Place 0, after its last run: as announce, and no place waits for another run.
  void close();
  /// Other places: waits for the end of the run, or of the job.
  struct end {
    int code;
    bool closing;
  };
  end wait_for_end();
  /// Not at place 0: the place that waits for this place's answers.
  [[nodiscard]] int parent() const noexcept { return tree_.parent(); }

  /// This process begins a run (RUN-END-5); it does not return if a place has left.
  void begin_run() noexcept;
  /// This process begins no further run.
  void leave();

  /// No thread of this process calls wait_for_end: messages `over` are acknowledged at once. To be
  /// called before any message arrives.
  void unattended() noexcept { unattended_ = true; }

  void on_wave(int from, std::span<std::byte const> message);
  void on_wave_answer(int from, std::span<std::byte const> message);
  void on_over(std::span<std::byte const> message);
  void on_over_acknowledged();
  void on_left(int from, std::span<std::byte const> message);
  /// Ends the process with the lost place's code, if `end` knows it. `report`: this place prints
  /// why, unless another one has already printed why the run ends.
  [[noreturn]] static void lost(int place, transport::endpoint& end, char const* reason, bool report) noexcept;

 private:
  struct sums {
    std::uint64_t posts_sent = 0, posts_received = 0;
    bool operator==(sums const&) const = default;
  };
  sums counts() const noexcept;
  bool busy() const noexcept { return place_.root.state.load() >= sched::scope_token; }
  bool counts_at_rest(sums& result) const noexcept;
  void owe_answer() noexcept;
  void answer_at_rest() noexcept;
  void count_answer() noexcept;
  void ask_subtree();
  sums ask_all();
  void report_lost_posts();
  struct over_body {
    int code;
    int closing;
  };
  void tell_children(over_body const& body);
  void tell_all(over_body const& body);
  void wait_for_subtree();
  void confirm_end();
  void sleep_while(base::atomic<std::uint32_t>& word, std::uint32_t value) noexcept;
  struct departure {
    std::int32_t place;
    std::uint32_t runs;  // that it has taken part in
  };
  [[noreturn]] void end_for_lack_of(departure left, std::uint32_t begun) noexcept;

  sched::place& place_;
  sender& sender_;
  base::atomic<std::uint64_t> posts_sent_{0};
  base::atomic<std::uint64_t> posts_received_{0};
  base::atomic<std::uint32_t> owes_{0};  // 1: place 0 waits for this place's counts
  base::wide_tree const tree_;
  lost_posts losses_;
  sums wave_;                                      // of the subtrees below; pollers only, while answers come
  sums own_;                                       // this place's answer
  base::atomic<std::uint32_t> answers_{0};         // futex: answers that have not come yet
  base::atomic<std::uint32_t> ended_subtrees_{0};  // futex: children whose subtrees have ended the run
  base::atomic<std::uint32_t> runs_over_{0};       // futex
  std::uint32_t runs_ended_ = 0;
  base::atomic<int> code_{0};
  base::atomic<bool> closing_{false};
  bool unattended_ = false;
  base::atomic<std::uint32_t> runs_begun_{0};
  base::atomic<departure> left_{{-1, 0}};  // the last place that has left; all have taken part in as many runs
};

}  // namespace skua::remote

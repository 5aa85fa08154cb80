// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds posts that were lost between two places. Without it, the end of the run would wait for them
// for ever (run_end.hpp).
//
// Each place counts the posts that it has sent to each other place, and those that have come from
// each. When place 0 asks, every place tells each receiver of its posts the number (`post_count`),
// and the receiver answers with the number that it has received. Losses go up the tree of places to
// place 0, as the answers of run_end do.
//
// Invariants:
//   LOST-POST-1  A place counts a post after its mailbox has it. The mailbox and the transport keep
//     the order of messages between two places. So a number comes after all posts that it counts.
//   LOST-POST-2  The receiver counts a post before it handles a later message of the same sender.
//
// A receiver that has counted fewer posts than a `post_count` says has lost one, and never will
// have it. No clock decides that: however late messages are, and however long a process is stopped,
// no loss is found where there is none. A post that comes twice, or is sent while place 0 asks, can
// hide a loss.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/wide_tree.hpp>

#include "remote/peers.hpp"
#include "remote/scope_tree.hpp"
#include "system/machine.hpp"

namespace skua::remote {

class lost_posts {
 public:
  struct loss {
    int sender = 0, receiver = 0;
    std::uint64_t sent = 0, received = 0;
  };

  lost_posts(int place, int places, system::machine& host_machine, sender& out)
      : place_(place),
        places_(places),
        machine_(host_machine),
        sender_(out),
        tree_(place, 0, places),
        counts_(places < max_chains ? places : max_chains) {}

  /// The mailbox has a post to that place (LOST-POST-1). Any thread.
  void sent(int to) { counts_.of(to).sent.fetch_add(1, std::memory_order_release); }  // sync: SENT-POST -> ask
  /// n posts have come from that place. Pollers only, like all on_….
  void received(int from, std::uint64_t n = 1) { counts_.of(from).received += n; }

  /// Place 0, an external thread, one call at a time: asks all places, and waits for their answers.
  std::vector<loss> find();
  /// Place 0: tells the other places that it reports the losses and ends the run.
  void announce() noexcept;
  /// This place must not report that another one is lost: place 0 has reported why the run ends.
  // relaxed: read and written by pollers
  [[nodiscard]] bool has_reported() const noexcept { return reported_.load(std::memory_order_relaxed); }

  void on_ask() { ask(); }
  void on_count(int from, std::span<std::byte const> message);
  void on_count_answer(int from, std::span<std::byte const> message);
  void on_losses(std::span<std::byte const> message);
  void on_announced() noexcept { reported_.store(true, std::memory_order_relaxed); }  // relaxed: see has_reported

 private:
  static constexpr int max_chains = 32;  // of the table: the memory of 100,000 simulated places must stay small
  struct post_counts {
    base::atomic<std::uint64_t> sent{0};
    std::uint64_t received = 0;
  };
  void ask();
  void count_answer();

  int place_, places_;
  system::machine& machine_;
  sender& sender_;
  base::wide_tree const tree_;
  peers<post_counts> counts_;               // by the other place
  std::vector<loss> losses_;                // of the subtree
  base::atomic<std::uint32_t> missing_{0};  // futex: answers that have not come yet
  base::atomic<bool> reported_{false};
};

/// The report: a line, then one for each loss, at most eight.
std::string text_of(std::span<lost_posts::loss const> losses);

}  // namespace skua::remote

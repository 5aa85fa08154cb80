// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries messages between phasers and their representatives at other places; owns the
// representatives at this place.
//
// phaser_side.hpp describes the protocol. Any thread; the lock is a leaf; handlers run
// under the node's poll lock, and only they destroy a representative (REMOTE-PHASER-5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "remote/object_names.hpp"
#include "sync/phaser_object.hpp"

namespace skua::remote {

class pending_calls;
class phaser_representative;

class phaser_exchange final : public sched::phaser_mail, public name_holder {
 public:
  phaser_exchange(sched::place& place, sender& out, pending_calls& calls)
      : place_(place), sender_(out), calls_(calls) {}

  sched::phaser_object* representative(std::uint64_t name) override;
  std::unique_ptr<sched::phaser_links> home_links(sched::phaser_object& home) override;
  sched::phaser_grant ask(std::uint64_t name, std::uint32_t mode) override;

  void on_report(int from, std::span<std::byte const> message);
  void on_phase(std::span<std::byte const> message);
  void on_release(std::span<std::byte const> message);
  void on_ask(int from, std::span<std::byte const> message);
  /// Representatives report what those below them have reported in one poll. Called by pollers: at
  /// the end of each poll, and before anything that must not overtake a report.
  void publish_reports() noexcept;
  /// Phasers and accumulators have ended: destroys the representatives.
  void forget(std::span<std::uint64_t const> names) override;
  /// For tests.
  [[nodiscard]] std::size_t representatives() {
    std::lock_guard const hold(lock_);
    return representatives_.size();
  }

 private:
  /// Returns nullptr if there is none.
  phaser_representative* find(std::uint64_t name);

  sched::place& place_;
  sender& sender_;
  pending_calls& calls_;
  std::mutex lock_;
  std::unordered_map<std::uint64_t, std::unique_ptr<sched::phaser_object>> representatives_;
  std::vector<phaser_representative*> reported_to_;  // in this poll; pollers only
};

}  // namespace skua::remote

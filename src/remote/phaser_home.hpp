// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The home side of a phaser: what its representatives report, and what it tells them.
#pragma once

#include <cstdint>
#include <vector>

#include <skua/wire/reader.hpp>

#include "remote/phaser_side.hpp"

namespace skua::remote {

class phaser_home final : public phaser_side {
 public:
  phaser_home(sched::phaser_object& p, sender& out)
      : phaser_side(p, out), peers_(static_cast<std::size_t>(p.made_at->total)) {}
  ~phaser_home() override;

  /// The home side of a phaser of this place, made if there is none.
  static phaser_home& of(sched::phaser_object& home) {
    home.expect_other_places();
    return static_cast<phaser_home&>(*home.links());
  }

  void on_report(int from, wire::reader& in);

  void note_change() noexcept override;
  [[nodiscard]] std::uint64_t oldest_needed(std::uint64_t oldest) const noexcept override;
  void arrive(sched::registration* r, sched::phaser_token traveller) override;

 private:
  /// What the home knows of a place, and has told it.
  struct peer {
    sched::registration record{};  // all signallers of that place as one
    bool signals = false;          // the record is a member
    bool waits = false;
    bool due = false;              // must be told
    std::uint64_t sent_below = 0;  // results of phases below this one were sent
    std::uint64_t resend = never;
    std::uint64_t oldest = 0;
    std::uint32_t last_report = 0;  // its serial
  };

  void send_changes() noexcept override;
  void update_record(peer& q, phaser_report const& report) noexcept;

  std::vector<peer> peers_;                    // by place
  std::vector<sched::phaser_token> releases_;  // of other places
};

}  // namespace skua::remote

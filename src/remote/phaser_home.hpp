// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The home side of a phaser: what its representatives report, and what it tells them.
#pragma once

#include <cstdint>
#include <vector>

#include "remote/phaser_side.hpp"

namespace skua::remote {

class phaser_home final : public phaser_side {
 public:
  phaser_home(sched::phaser_object& phaser, sender& out) : phaser_side(phaser, out) {}

  /// The home side of a phaser of this place, made if there is none.
  static phaser_home& of(sched::phaser_object& home) {
    home.expect_other_places();
    return static_cast<phaser_home&>(*home.links());
  }

  void on_report(int from, wire::reader& in);

  void note_change() noexcept override;
  [[nodiscard]] std::uint64_t oldest_needed(std::uint64_t oldest) const noexcept override {
    return children_.oldest_needed(oldest);
  }
  void arrive(sched::registration* registration, sched::phaser_token traveller) override;

 private:
  void send_changes() noexcept override;

  std::vector<sched::phaser_token> releases_;  // of other places
};

}  // namespace skua::remote

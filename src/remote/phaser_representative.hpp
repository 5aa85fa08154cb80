// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A representative of another place's phaser: what it reports to its parent for its subtree, and
// what its parent tells it and its children.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "remote/phaser_side.hpp"

namespace skua::remote {

class phaser_representative final : public phaser_side {
 public:
  phaser_representative(sched::phaser_object& phaser, sender& out) : phaser_side(phaser, out) {}

  /// publish() must follow, not necessarily at once: one report may pass on several.
  void on_report(int from, wire::reader& in);
  void on_phase(wire::reader& in);
  void on_release(std::uint64_t token) noexcept;
  /// Accumulators of these names have ended: their parts are not passed on.
  void forget_parts(std::span<std::uint64_t const> accumulators);

  void note_change() noexcept override { dirty_ = true; }
  [[nodiscard]] std::vector<std::byte> kept_result(std::uint64_t accumulator, std::uint64_t phase) const override;
  void arrive(sched::registration* registration, sched::phaser_token traveller) override;
  void want(std::uint64_t phases) noexcept override;

 private:
  struct result {
    std::uint64_t accumulator;
    std::uint64_t phase;
    std::vector<std::byte> bytes;
  };
  struct parts {
    std::uint64_t accumulator;
    std::vector<std::byte> bytes;
  };
  struct outgoing {
    int to;
    wire::writer body;
  };
  static constexpr std::uint32_t report_oldest_after = 64;  // phases, so that the home can forget results

  void send_changes() noexcept override;
  bool make_report(phaser_report& report);
  std::vector<outgoing> phases_for(std::vector<phaser_children::message> const& messages) const;
  void pack_kept_results(wire::writer& body, std::uint64_t from, std::uint64_t below) const;
  void keep_results(wire::reader& in);
  [[nodiscard]] std::uint64_t awaited_phases() const noexcept;

  std::vector<sched::phaser_token> arrived_;  // in the subtree; to be named in the next report
  std::vector<parts> parts_;                  // of the children, for accumulators that are not known here
  phaser_report last_;
  std::uint64_t awaited_phases_ = 0;  // the phases that a waiter waits for
  std::uint32_t serial_ = 0;
  std::uint32_t unreported_ = 0;  // phases announced since the last report, if there are results
  bool open_ = false;
  std::vector<result> results_;
};

}  // namespace skua::remote

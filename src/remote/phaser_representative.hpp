// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A representative of another place's phaser: what it reports to its home, and what the home tells
// it.
#pragma once

#include <cstdint>
#include <vector>

#include <skua/wire/reader.hpp>

#include "remote/phaser_side.hpp"

namespace skua::remote {

class phaser_representative final : public phaser_side {
 public:
  phaser_representative(sched::phaser_object& p, sender& out) noexcept : phaser_side(p, out) {}

  void on_phase(wire::reader& in);
  void on_release(std::uint64_t token) noexcept;

  void note_change() noexcept override { dirty_ = true; }
  [[nodiscard]] std::vector<std::byte> kept_result(std::uint64_t accumulator, std::uint64_t phase) const override;
  void arrive(sched::registration* r, sched::phaser_token traveller) override;
  void want(std::uint64_t phases) noexcept override;

 private:
  struct result {
    std::uint64_t accumulator;
    std::uint64_t phase;
    std::vector<std::byte> bytes;
  };
  static constexpr std::uint32_t report_oldest_after = 64;  // phases, so that the home can forget results

  void send_changes() noexcept override;
  void forget_results() noexcept;

  std::vector<sched::phaser_token> arrived_;  // to be named in the next report
  phaser_report last_;
  std::uint64_t awaited_phases_ = 0;  // the phases that a waiter waits for
  std::uint32_t serial_ = 0;
  std::uint32_t unreported_ = 0;  // phases announced since the last report, if there are results
  bool open_ = false;
  std::vector<result> results_;
};

}  // namespace skua::remote

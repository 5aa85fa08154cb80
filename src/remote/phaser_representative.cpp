// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_representative.hpp"

#include <algorithm>
#include <utility>

namespace skua::remote {

using sched::phaser_token;
using sched::registration;

void phaser_representative::arrive(registration* r, phaser_token traveller) {
  phaser_.lock().lock();
  r->settled_by = serial_ + 1 != 0 ? serial_ + 1 : 1;
  arrived_.push_back(traveller);
  phaser_.insert(r);
  dirty_ = true;
  phaser_.lock().unlock();
  publish();
}

void phaser_representative::want(std::uint64_t phases) noexcept {
  phaser_.lock().lock();
  awaited_phases_ = std::max(awaited_phases_, phases);
  bool const must_tell = open_;
  if (must_tell) dirty_ = true;
  phaser_.lock().unlock();
  if (must_tell) publish();
}

void phaser_representative::send_changes() noexcept {
  phaser_report report;
  report.front = phaser_.front();
  bool const keeps_oldest = results_.empty() && arrived_.empty() && last_.waits != 0;  // an old lower bound is enough
  report.oldest = keeps_oldest ? last_.oldest : phaser_.oldest_waiter();
  report.awaited_phases = open_ && awaited_phases_ > phaser_.current() ? awaited_phases_ : 0;
  report.signals = phaser_.has_signallers();
  report.waits = phaser_.has_waiters();
  if (arrived_.empty() && report.says_the_same(last_) && unreported_ < report_oldest_after) return;
  if (++serial_ == 0) serial_ = 1;
  report.serial = serial_;
  report.tokens = static_cast<std::uint32_t>(arrived_.size());
  last_ = report;
  unreported_ = 0;
  std::vector<phaser_token> const tokens = std::exchange(arrived_, {});
  std::uint64_t const end_phase = report.signals != 0 ? report.front : never;
  phaser_.lock().unlock();
  wire::writer body;
  body.put(phaser_.name());
  body.put(report);
  body.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  pack_values(body, [&](sched::phase_values& v) { v.pack_parts(end_phase, body); });
  sender_.send(sched::home_of_name(phaser_.name()), kind::phaser_report, body.view());
  phaser_.lock().lock();
}

void phaser_representative::on_phase(wire::reader& in) {
  auto const message = in.get<phaser_ended>();
  sched::wake_batch batch;
  phaser_.lock().lock();
  if (in.remaining() != 0) forget_results();
  while (in.remaining() != 0) {
    auto const accumulator = in.get<std::uint64_t>();
    wire::reader results(in.take(in.get<std::uint32_t>()));
    while (results.remaining() != 0) {
      auto const phase = results.get<std::uint64_t>();
      auto const bytes = results.take(results.get<std::uint32_t>());
      auto const position = std::find_if(results_.begin(), results_.end(), [&](result const& x) {
        return x.accumulator == accumulator && x.phase == phase;
      });
      if (position == results_.end()) results_.push_back({accumulator, phase, {bytes.begin(), bytes.end()}});
    }
  }
  phaser_.set_answered(message.answers);
  if (message.phase > phaser_.current()) phaser_.advance_to(message.phase);
  phaser_.wake_below(phaser_.current(), batch);
  open_ = message.open != 0;
  if (open_) {
    last_.awaited_phases = 0;  // the home may have had a signaller when it heard of it
    if (awaited_phases_ > phaser_.current()) dirty_ = true;
  }
  if (!results_.empty() && ++unreported_ >= report_oldest_after) dirty_ = true;
  bool const must_publish = dirty_;
  phaser_.lock().unlock();
  batch.resume_all();
  if (must_publish) publish();
}

void phaser_representative::on_release(std::uint64_t token) noexcept {
  auto* const r = reinterpret_cast<registration*>(token);
  phaser_.leave(r);
  free_registration(sched::self(), r);
}

/// Under the lock.
void phaser_representative::forget_results() noexcept {
  std::uint64_t const oldest = phaser_.oldest_waiter();
  std::erase_if(results_, [oldest](result const& x) { return x.phase + 1 < oldest; });
}

std::vector<std::byte> phaser_representative::kept_result(std::uint64_t accumulator, std::uint64_t phase) const {
  for (result const& x : results_) {
    if (x.accumulator == accumulator && x.phase == phase) return x.bytes;
  }
  return {};
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_representative.hpp"

#include <algorithm>
#include <utility>

namespace skua::remote {

using sched::phaser_token;
using sched::registration;

void phaser_representative::arrive(registration* registration, phaser_token traveller) {
  phaser_.lock().lock();
  registration->settled_by = serial_ + 1 != 0 ? serial_ + 1 : 1;
  arrived_.push_back(traveller);
  phaser_.insert(registration);
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

std::uint64_t phaser_representative::awaited_phases() const noexcept {
  std::uint64_t const most_phases = std::max(awaited_phases_, children_.awaited_phases());
  return open_ && most_phases > phaser_.current() ? most_phases : 0;
}

void phaser_representative::on_report(int from, wire::reader& in) {
  auto const report = in.get<phaser_report>();
  std::vector<phaser_token> tokens(report.tokens);
  in.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  // Parts of accumulators first, as at the home.
  std::vector<parts> unknown;
  while (in.remaining() != 0) {
    auto const name = in.get<std::uint64_t>();
    auto const bytes = in.take(in.get<std::uint32_t>());
    bool merged = false;
    phaser_.for_each_value([&](sched::phase_values& phase_values) {
      if (phase_values.name != name) return;
      wire::reader values(bytes);
      phase_values.merge_parts(values);
      merged = true;
    });
    if (!merged) unknown.push_back({name, {bytes.begin(), bytes.end()}});
  }
  sched::wake_batch batch;  // stays empty: only the home ends phases
  phaser_.lock().lock();
  children_.take(from, report);
  arrived_.insert(arrived_.end(), tokens.begin(), tokens.end());
  std::ranges::move(unknown, std::back_inserter(parts_));
  phaser_.advance(batch);
  dirty_ = true;
  phaser_.lock().unlock();
  batch.resume_all();
}

/// Called under the lock. Returns false if the parent knows all this.
bool phaser_representative::make_report(phaser_report& report) {
  report.front = phaser_.front();
  bool const keeps_oldest = results_.empty() && arrived_.empty() && last_.waits != 0;  // an old lower bound is enough
  report.oldest = keeps_oldest ? last_.oldest : children_.oldest_needed(phaser_.oldest_waiter());
  report.awaited_phases = awaited_phases();
  report.signals = phaser_.has_signallers();
  report.waits = phaser_.has_waiters() || children_.any_waits();
  if (arrived_.empty() && report.says_the_same(last_) && unreported_ < report_oldest_after) return false;
  if (++serial_ == 0) serial_ = 1;
  report.serial = serial_;
  report.tokens = static_cast<std::uint32_t>(arrived_.size());
  children_.covered_by(serial_);
  last_ = report;
  unreported_ = 0;
  return true;
}

void phaser_representative::send_changes() noexcept {
  auto const messages = children_.take_due(phaser_.current(), open_);
  std::vector<outgoing> const phases = phases_for(messages);
  phaser_report report;
  bool const must_report = make_report(report);
  if (!must_report && phases.empty()) return;
  std::vector<phaser_token> tokens;
  std::vector<parts> childrens_parts;
  if (must_report) {
    tokens.swap(arrived_);
    childrens_parts.swap(parts_);
  }
  phaser_.lock().unlock();
  if (must_report) {
    std::uint64_t const end_phase = report.signals != 0 ? report.front : never;
    wire::writer body;
    body.put(phaser_.name());
    body.put(report);
    body.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
    pack_values(body, [&](sched::phase_values& values) { values.pack_parts(end_phase, body); });
    for (parts const& parts : childrens_parts)
      pack_block(body, parts.accumulator, [&] { body.raw(parts.bytes.data(), parts.bytes.size()); });
    sender_.send(tree_.parent(), kind::phaser_report, body.view());
  }
  for (outgoing const& outgoing : phases) sender_.send(outgoing.to, kind::phaser_phase, outgoing.body.view());
  phaser_.lock().lock();
  children_.sent(messages);
}

/// Under the lock.
std::vector<phaser_representative::outgoing> phaser_representative::phases_for(
    std::vector<phaser_children::message> const& messages) const {
  std::vector<outgoing> phases;
  for (phaser_children::message const& message : messages) {
    outgoing& outgoing = phases.emplace_back();
    outgoing.to = message.to;
    outgoing.body.put(phaser_.name());
    outgoing.body.put(message.content);
    pack_kept_results(outgoing.body, message.from, message.content.phase);
  }
  return phases;
}

/// Under the lock: as pack_values with pack_results.
void phaser_representative::pack_kept_results(wire::writer& body, std::uint64_t from, std::uint64_t below) const {
  std::vector<std::uint64_t> accumulators;
  for (result const& result : results_) {
    if (std::ranges::find(accumulators, result.accumulator) == accumulators.end())
      accumulators.push_back(result.accumulator);
  }
  for (std::uint64_t const accumulator : accumulators) {
    pack_block(body, accumulator, [&] {
      for (result const& result : results_) {
        if (result.accumulator != accumulator || result.phase < from || result.phase >= below) continue;
        body.put(result.phase);
        body.put(static_cast<std::uint32_t>(result.bytes.size()));
        body.raw(result.bytes.data(), result.bytes.size());
      }
    });
  }
}

void phaser_representative::on_phase(wire::reader& in) {
  auto const message = in.get<phaser_ended>();
  sched::wake_batch batch;
  phaser_.lock().lock();
  keep_results(in);
  phaser_.set_answered(message.answers);
  bool const is_new = message.phase > phaser_.current() || (message.open != 0) != open_;
  if (message.phase > phaser_.current()) phaser_.advance_to(message.phase);
  phaser_.wake_below(phaser_.current(), batch);
  open_ = message.open != 0;
  if (open_) {
    last_.awaited_phases = 0;  // the home may have had a signaller when it heard of it
    if (awaited_phases() != 0) dirty_ = true;
  }
  if (!results_.empty() && ++unreported_ >= report_oldest_after) dirty_ = true;
  if (is_new) children_.mark_due();
  children_.answered_through(message.answers);
  if (children_.any_due()) dirty_ = true;
  bool const must_publish = dirty_;
  phaser_.lock().unlock();
  batch.resume_all();
  if (must_publish) publish();
}

/// Under the lock: the results in a message of the parent, without those that no waiter in the
/// subtree reads any more.
void phaser_representative::keep_results(wire::reader& in) {
  if (in.remaining() == 0) return;
  std::uint64_t const oldest = children_.oldest_needed(phaser_.oldest_waiter());
  std::erase_if(results_, [oldest](result const& result) { return result.phase + 1 < oldest; });
  while (in.remaining() != 0) {
    auto const accumulator = in.get<std::uint64_t>();
    wire::reader results(in.take(in.get<std::uint32_t>()));
    while (results.remaining() != 0) {
      auto const phase = results.get<std::uint64_t>();
      auto const bytes = results.take(results.get<std::uint32_t>());
      auto const position = std::find_if(results_.begin(), results_.end(), [&](result const& result) {
        return result.accumulator == accumulator && result.phase == phase;
      });
      if (position == results_.end()) results_.push_back({accumulator, phase, {bytes.begin(), bytes.end()}});
    }
  }
}

void phaser_representative::on_release(std::uint64_t token) noexcept {
  auto* const member = reinterpret_cast<registration*>(token);
  phaser_.leave(member);
  free_registration(sched::self(), member);
}

void phaser_representative::forget_parts(std::span<std::uint64_t const> accumulators) {
  base::spin_guard const hold(phaser_.lock());
  std::erase_if(parts_, [&](parts const& parts) {
    return std::ranges::find(accumulators, parts.accumulator) != accumulators.end();
  });
}

std::vector<std::byte> phaser_representative::kept_result(std::uint64_t accumulator, std::uint64_t phase) const {
  for (result const& result : results_) {
    if (result.accumulator == accumulator && result.phase == phase) return result.bytes;
  }
  return {};
}

}  // namespace skua::remote

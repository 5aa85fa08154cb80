// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A representative of another place's phaser: what it reports to its home, and what the home tells
// it.
#include "sched/phaser_object.hpp"

#include <algorithm>

#include <skua/wire/reader.hpp>

namespace skua::sched {

phaser_object::phaser_object(place_front* at, std::uint64_t name) : representative_(true), name_(name) {
  made_at = at;
  (void)remote_state();
}

void phaser_object::want(std::uint64_t phase) noexcept {
  lock_.lock();
  phaser_remote& o = *remote_state_;
  o.awaited_phases = std::max(o.awaited_phases, phase);
  bool const must_tell = o.open && note_change();
  lock_.unlock();
  if (must_tell) publish();
}

void phaser_object::publish_representative() noexcept {
  phaser_remote& o = *remote_state_;
  phaser_report report;
  report.front = front_;
  bool const keeps_oldest =
      o.results.empty() && o.arrived.empty() && o.last.waits != 0;  // an old lower bound is enough
  report.oldest = keeps_oldest ? o.last.oldest : oldest_waiter();
  report.awaited_phases = o.open && o.awaited_phases > current() ? o.awaited_phases : 0;
  report.signals = signallers_ != 0;
  report.waits = waiting_members_ != 0;
  if (o.arrived.empty() && report.says_the_same(o.last) && o.unreported < phaser_remote::report_oldest_after) return;
  if (++o.serial == 0) o.serial = 1;
  report.serial = o.serial;
  report.tokens = static_cast<std::uint32_t>(o.arrived.size());
  o.last = report;
  o.unreported = 0;
  std::vector<phaser_token> const tokens = std::exchange(o.arrived, {});
  std::uint64_t const end_phase = report.signals != 0 ? report.front : phaser_remote::never;
  lock_.unlock();
  wire::writer body;
  body.put(name_);
  body.put(report);
  body.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  {
    base::spin_guard const g(values_lock_);
    for (phase_values* v = values_; v != nullptr; v = v->next_values_) {
      std::size_t const begin = body.size();
      body.put(v->name);
      body.put(std::uint32_t{0});
      v->pack_parts(end_phase, body);
      if (body.size() == begin + 12) {
        body.truncate(begin);
      } else {
        body.put_at(begin + 8, static_cast<std::uint32_t>(body.size() - begin - 12));
      }
    }
  }
  mail().send(place_of_home(), phaser_message::report, body);
  lock_.lock();
}

void phaser_object::on_phase(wire::reader& in) {
  auto const message = in.get<phaser_ended>();
  wake_batch batch;
  lock_.lock();
  phaser_remote& o = *remote_state_;
  if (in.remaining() != 0) forget_results();
  while (in.remaining() != 0) {
    auto const accumulator = in.get<std::uint64_t>();
    wire::reader results(in.take(in.get<std::uint32_t>()));
    while (results.remaining() != 0) {
      auto const phase = results.get<std::uint64_t>();
      auto const bytes = results.take(results.get<std::uint32_t>());
      auto const position = std::find_if(o.results.begin(), o.results.end(), [&](auto const& x) {
        return x.accumulator == accumulator && x.phase == phase;
      });
      if (position == o.results.end()) o.results.push_back({accumulator, phase, {bytes.begin(), bytes.end()}});
    }
  }
  answered_ = message.answers;
  if (message.phase > current()) advance_to(message.phase);
  wake_below(current(), batch);
  o.open = message.open != 0;
  if (o.open) {
    o.last.awaited_phases = 0;  // the home may have had a signaller when it heard of it
    if (o.awaited_phases > current()) o.dirty = true;
  }
  if (!o.results.empty() && ++o.unreported >= phaser_remote::report_oldest_after) o.dirty = true;
  bool const must_publish = o.dirty;
  lock_.unlock();
  batch.resume_all();
  if (must_publish) publish();
}

void phaser_object::on_release(std::uint64_t token) noexcept {
  auto* const r = reinterpret_cast<registration*>(token);
  leave(r);
  free_registration(self(), r);
}

/// Under the lock.
void phaser_object::forget_results() noexcept {
  std::uint64_t const oldest = oldest_waiter();
  std::erase_if(remote_state_->results, [oldest](phaser_remote::result const& x) { return x.phase + 1 < oldest; });
}

std::vector<std::byte> phaser_object::kept_result(std::uint64_t accumulator, std::uint64_t phase) {
  base::spin_guard const g(lock_);
  if (has_remote_state()) {
    for (phaser_remote::result const& x : remote_state_->results) {
      if (x.accumulator == accumulator && x.phase == phase) return x.bytes;
    }
  }
  return {};
}

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A representative of another place's phaser: what it reports to its home, what it hears from
// there.
#include "sched/phaser_object.hpp"

#include <algorithm>

#include <skua/wire/reader.hpp>

namespace skua::sched {

phaser_object::phaser_object(place_front* at, std::uint64_t name) : representative_(true), name_(name) {
  made_at = at;
  (void)outside();
}

void phaser_object::want(std::uint64_t phase) noexcept {
  lock_.lock();
  phaser_outside& o = *outside_;
  o.wanted = std::max(o.wanted, phase);
  bool const tell = o.open && news();
  lock_.unlock();
  if (tell) publish();
}

void phaser_object::publish_representative() noexcept {
  phaser_outside& o = *outside_;
  phaser_report now;
  now.front = front_;
  bool const as_before = o.results.empty() && o.arrived.empty() && o.last.waits != 0;  // an old lower bound does
  now.oldest = as_before ? o.last.oldest : oldest_waiter();
  now.wanted = o.open && o.wanted > current() ? o.wanted : 0;
  now.signals = signallers_ != 0;
  now.waits = waiting_members_ != 0;
  if (o.arrived.empty() && now.says_the_same(o.last) && o.unreported < phaser_outside::report_oldest_after) return;
  if (++o.serial == 0) o.serial = 1;
  now.serial = o.serial;
  now.tokens = static_cast<std::uint32_t>(o.arrived.size());
  o.last = now;
  o.unreported = 0;
  std::vector<phaser_token> const tokens = std::exchange(o.arrived, {});
  std::uint64_t const below = now.signals != 0 ? now.front : phaser_outside::never;
  lock_.unlock();
  wire::writer body;
  body.put(name_);
  body.put(now);
  body.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  {
    base::spin_guard const g(values_lock_);
    for (phase_values* v = values_; v != nullptr; v = v->next_values_) {
      std::size_t const begin = body.size();
      body.put(v->name);
      body.put(std::uint32_t{0});
      v->pack_parts(below, body);
      if (body.size() == begin + 12) {
        body.truncate(begin);
      } else {
        body.put_at(begin + 8, static_cast<std::uint32_t>(body.size() - begin - 12));
      }
    }
  }
  mail().send(place_of_home(), phaser_news::report, body);
  lock_.lock();
}

void phaser_object::on_phase(wire::reader& in) {
  auto const said = in.get<phaser_ended>();
  wake_batch batch;
  lock_.lock();
  phaser_outside& o = *outside_;
  if (in.left() != 0) forget_results();
  while (in.left() != 0) {
    auto const accumulator = in.get<std::uint64_t>();
    wire::reader results(in.take(in.get<std::uint32_t>()));
    while (results.left() != 0) {
      auto const phase = results.get<std::uint64_t>();
      auto const bytes = results.take(results.get<std::uint32_t>());
      auto const known = std::find_if(o.results.begin(), o.results.end(),
                                      [&](auto const& x) { return x.accumulator == accumulator && x.phase == phase; });
      if (known == o.results.end()) o.results.push_back({accumulator, phase, {bytes.begin(), bytes.end()}});
    }
  }
  answered_ = said.answers;
  if (said.phase > current()) advance_to(said.phase);
  wake_below(current(), batch);
  o.open = said.open != 0;
  if (o.open) {
    o.last.wanted = 0;  // the home may have had a signaller when it heard of it
    if (o.wanted > current()) o.dirty = true;
  }
  if (!o.results.empty() && ++o.unreported >= phaser_outside::report_oldest_after) o.dirty = true;
  bool const others = o.dirty;
  lock_.unlock();
  batch.resume_all();
  if (others) publish();
}

void phaser_object::on_release(std::uint64_t token) noexcept {
  auto* const r = reinterpret_cast<registration*>(token);
  leave(r);
  free_registration(self(), r);
}

/// Under the lock.
void phaser_object::forget_results() noexcept {
  std::uint64_t const seen = oldest_waiter();
  std::erase_if(outside_->results, [seen](phaser_outside::result const& x) { return x.phase + 1 < seen; });
}

std::vector<std::byte> phaser_object::kept_result(std::uint64_t accumulator, std::uint64_t phase) {
  base::spin_guard const g(lock_);
  if (has_outside()) {
    for (phaser_outside::result const& x : outside_->results) {
      if (x.accumulator == accumulator && x.phase == phase) return x.bytes;
    }
  }
  return {};
}

}  // namespace skua::sched

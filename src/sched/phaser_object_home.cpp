// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The home side of a phaser: what its representatives report, and what it tells them.
#include "sched/phaser_object.hpp"

#include <algorithm>

#include <skua/detail/base/check.hpp>
#include <skua/wire/reader.hpp>

namespace skua::sched {

phaser_grant phaser_object::grant(std::uint32_t mode) {
  if (mode == 0) return {phase(), 0};
  expect_other_places();
  registration* const r = make_registration(self(), this, static_cast<phaser_mode>(mode));
  join(r, nullptr);
  return {r->waits() ? r->waited : r->signalled, reinterpret_cast<std::uintptr_t>(r)};
}

void phaser_object::on_report(int from, wire::reader& in) {
  auto const report = in.get<phaser_report>();
  std::vector<phaser_token> tokens(report.tokens);
  in.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  // Parts of accumulators first: they belong to phases that may end now.
  while (in.remaining() != 0) {
    auto const name = in.get<std::uint64_t>();
    wire::reader parts(in.take(in.get<std::uint32_t>()));
    base::spin_guard const g(values_lock_);
    for (phase_values* v = values_; v != nullptr; v = v->next_values_) {
      if (v->name == name) v->merge_parts(parts);
    }
  }
  registration* ended = nullptr;
  wake_batch batch;
  lock_.lock();
  phaser_remote& o = remote_state();
  phaser_remote::peer& q = o.peers[static_cast<std::size_t>(from)];
  q.last_report = report.serial;
  // First the record, then the travellers that it covers (REMOTE-PHASER-1).
  if (report.signals != 0) {
    if (q.signals) {
      count_out(&q.record);
      q.record.signalled = report.front;
      count_in(&q.record);
    } else {
      q.record.object = this;
      q.record.name = name_;
      q.record.mode = phaser_mode::signal;
      q.record.signalled = report.front;
      q.signals = true;
      insert(&q.record);
    }
  } else if (q.signals) {
    q.signals = false;
    erase(&q.record);
  }
  for (phaser_token const& t : tokens) {
    if (t.place != made_at->number) {
      o.releases.push_back(t);
      continue;
    }
    auto* const r = reinterpret_cast<registration*>(t.address);
    erase(r);
    r->next = ended;
    ended = r;
  }
  q.oldest = report.oldest;
  if (report.waits != 0 && (!q.waits || report.tokens != 0)) {  // REMOTE-PHASER-2, REMOTE-PHASER-3
    std::uint64_t const from_phase = report.oldest == 0 ? 0 : report.oldest - 1;
    if (!q.waits) q.sent_below = phaser_remote::never;
    q.resend = std::min(q.resend, from_phase);
    q.due = true;
  }
  q.waits = report.waits != 0;
  advance(batch);
  if (report.awaited_phases != 0) {
    if (no_signallers_left()) skip_to(report.awaited_phases, batch);
    q.due = true;
  }
  o.dirty = true;
  lock_.unlock();
  batch.resume_all();
  while (ended != nullptr) {
    registration* const r = ended;
    ended = r->next;
    free_registration(self(), r);
  }
  publish();
}

void phaser_object::publish_home() noexcept {
  struct message {
    int to;
    std::uint64_t from;
    phaser_ended content;
  };
  phaser_remote& o = *remote_state_;
  std::vector<phaser_token> const releases = std::exchange(o.releases, {});
  std::vector<message> messages;
  for (std::size_t i = 0; i < o.peers.size(); ++i) {
    phaser_remote::peer& q = o.peers[i];
    if (!q.waits || !q.due) continue;
    q.due = false;
    messages.push_back(
        {static_cast<int>(i), std::min(q.sent_below, q.resend), {current(), q.last_report, no_signallers_left()}});
    q.sent_below = messages.back().from;  // results from there on are kept until they are sent
    q.resend = phaser_remote::never;
  }
  lock_.unlock();
  for (message const& l : messages) {
    wire::writer body;
    body.put(name_);
    body.put(l.content);
    {
      base::spin_guard const g(values_lock_);
      for (phase_values* v = values_; v != nullptr; v = v->next_values_) {
        std::size_t const begin = body.size();
        body.put(v->name);
        body.put(std::uint32_t{0});
        v->pack_results(l.from, l.content.phase, body);
        if (body.size() == begin + 12) {
          body.truncate(begin);
        } else {
          body.put_at(begin + 8, static_cast<std::uint32_t>(body.size() - begin - 12));
        }
      }
    }
    mail().send(l.to, phaser_message::phase, body);
  }
  for (phaser_token const& t : releases) {
    wire::writer body;
    body.put(name_);
    body.put(t.address);
    mail().send(t.place, phaser_message::release, body);
  }
  lock_.lock();
  for (message const& l : messages) {
    phaser_remote::peer& q = o.peers[static_cast<std::size_t>(l.to)];
    if (q.sent_below == l.from) q.sent_below = l.content.phase;
  }
}

}  // namespace skua::sched

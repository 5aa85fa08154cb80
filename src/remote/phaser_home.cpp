// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_home.hpp"

#include <algorithm>
#include <utility>

namespace skua::remote {

using sched::phaser_token;
using sched::registration;

phaser_home::~phaser_home() {
  for (peer& q : peers_) {
    if (q.signals) phaser_.erase(&q.record);
  }
}

void phaser_home::note_change() noexcept {
  for (peer& q : peers_) q.due = q.due || q.waits;
  dirty_ = true;
}

std::uint64_t phaser_home::oldest_needed(std::uint64_t oldest) const noexcept {
  for (peer const& q : peers_) {  // REMOTE-PHASER-3
    if (q.waits) oldest = std::min({oldest, q.sent_below, q.resend, q.oldest});
  }
  return oldest;
}

void phaser_home::arrive(registration* r, phaser_token traveller) {
  registration* ended = nullptr;
  phaser_.lock().lock();
  if (traveller.place == place()) {
    ended = reinterpret_cast<registration*>(traveller.address);
  } else {
    releases_.push_back(traveller);
  }
  phaser_.insert(r);
  if (ended != nullptr) phaser_.erase(ended);  // r has the same phases: no phase can end by that
  dirty_ = true;
  phaser_.lock().unlock();
  if (ended != nullptr) free_registration(sched::self(), ended);
  publish();
}

/// Under the lock.
void phaser_home::update_record(peer& q, phaser_report const& report) noexcept {
  if (report.signals == 0) {
    if (std::exchange(q.signals, false)) phaser_.erase(&q.record);
  } else if (q.signals) {
    phaser_.count_out(&q.record);
    q.record.signalled = report.front;
    phaser_.count_in(&q.record);
  } else {
    q.record.object = &phaser_;
    q.record.name = phaser_.name();
    q.record.mode = phaser_mode::signal;
    q.record.signalled = report.front;
    q.signals = true;
    phaser_.insert(&q.record);
  }
}

void phaser_home::on_report(int from, wire::reader& in) {
  auto const report = in.get<phaser_report>();
  std::vector<phaser_token> tokens(report.tokens);
  in.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  // Parts of accumulators first: they belong to phases that may end now.
  while (in.remaining() != 0) {
    auto const name = in.get<std::uint64_t>();
    wire::reader parts(in.take(in.get<std::uint32_t>()));
    phaser_.for_each_value([&](sched::phase_values& v) {
      if (v.name == name) v.merge_parts(parts);
    });
  }
  registration* ended = nullptr;
  sched::wake_batch batch;
  phaser_.lock().lock();
  peer& q = peers_[static_cast<std::size_t>(from)];
  q.last_report = report.serial;
  // First the record, then the travellers that it covers (REMOTE-PHASER-1).
  update_record(q, report);
  for (phaser_token const& t : tokens) {
    if (t.place != place()) {
      releases_.push_back(t);
      continue;
    }
    auto* const r = reinterpret_cast<registration*>(t.address);
    phaser_.erase(r);
    r->next = ended;
    ended = r;
  }
  q.oldest = report.oldest;
  if (report.waits != 0 && (!q.waits || report.tokens != 0)) {  // REMOTE-PHASER-2, REMOTE-PHASER-3
    std::uint64_t const from_phase = report.oldest == 0 ? 0 : report.oldest - 1;
    if (!q.waits) q.sent_below = never;
    q.resend = std::min(q.resend, from_phase);
    q.due = true;
  }
  q.waits = report.waits != 0;
  phaser_.advance(batch);
  if (report.awaited_phases != 0) {
    if (phaser_.no_signallers_left()) phaser_.skip_to(report.awaited_phases, batch);
    q.due = true;
  }
  dirty_ = true;
  phaser_.lock().unlock();
  batch.resume_all();
  while (ended != nullptr) {
    registration* const r = ended;
    ended = r->next;
    free_registration(sched::self(), r);
  }
  publish();
}

void phaser_home::send_changes() noexcept {
  struct message {
    int to;
    std::uint64_t from;
    phaser_ended content;
  };
  std::vector<phaser_token> const releases = std::exchange(releases_, {});
  std::vector<message> messages;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    peer& q = peers_[i];
    if (!q.waits || !q.due) continue;
    q.due = false;
    messages.push_back({static_cast<int>(i),
                        std::min(q.sent_below, q.resend),
                        {phaser_.current(), q.last_report, phaser_.no_signallers_left()}});
    q.sent_below = messages.back().from;  // results from there on are kept until they are sent
    q.resend = never;
  }
  phaser_.lock().unlock();
  for (message const& m : messages) {
    wire::writer body;
    body.put(phaser_.name());
    body.put(m.content);
    pack_values(body, [&](sched::phase_values& v) { v.pack_results(m.from, m.content.phase, body); });
    sender_.send(m.to, kind::phaser_phase, body.view());
  }
  for (phaser_token const& t : releases) {
    wire::writer body;
    body.put(phaser_.name());
    body.put(t.address);
    sender_.send(t.place, kind::phaser_release, body.view());
  }
  phaser_.lock().lock();
  for (message const& m : messages) {
    peer& q = peers_[static_cast<std::size_t>(m.to)];
    if (q.sent_below == m.from) q.sent_below = m.content.phase;
  }
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_home.hpp"

#include <utility>

namespace skua::remote {

using sched::phaser_token;
using sched::registration;

void phaser_home::note_change() noexcept {
  children_.mark_due();
  dirty_ = true;
}

void phaser_home::arrive(registration* member, phaser_token traveller) {
  registration* ended = nullptr;
  phaser_.lock().lock();
  if (traveller.place == place()) {
    ended = reinterpret_cast<registration*>(traveller.address);
  } else {
    releases_.push_back(traveller);
  }
  phaser_.insert(member);
  if (ended != nullptr) phaser_.erase(ended);  // `member` has the same phases: no phase can end by that
  dirty_ = true;
  phaser_.lock().unlock();
  if (ended != nullptr) free_registration(sched::self(), ended);
  publish();
}

void phaser_home::on_report(int from, wire::reader& in) {
  auto const report = in.get<phaser_report>();
  std::vector<phaser_token> tokens(report.tokens);
  in.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  // Parts of accumulators first: they belong to phases that may end now.
  while (in.remaining() != 0) {
    auto const name = in.get<std::uint64_t>();
    wire::reader parts(in.take(in.get<std::uint32_t>()));
    phaser_.for_each_value([&](sched::phase_values& values) {
      if (values.name == name) values.merge_parts(parts);
    });
  }
  registration* ended = nullptr;
  sched::wake_batch batch;
  phaser_.lock().lock();
  // First the record, then the travellers that it covers (REMOTE-PHASER-1).
  children_.take(from, report);
  for (phaser_token const& token : tokens) {
    if (token.place != place()) {
      releases_.push_back(token);
      continue;
    }
    auto* const member = reinterpret_cast<registration*>(token.address);
    phaser_.erase(member);
    member->next = ended;
    ended = member;
  }
  children_.answer(from);
  phaser_.advance(batch);
  if (report.awaited_phases != 0) {
    if (phaser_.no_signallers_left()) phaser_.skip_to(report.awaited_phases, batch);
    children_.mark_due(from);
  }
  dirty_ = true;
  phaser_.lock().unlock();
  batch.resume_all();
  while (ended != nullptr) {
    registration* const registration = ended;
    ended = registration->next;
    free_registration(sched::self(), registration);
  }
  publish();
}

void phaser_home::send_changes() noexcept {
  std::vector<phaser_token> const releases = std::exchange(releases_, {});
  auto const messages = children_.take_due(phaser_.current(), phaser_.no_signallers_left());
  phaser_.lock().unlock();
  for (phaser_children::message const& message : messages) {
    wire::writer body;
    body.put(phaser_.name());
    body.put(message.content);
    pack_values(body,
                [&](sched::phase_values& values) { values.pack_results(message.from, message.content.phase, body); });
    sender_.send(message.to, kind::phaser_phase, body.view());
  }
  send_releases(sender_, *phaser_.made_at, phaser_.name(), releases);
  phaser_.lock().lock();
  children_.sent(messages);
}

}  // namespace skua::remote

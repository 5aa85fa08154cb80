// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser at its own place towards its representatives: what they report, what they are told.
#include "sched/phaser_object.hpp"

#include <algorithm>

#include <skua/base/check.hpp>
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
  auto const said = in.get<phaser_report>();
  std::vector<phaser_token> tokens(said.tokens);
  in.raw(tokens.data(), tokens.size() * sizeof(phaser_token));
  // Parts first: they belong to phases that may end now.
  while (in.left() != 0) {
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
  phaser_outside& o = outside();
  phaser_outside::peer& q = o.peers[static_cast<std::size_t>(from)];
  q.heard = said.serial;
  // The record first, then those whom it covers (H1).
  if (said.signals != 0) {
    if (q.signals) {
      count_out(&q.record);
      q.record.signalled = said.front;
      count_in(&q.record);
    } else {
      q.record.object = this;
      q.record.name = name_;
      q.record.mode = phaser_mode::signal;
      q.record.signalled = said.front;
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
  q.oldest = said.oldest;
  if (said.waits != 0 && (!q.waits || said.tokens != 0)) {  // H2, H3
    std::uint64_t const from_phase = said.oldest == 0 ? 0 : said.oldest - 1;
    if (!q.waits) q.told = phaser_outside::never;
    q.resend = std::min(q.resend, from_phase);
    q.due = true;
  }
  q.waits = said.waits != 0;
  advance(batch);
  if (said.wanted != 0) {
    if (nobody_signals()) skip_to(said.wanted, batch);
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
  struct letter {
    int to;
    std::uint64_t from;
    phaser_ended news;
  };
  phaser_outside& o = *outside_;
  std::vector<phaser_token> const releases = std::exchange(o.releases, {});
  std::vector<letter> letters;
  for (std::size_t i = 0; i < o.peers.size(); ++i) {
    phaser_outside::peer& q = o.peers[i];
    if (!q.waits || !q.due) continue;
    q.due = false;
    letters.push_back({static_cast<int>(i), std::min(q.told, q.resend), {current(), q.heard, nobody_signals()}});
    q.told = letters.back().from;  // kept until it is sent
    q.resend = phaser_outside::never;
  }
  lock_.unlock();
  for (letter const& l : letters) {
    wire::writer body;
    body.put(name_);
    body.put(l.news);
    {
      base::spin_guard const g(values_lock_);
      for (phase_values* v = values_; v != nullptr; v = v->next_values_) {
        std::size_t const begin = body.size();
        body.put(v->name);
        body.put(std::uint32_t{0});
        v->pack_results(l.from, l.news.phase, body);
        if (body.size() == begin + 12) {
          body.truncate(begin);
        } else {
          body.put_at(begin + 8, static_cast<std::uint32_t>(body.size() - begin - 12));
        }
      }
    }
    mail().send(l.to, phaser_news::phase, body);
  }
  for (phaser_token const& t : releases) {
    wire::writer body;
    body.put(name_);
    body.put(t.address);
    mail().send(t.place, phaser_news::release, body);
  }
  lock_.lock();
  for (letter const& l : letters) {
    phaser_outside::peer& q = o.peers[static_cast<std::size_t>(l.to)];
    if (q.told == l.from) q.told = l.news.phase;
  }
}

}  // namespace skua::sched

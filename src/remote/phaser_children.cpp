// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_children.hpp"

#include <algorithm>
#include <utility>

#include <skua/detail/base/check.hpp>

namespace skua::remote {

phaser_children::phaser_children(sched::phaser_object& p, base::wide_tree const& tree) : phaser_(p) {
  children_.reserve(static_cast<std::size_t>(tree.children()));  // the phaser has pointers to the records
  tree.for_each_child([&](int place) { children_.emplace_back().place = place; });
}

phaser_children::~phaser_children() {
  for (child& q : children_) {
    if (q.signals) phaser_.erase(&q.record);
  }
}

phaser_children::child& phaser_children::find(int place) noexcept {
  auto const q = std::ranges::find(children_, place, &child::place);
  base::check(q != children_.end(), "internal: a phaser's report from a place that is not below this one");
  return *q;
}

void phaser_children::update_record(child& q, phaser_report const& report) noexcept {
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

void phaser_children::take(int from, phaser_report const& report) {
  child& q = find(from);
  update_record(q, report);
  q.last_report = report.serial;
  q.oldest = report.oldest;
  q.awaited_phases = report.awaited_phases;
  if (report.waits != 0 && (!q.waits || report.tokens != 0)) {  // REMOTE-PHASER-2, REMOTE-PHASER-3
    if (!q.waits) q.sent_below = never;
    q.wanted = std::min(q.wanted, report.oldest == 0 ? 0 : report.oldest - 1);
    q.wants_answer = true;
  }
  q.waits = report.waits != 0;
}

void phaser_children::answer(int from) noexcept {
  child& q = find(from);
  q.answered = q.last_report;
  if (!std::exchange(q.wants_answer, false)) return;
  q.resend = std::min(q.resend, std::exchange(q.wanted, never));
  q.due = true;
}

void phaser_children::covered_by(std::uint32_t own_report) {
  for (child& q : children_) {
    if (std::exchange(q.wants_answer, false))
      q.passed_on.push_back({own_report, q.last_report, std::exchange(q.wanted, never)});
  }
}

void phaser_children::answered_through(std::uint32_t own_report) noexcept {
  for (child& q : children_) {
    auto const is_answered = [own_report](unanswered const& u) {
      return static_cast<std::int32_t>(u.own_report - own_report) <= 0;
    };
    auto const end = std::ranges::find_if_not(q.passed_on, is_answered);
    if (end == q.passed_on.begin()) continue;
    for (auto u = q.passed_on.begin(); u != end; ++u) q.resend = std::min(q.resend, u->resend);
    q.answered = std::prev(end)->report;
    q.due = true;
    q.passed_on.erase(q.passed_on.begin(), end);
  }
}

void phaser_children::mark_due() noexcept {
  for (child& q : children_) q.due = q.due || q.waits;
}

bool phaser_children::any_due() const noexcept {
  return std::ranges::any_of(children_, [](child const& q) { return q.due && q.waits; });
}

bool phaser_children::any_waits() const noexcept { return std::ranges::any_of(children_, &child::waits); }

std::uint64_t phaser_children::awaited_phases() const noexcept {
  std::uint64_t most_phases = 0;
  for (child const& q : children_) most_phases = std::max(most_phases, q.awaited_phases);
  return most_phases;
}

std::uint64_t phaser_children::oldest_needed(std::uint64_t oldest) const noexcept {
  for (child const& q : children_) {
    if (q.waits) oldest = std::min({oldest, q.sent_below, q.resend, q.oldest});
  }
  return oldest;
}

std::vector<phaser_children::message> phaser_children::take_due(std::uint64_t phase, bool open) {
  std::vector<message> messages;
  for (child& q : children_) {
    if (!q.waits || !q.due) continue;
    q.due = false;
    messages.push_back({q.place, std::min(q.sent_below, q.resend), {phase, q.answered, open}});
    q.sent_below = messages.back().from;  // results from there on are kept until they are sent
    q.resend = never;
  }
  return messages;
}

void phaser_children::sent(std::vector<message> const& messages) noexcept {
  for (message const& m : messages) {
    child& q = find(m.to);
    if (q.sent_below == m.from) q.sent_below = m.content.phase;
  }
}

}  // namespace skua::remote

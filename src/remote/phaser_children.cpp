// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/phaser_children.hpp"

#include <algorithm>
#include <utility>

#include <skua/detail/base/check.hpp>

namespace skua::remote {

phaser_children::phaser_children(sched::phaser_object& phaser, base::wide_tree const& tree) : phaser_(phaser) {
  children_.reserve(static_cast<std::size_t>(tree.children()));  // the phaser has pointers to the records
  tree.for_each_child([&](int place) { children_.emplace_back().place = place; });
}

phaser_children::~phaser_children() {
  for (child& child : children_) {
    if (child.signals) phaser_.erase(&child.record);
  }
}

phaser_children::child& phaser_children::find(int place) noexcept {
  auto const position = std::ranges::find(children_, place, &child::place);
  base::check(position != children_.end(), "internal: a phaser's report from a place that is not below this one");
  return *position;
}

void phaser_children::update_record(child& child, phaser_report const& report) noexcept {
  if (report.signals == 0) {
    if (std::exchange(child.signals, false)) phaser_.erase(&child.record);
  } else if (child.signals) {
    phaser_.count_out(&child.record);
    child.record.signalled = report.front;
    phaser_.count_in(&child.record);
  } else {
    child.record.object = &phaser_;
    child.record.name = phaser_.name();
    child.record.mode = phaser_mode::signal;
    child.record.signalled = report.front;
    child.signals = true;
    phaser_.insert(&child.record);
  }
}

void phaser_children::take(int from, phaser_report const& report) {
  child& child = find(from);
  update_record(child, report);
  child.last_report = report.serial;
  child.oldest = report.oldest;
  child.awaited_phases = report.awaited_phases;
  if (report.waits != 0 && (!child.waits || report.tokens != 0)) {  // REMOTE-PHASER-2, REMOTE-PHASER-3
    if (!child.waits) child.sent_below = never;
    child.wanted = std::min(child.wanted, report.oldest == 0 ? 0 : report.oldest - 1);
    child.wants_answer = true;
  }
  child.waits = report.waits != 0;
}

void phaser_children::answer(int from) noexcept {
  child& child = find(from);
  child.answered = child.last_report;
  if (!std::exchange(child.wants_answer, false)) return;
  child.resend = std::min(child.resend, std::exchange(child.wanted, never));
  child.due = true;
}

void phaser_children::covered_by(std::uint32_t own_report) {
  for (child& child : children_) {
    if (std::exchange(child.wants_answer, false))
      child.passed_on.push_back({own_report, child.last_report, std::exchange(child.wanted, never)});
  }
}

void phaser_children::answered_through(std::uint32_t own_report) noexcept {
  for (child& child : children_) {
    auto const is_answered = [own_report](unanswered const& unanswered) {
      return static_cast<std::int32_t>(unanswered.own_report - own_report) <= 0;
    };
    auto const end = std::ranges::find_if_not(child.passed_on, is_answered);
    if (end == child.passed_on.begin()) continue;
    for (auto position = child.passed_on.begin(); position != end; ++position)
      child.resend = std::min(child.resend, position->resend);
    child.answered = std::prev(end)->report;
    child.due = true;
    child.passed_on.erase(child.passed_on.begin(), end);
  }
}

void phaser_children::mark_due() noexcept {
  for (child& child : children_) child.due = child.due || child.waits;
}

bool phaser_children::any_due() const noexcept {
  return std::ranges::any_of(children_, [](child const& child) { return child.due && child.waits; });
}

bool phaser_children::any_waits() const noexcept { return std::ranges::any_of(children_, &child::waits); }

std::uint64_t phaser_children::awaited_phases() const noexcept {
  std::uint64_t most_phases = 0;
  for (child const& child : children_) most_phases = std::max(most_phases, child.awaited_phases);
  return most_phases;
}

std::uint64_t phaser_children::oldest_needed(std::uint64_t oldest) const noexcept {
  for (child const& child : children_) {
    if (child.waits) oldest = std::min({oldest, child.sent_below, child.resend, child.oldest});
  }
  return oldest;
}

std::vector<phaser_children::message> phaser_children::take_due(std::uint64_t phase, bool open) {
  std::vector<message> messages;
  for (child& child : children_) {
    if (!child.waits || !child.due) continue;
    child.due = false;
    messages.push_back({child.place, std::min(child.sent_below, child.resend), {phase, child.answered, open}});
    child.sent_below = messages.back().from;  // results from there on are kept until they are sent
    child.resend = never;
  }
  return messages;
}

void phaser_children::sent(std::vector<message> const& messages) noexcept {
  for (message const& message : messages) {
    child& child = find(message.to);
    if (child.sent_below == message.from) child.sent_below = message.content.phase;
  }
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/deadlock_detector.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "core/place.hpp"
#include "instruments/signals.hpp"

namespace skua::remote {

void deadlock_detector::look() noexcept {
  std::uint64_t parks = 0;
  if (sched::nothing_can_run(place_, parks)) begin();
}

void deadlock_detector::begin() noexcept {
  if (under_way_.exchange(true, std::memory_order_acquire)) return;  // sync: CENSUS <- end_wave
  sum_ = {};
  missing_ = place_.total - 1;
  std::uint64_t const wave = ++wave_;
  for (int place = 1; place < place_.total; ++place) sender_.send(place, kind::census, wire::bytes_of(wave));
  if (missing_ == 0) end_wave();  // one place, in the check mode
}

deadlock_detector::census deadlock_detector::take(std::uint64_t wave) noexcept {
  census census;
  census.wave = wave;
  census.passive = sched::nothing_can_run(place_, census.parks);
  census.sent_messages = mail_.counted_messages();
  census.handled_messages = handled_;
  census.tasks_left = place_.root.state.load() >= sched::scope_token;
  census.unbroken = census.passive != 0 && last_.passive != 0 && last_.wave + 1 == wave &&
                    last_.parks == census.parks && last_.sent_messages == census.sent_messages &&
                    last_.handled_messages == census.handled_messages;
  last_ = census;
  return census;
}

void deadlock_detector::on_census(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  sender_.send(from, kind::census_answer, wire::bytes_of(take(reader.get<std::uint64_t>())));
}

void deadlock_detector::on_census_answer(std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const answer = reader.get<census>();
  sum_.sent_messages += answer.sent_messages;
  sum_.handled_messages += answer.handled_messages;
  sum_.passive += answer.passive;
  sum_.unbroken += answer.unbroken;
  sum_.tasks_left += answer.tasks_left;
  if (--missing_ == 0) end_wave();
}

void deadlock_detector::end_wave() {
  census const own = take(wave_);
  auto const places = static_cast<std::uint32_t>(place_.total);
  bool const all_passive = sum_.passive + own.passive == places &&
                           sum_.sent_messages + own.sent_messages == sum_.handled_messages + own.handled_messages &&
                           sum_.tasks_left + own.tasks_left > 0;
  ended_.fetch_add(1, std::memory_order_relaxed);  // relaxed: a number
  if (all_passive && sum_.unbroken + own.unbroken == places) return ask_for_waiting_tasks();
  under_way_.store(false, std::memory_order_release);  // sync: CENSUS -> begin
  if (all_passive) begin();
}

void deadlock_detector::ask_for_waiting_tasks() {
  // sync: CENSUS -> begin
  if (!sched::signals_kill_from_now_on()) return under_way_.store(false, std::memory_order_release);
  reported_.store(true, std::memory_order_relaxed);  // relaxed: see has_reported
  waiting_.push_back(sched::waiting_at(place_, true));
  missing_ = place_.total - 1;
  if (missing_ == 0) sched::end_in_deadlock(waiting_, false);  // one place, in the check mode
  for (int place = 1; place < place_.total; ++place) sender_.send(place, kind::ask_waiting, {});
}

void deadlock_detector::on_ask_waiting(int from) {
  reported_.store(true, std::memory_order_relaxed);  // relaxed: see has_reported
  sched::waiting_tasks const tasks = sched::waiting_at(place_, sched::signals_kill_from_now_on());
  wire::writer message;
  message.put(static_cast<std::uint64_t>(tasks.count));
  message.put_length(tasks.lines.size());
  for (sched::waiting_line const& line : tasks.lines) {
    message.put(static_cast<std::uint64_t>(line.tasks));
    message.put_length(line.text.size());
    message.raw(line.text.data(), line.text.size());
  }
  sender_.send(from, kind::waiting, message.view());
}

void deadlock_detector::on_waiting(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  sched::waiting_tasks tasks;
  tasks.place = from;
  tasks.count = reader.get<std::uint64_t>();
  tasks.lines.resize(reader.get_length());
  for (sched::waiting_line& line : tasks.lines) {
    line.tasks = reader.get<std::uint64_t>();
    auto const text = reader.take(reader.get_length());
    line.text.assign(reinterpret_cast<char const*>(text.data()), text.size());
  }
  waiting_.push_back(std::move(tasks));
  if (--missing_ > 0) return;
  std::sort(waiting_.begin(), waiting_.end(),
            [](auto const& left, auto const& right) { return left.place < right.place; });
  sched::end_in_deadlock(waiting_, true);
}

}  // namespace skua::remote

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/worker_trace.hpp"

#include <algorithm>
#include <ctime>

#include <skua/detail/core/self.hpp>

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "instruments/place_trace.hpp"
#include "system/tick_clock.hpp"

namespace skua::sched {
namespace {

using observe::trace_event;
using observe::trace_name;
using observe::trace_record;

/// Tasks that are measured together, at most.
constexpr std::uint64_t longest_part = 64;

/// Short neighbours are merged into a stretch of at most this length.
constexpr std::uint64_t longest_stretch_ns = 1'000'000;

trace_name name_of_function(task_fn fn) noexcept {
  return observe::name_is_function | reinterpret_cast<std::uintptr_t>(fn);
}

// relaxed: the thread's own fibre
traced_task* traced_of(fibre const* current) noexcept { return current->traced.load(std::memory_order_relaxed); }

worker_trace& trace_of(fibre const* current) noexcept { return trace_of(*place_of(current))->of(*worker_of(current)); }

/// The reason why a fibre stopped. One that yields or was preempted waits for other tasks.
char const* reason_of(fibre const& current) noexcept {
  return current.wait.waits_for != nullptr ? current.wait.waits_for : "others";
}

}  // namespace

worker_trace::worker_trace(place_trace& to, worker& owner, std::size_t size)
    : to_(to),
      worker_(owner),
      threshold_(to.ticks_in(threshold_ns)),
      longest_(to.ticks_in(longest_stretch_ns)),
      counter_(to.uses_counter()),
      ring_(size) {}

std::uint64_t worker_trace::now() const noexcept {
  return SKUA_LIKELY(counter_) ? system::read_counter() : worker_.home->machine->now();
}

void worker_trace::put(trace_record const& record) noexcept {
  if (SKUA_LIKELY(ring_.put(record))) return;
  if (worker_.home->simulated) {
    to_.drain();
    if (ring_.put(record)) return;
  }
  lost_.fetch_add(1, std::memory_order_relaxed);  // relaxed: a number to print
}

trace_name worker_trace::number_of(char const* name) noexcept {
  if (name == nullptr) return 0;
  try {
    auto& [text, number] = names_[name];
    if (number == 0 || text != name) {  // the memory may hold another name by now
      text = name;
      number = to_.number_of(text);
    }
    return number;
  } catch (...) {
    return 0;
  }
}

void worker_trace::note(trace_event event, std::uint64_t first, std::uint64_t second, std::uint64_t third,
                        trace_name name) noexcept {
  trace_record record;
  record.event = event;
  record.begin = record.end = now();
  record.a = first;
  record.b = second;
  record.c = third;
  record.name = name;
  put(record);
}

/// Returns true if the part was merged, and false if it is too long: then the open stretch is
/// ended, and the part needs a separate record.
SKUA_INLINE bool worker_trace::merge(trace_event event, trace_name name, std::uint64_t from, std::uint64_t to,
                                     std::uint32_t count, std::uint64_t longest) noexcept {
  std::uint64_t const ticks = to - from;
  if (SKUA_UNLIKELY(ticks >= threshold_)) {
    flush();
    return false;
  }
  std::size_t i = 0;
  while (i < share_count_ && (shares_[i].name != name || shares_[i].event != event)) ++i;
  if (SKUA_UNLIKELY(i == share_count_ || from - end_ >= threshold_)) {
    if (i == max_shares || from - end_ >= threshold_) {
      flush();
      i = 0;
    }
    if (share_count_ == 0) begin_ = from;
    shares_[i] = {event, name, 0, 0, 0};
    share_count_ = i + 1;
  }
  shares_[i].count += count;
  shares_[i].ticks += ticks;
  shares_[i].longest = std::max(shares_[i].longest, longest);
  end_ = to;
  if (SKUA_UNLIKELY(to - begin_ >= longest_)) flush();
  return true;
}

/// Tasks of one name: a slice from the first to the last. Otherwise one slice after the other, each
/// as long as its parts together.
void worker_trace::flush() noexcept {
  std::uint64_t moment = begin_;
  for (std::size_t i = 0; i < share_count_; ++i) {
    share const& share = shares_[i];
    trace_record record;
    record.event = share.event;
    record.name = share.name;
    record.begin = moment;
    record.end = share_count_ == 1 ? end_ : moment + share.ticks;
    record.count = share.count;
    record.a = share.ticks;
    record.b = share.longest;
    record.continues = share.event == trace_event::tasks && share.count == 0;
    moment = record.end;
    put(record);
  }
  share_count_ = 0;
}

void worker_trace::thread_ends() noexcept {
  timespec used{};
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) != 0) return;
  processor_ns_ = static_cast<std::uint64_t>(used.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(used.tv_nsec);
}

/// Notes the part of tasks that ends now. `current` is the fibre that has run it; `ended`: the name
/// of the task that has just ended there.
void worker_trace::end_part_of_tasks(fibre const* current, std::uint64_t now, trace_name ended) noexcept {
  std::uint64_t const from = std::exchange(since_, now);
  std::uint32_t const begun = std::exchange(part_.begun, 0);
  std::uint64_t const ticks = now - from;
  trace_name name = ended != 0 ? ended : begun != 0 ? part_.name : 0;
  if (name == 0) {
    if (traced_of(current) == nullptr) return;
    char const* const its_name = name_of_task(*current);
    name = its_name != nullptr ? number_of(its_name) : name_of_function(traced_of(current)->fn);
  }
  std::uint64_t const mean = begun > 1 ? ticks / begun : ticks;
  if (begun != 0) {
    std::uint64_t const expected = threshold_ / 2 / std::max<std::uint64_t>(mean, 1);
    most_in_part_ =
        ticks >= threshold_ ? 1 : static_cast<std::uint32_t>(std::clamp<std::uint64_t>(expected, 1, longest_part));
  }
  if (merge(trace_event::tasks, name, from, now, begun, mean)) return;
  trace_record record;
  record.event = trace_event::tasks;
  record.continues = begun == 0;
  record.count = begun;
  record.name = name;
  record.begin = from;
  record.end = now;
  record.a = record.b = ticks;
  put(record);
}

SKUA_INLINE void worker_trace::task_begins(fibre* current, traced_task& task) noexcept {
  traced_task* const outer = traced_of(current);
  bool const same_function = task.fn == part_.fn && (part_.goes_on || (outer != nullptr && outer->fn == task.fn));
  if (SKUA_UNLIKELY(!same_function || part_.begun >= most_in_part_)) {
    std::uint64_t const moment = now();
    if (part_.begun != 0 || outer != nullptr) end_part_of_tasks(current, moment);
    since_ = moment;
    part_ = {task.fn, 0, 0, true};
  }
  ++part_.begun;
  task.outer = outer;
  task.outer_name = name_of_task(*current);
  current->traced.store(&task, std::memory_order_relaxed);       // relaxed: a hint to others
  current->task_name.store(nullptr, std::memory_order_relaxed);  // relaxed: no text belongs to it
  current->ended_name = nullptr;
}

SKUA_INLINE void worker_trace::task_ends(fibre* current) noexcept {
  traced_task const& task = *traced_of(current);
  traced_task* const outer = task.outer;
  // The outer task continues now, unless its scope has more tasks here. A thief may have taken the
  // lowest ones.
  bool const returns = outer != nullptr && outer->fn != task.fn &&
                       (task.is_awaited || current->top() == innermost_base(current) || current->count_tasks() == 0);
  bool const same_function = task.fn == part_.fn;
  trace_name const name =
      SKUA_LIKELY(current->ended_name == nullptr) ? name_of_function(task.fn) : number_of(current->ended_name);
  if (SKUA_UNLIKELY(returns || !same_function || part_.begun >= most_in_part_)) {
    bool const is_of_others = !same_function && part_.begun != 0;
    end_part_of_tasks(current, now(), is_of_others ? 0 : name);
  }
  part_.fn = task.fn;
  part_.name = name;
  part_.goes_on = !returns;
  current->traced.store(outer, std::memory_order_relaxed);               // relaxed: a hint to others
  current->task_name.store(task.outer_name, std::memory_order_release);  // sync: TASK_NAME -> name_of_task
  current->ended_name = nullptr;
}

void worker_trace::task_taken(slot& task, bool is_awaited) noexcept {
  taken_ = task.fn;
  is_taken_by_waiter_ = is_awaited;
  task.fn = &run_traced;
}

void worker_trace::task_stops(fibre* current) noexcept {
  std::uint64_t const moment = now();
  end_part_of_tasks(current, moment);
  reason_ = number_of(reason_of(*current));
  current->stopped_at = moment;
  current->stopped_on = worker_.id;
}

void worker_trace::task_continues(fibre* current) noexcept {
  std::uint64_t const moment = now();
  if (part_.begun != 0) end_part_of_tasks(current, moment);  // of another fibre
  since_ = moment;
  part_ = {};
  if (moment - current->stopped_at < threshold_) return;
  trace_record record;
  record.event = trace_event::suspended;
  record.name = number_of(reason_of(*current));
  record.begin = current->stopped_at;
  record.end = moment;
  record.a = static_cast<std::uint64_t>(current->stopped_on);
  record.b = static_cast<std::uint64_t>(worker_.id);
  if (char const* const name = name_of_task(*current)) {
    record.task = number_of(name);
  } else if (traced_of(current) != nullptr) {
    record.task = name_of_function(traced_of(current)->fn);
  }
  put(record);
}

void worker_trace::end_idle_part(std::uint64_t moment) noexcept {
  std::uint64_t const from = std::exchange(since_, moment);
  trace_name const name = idle_ == trace_event::wait ? reason_ : 0;
  if (merge(idle_, name, from, moment, 0, moment - from)) return;
  trace_record record;
  record.event = idle_;
  record.name = name;
  record.begin = from;
  record.end = moment;
  put(record);
}

void worker_trace::search_begins() noexcept {
  std::uint64_t const moment = now();
  if (part_.begun != 0) end_part_of_tasks(self(), moment);
  since_ = moment;
  idle_ = worker_.waiting_task ? trace_event::wait : trace_event::search;
}

void worker_trace::sleep_begins() noexcept {
  if (idle_ == trace_event::wait) return;
  end_idle_part(now());
  idle_ = trace_event::sleep;
}

void worker_trace::sleep_ends() noexcept {
  if (idle_ == trace_event::wait) return;
  end_idle_part(now());
  idle_ = trace_event::search;
}

void worker_trace::search_ends() noexcept {
  end_idle_part(now());
  part_ = {};
}

void run_traced(slot* slot, task_op op) {
  fibre* const current = self();
  worker_trace& trace = trace_of(current);
  task_fn const fn = trace.taken_;
  slot->fn = fn;
  if (op == task_op::destroy) return fn(slot, op);
  traced_task task{nullptr, nullptr, fn, trace.is_taken_by_waiter_};
  trace.task_begins(current, task);
  struct ending {
    fibre* current;
    ~ending() { trace_of(current).task_ends(current); }  // perhaps on another worker
  } const at_end{current};
  fn(slot, op);
}

}  // namespace skua::sched

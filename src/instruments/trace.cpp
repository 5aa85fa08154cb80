// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program's own events in a trace.
#include <skua/trace.hpp>

#include <bit>

#include <skua/detail/core/self.hpp>
#include <skua/detail/instruments/trace_events.hpp>

#include "core/place.hpp"
#include "instruments/place_trace.hpp"
#include "instruments/worker_trace.hpp"

namespace skua {

using sched::trace_here;

namespace sched {
void note_incumbent(double value) noexcept {
  if (worker_trace* const trace = trace_here())
    trace->note(observe::trace_event::incumbent, std::bit_cast<std::uint64_t>(value));
}
}  // namespace sched

namespace trace {
bool is_on() noexcept { return trace_here() != nullptr; }

void mark(char const* name) noexcept {
  if (sched::worker_trace* const trace = trace_here())
    trace->note(observe::trace_event::mark, 0, 0, 0, trace->number_of(name));
}

void counter(char const* name, double value) noexcept {
  if (sched::worker_trace* const trace = trace_here())
    trace->note(observe::trace_event::counter, std::bit_cast<std::uint64_t>(value), 0, 0, trace->number_of(name));
}

span::span(char const* name) noexcept : name_(name) {
  if (sched::worker_trace const* const trace = trace_here()) begin_ = trace->now();
}

span::~span() {
  sched::worker_trace* const trace = trace_here();
  if (trace == nullptr || begin_ == 0) return;
  observe::trace_record record;
  record.event = observe::trace_event::span;
  record.begin = begin_;
  record.end = trace->now();
  record.name = trace->number_of(name_);
  trace->put(record);
}

}  // namespace trace
}  // namespace skua

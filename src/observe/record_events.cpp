// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/record_events.hpp"

namespace skua::observe {

record_event* find_event(record_event* event) noexcept {
  while (event->united_with != nullptr) event = event->united_with;
  return event;
}

void unite_events(record_event* to, record_event* from) noexcept {
  to = find_event(to);
  from = find_event(from);
  if (to == from) return;
  from->united_with = to;
  ++to->references;
}

record_event* record_events::make() {
  record_event* event;
  if (free_.empty()) {
    event = &events_.emplace_back();
  } else {
    event = free_.back();
    free_.pop_back();
    *event = record_event{};
  }
  event->references = 1;
  return event;
}

void record_events::release(record_event* event) {
  while (event != nullptr && --event->references == 0) {
    record_event* const next = event->united_with;
    free_.push_back(event);
    event = next;
  }
}

}  // namespace skua::observe

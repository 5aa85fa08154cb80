// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/record_events.hpp"

namespace skua::observe {

record_event* find_event(record_event* e) noexcept {
  while (e->united_with != nullptr) e = e->united_with;
  return e;
}

void unite_events(record_event* to, record_event* from) noexcept {
  to = find_event(to);
  from = find_event(from);
  if (to == from) return;
  from->united_with = to;
  ++to->references;
}

record_event* record_events::make() {
  record_event* e;
  if (free_.empty()) {
    e = &events_.emplace_back();
  } else {
    e = free_.back();
    free_.pop_back();
    *e = record_event{};
  }
  e->references = 1;
  return e;
}

void record_events::release(record_event* e) {
  while (e != nullptr && --e->references == 0) {
    record_event* const next = e->united_with;
    free_.push_back(e);
    e = next;
  }
}

}  // namespace skua::observe

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/lost_exception.hpp"

#include <cstdio>

#include "core/place.hpp"
#include "core/scope_frame.hpp"
#include "wire/exception_text.hpp"

namespace skua::sched {

void report_if_lost(future_state const& state) noexcept {
  // One reference is the completer's. With another one, or if the state is kept for other places,
  // the error may still be read.
  // relaxed: a count of 1 is the completer's and stays
  if (state.error == nullptr || state.refs.load(std::memory_order_relaxed) != 1) return;
  if (is_cancelled_error(state.error)) return;
  static base::atomic<bool> reported{false};
  if (reported.exchange(true, std::memory_order_relaxed)) return;  // relaxed: only one line is printed
  try {
    std::fprintf(stderr,
                 "skua: a task's exception is lost, its future was dropped: %s; call get(), or use spawn (further ones "
                 "are not reported)\n",
                 wire::exception_text(state.error).c_str());
  } catch (...) {  // no memory for the text
  }
}

}  // namespace skua::sched

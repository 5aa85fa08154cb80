// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/memory/copy.hpp>

#include <memory>
#include <utility>

#include <skua/detail/sync/start_task.hpp>

#include "memory/cursor.hpp"
#include "memory/global_memory.hpp"
#include "memory/rma_requests.hpp"

namespace skua::memory {

void wait_firmly(future<void> done) {
  sched::future_state* const state = sched::handle_access::state(done);
  sched::wait_done_firmly(state->ready, "global memory", state);
  done.get();
}

void fail(std::exception_ptr exception) noexcept { sched::fail_run(std::move(exception)); }

bool copy_mapped(copy_endpoint const& from, copy_endpoint const& to) {
  global_memory& memory = global_memory::here();
  std::uint64_t const bytes = from.bytes.bytes();
  if (bytes == 0) return true;
  std::byte* const source = memory.reach(from);
  std::byte* const target = memory.reach(to);
  if (source == nullptr || target == nullptr) return false;
  if (from.bytes.contiguous() && to.bytes.contiguous()) {
    copy_bytes(target, source, bytes);
  } else {
    for_each_run(cursor(from.bytes, source, 0), cursor(to.bytes, target, 0), bytes,
                 [](std::byte* row, std::byte* target_row, std::uint64_t n) { copy_bytes(target_row, row, n); });
  }
  return true;
}

void start_copy(copy_endpoint const& from, copy_endpoint const& to, sched::future_state* done) {
  completer pending(done);
  global_memory& memory = global_memory::here();
  if (copy_mapped(from, to)) {  // get() of one value has not tried it before
    done->has_value = true;
    return sched::complete_and_release(pending.hand_over());
  }
  auto copy = std::make_unique<pipelined_copy>(memory, from, to, pending.hand_over());
  memory.wait_for_space(copy->target_place());
  static_cast<pipelined_copy&>(memory.add_request(std::move(copy))).start();
}

}  // namespace skua::memory

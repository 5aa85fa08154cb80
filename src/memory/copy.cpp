// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/memory/copy.hpp>

#include <memory>
#include <utility>

#include <skua/detail/sched/start_task.hpp>

#include "memory/cursor.hpp"
#include "memory/global_memory.hpp"
#include "memory/rma_requests.hpp"

namespace skua::memory {

void wait_firmly(future<void> done) {
  sched::future_state* const p = sched::handle_access::state(done);
  sched::wait_done_firmly(p->ready, "global memory", p);
  done.get();
}

void fail(std::exception_ptr e) noexcept { sched::fail_run(std::move(e)); }

bool copy_mapped(copy_endpoint const& from, copy_endpoint const& to) {
  global_memory& m = global_memory::here();
  std::uint64_t const bytes = from.bytes.bytes();
  if (bytes == 0) return true;
  std::byte* const a = m.reach(from);
  std::byte* const b = m.reach(to);
  if (a == nullptr || b == nullptr) return false;
  if (from.bytes.contiguous() && to.bytes.contiguous()) {
    copy_bytes(b, a, bytes);
  } else {
    for_each_run(cursor(from.bytes, a, 0), cursor(to.bytes, b, 0), bytes,
                 [](std::byte* x, std::byte* y, std::uint64_t n) { copy_bytes(y, x, n); });
  }
  return true;
}

void start_copy(copy_endpoint const& from, copy_endpoint const& to, sched::future_state* done) {
  completer pending(done);
  global_memory& m = global_memory::here();
  if (copy_mapped(from, to)) {  // get() of one value has not tried it before
    done->has_value = true;
    return sched::complete_and_release(pending.hand_over());
  }
  auto s = std::make_unique<pipelined_copy>(m, from, to, pending.hand_over());
  m.wait_for_space(s->target_place());
  static_cast<pipelined_copy&>(m.add_request(std::move(s))).start();
}

}  // namespace skua::memory

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fibre: a stack with the deque of the tasks spawned on it. It migrates between workers as a
// whole.
//
// The first part is what the inlined fast paths of spawn and finish touch; the rest belongs to the
// scheduler. Memory: [fibre | slots | guard page | stack], mapped once and type-stable for the life
// of the runtime, so that thieves and cancellers may look at any fibre at any time.
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/sched/deque_ends.hpp>
#include <skua/sched/parker.hpp>

namespace skua::sched {

/// Where the global memory of each place lies in this process (memory/global_ptr.hpp); null: only
/// messages reach it.
struct memory_map {
  std::uint64_t bytes;      // of each place's part
  std::byte* const* parts;  // by place
};

/// What inlined code needs of a place.
struct place_front {
  base::atomic<std::uint32_t> cancelled_scopes{0};  // scopes cancelled and not yet ended; 0: nothing to check
  int number = 0;                                   // here()
  int total = 1;                                    // places()
  base::atomic<std::uint64_t> names_epoch{1};       // grows when a name of another place is forgotten
  int workers = 0;                                  // workers() of this place
  // worker ids are below this; spare workers come after the counted ones
  int slots = 0;
  base::atomic<memory_map const*> memory{nullptr};  // once global memory was used here
};

/// A free list of equal blocks.
struct block_list {
  void* head = nullptr;
  std::uint32_t count = 0;
};

/// Something that a name of another place stands for here, found lately.
struct known_name {
  std::uint64_t name = 0;
  std::uint64_t context = 0;  // the fibre's; 0 for what a place has once
  std::uint64_t epoch = 0;    // the place's names_epoch before it was found
  void* object = nullptr;
};

/// How many of them a worker keeps, and where in its table one stands.
inline constexpr std::size_t known_names = 64;
inline std::size_t place_of_name(std::uint64_t name) noexcept { return (name * 0x9E3779B97F4A7C15u) >> 58; }

/// What inlined code needs of a worker.
struct worker_front {
  int id = 0;
  std::uint64_t home_bits = 0;  // what names of the place's objects begin with (object_name.hpp)
  known_name names[known_names];
  block_list blocks[3];  // 64, 128, 256 bytes
};

/// A running on-demand loop: what suspend must turn into a task of its own before the fibre stops.
struct range_record {
  range_record* outer;
  void (*split_rest)(range_record*);
};

struct fibre;

/// The claim word of a fibre's wait.
struct fibre_parker : parker {
  fibre* owner = nullptr;
};

struct fibre : deque_ends {
  // ---- running task ----
  alignas(64) std::uintptr_t scope = 0;  // innermost scope_frame*, with slot_in_shield
  worker_front* worker = nullptr;
  place_front* at = nullptr;
  range_record* range = nullptr;
  std::uintptr_t inline_limit = 0;         // see stack_is_low
  struct registration* phasers = nullptr;  // registrations of the running task
  struct task_exit* exits = nullptr;       // results to complete at the end of the running task
  std::uint32_t hooks = 0;                 // scopes opened on this fibre whose body hook is still to be called
  // objects made now would belong to whoever was the first to use the replica: refused
  bool makes_replica = false;
  struct owned* hooked = nullptr;  // made by the bottom-level task for a scope elsewhere, to be told of its end
  char const* task_name = nullptr;
  struct tally* counted = nullptr;  // innermost counted scope around the running task
  std::uint64_t context = 0;        // serial of the proxy of a scope from elsewhere around the running task, 0: none
  // ---- stopped fibre ----
  void* stack_pointer = nullptr;
  // ---- scheduler ----
  fibre_parker wait;
  base::atomic<fibre*> lender{nullptr};  // the spawner whose full deque this fibre works off
  slot* task_base = nullptr;             // bottom of the tasks of the running bottom-level task
  fibre* next = nullptr;                 // in one of: pool, ready list, yielded list
  fibre* previous = nullptr;
  fibre* orphan_next = nullptr;  // list of suspended fibres with stealable tasks
  fibre* orphan_previous = nullptr;
  base::atomic<worker_front*> orphan_of{nullptr};
  void* stack_low = nullptr;
  std::size_t stack_bytes = 0;
  std::uintptr_t exception_globals[2] = {0, 0};
  void* asan_fake_stack = nullptr;
  void* tsan_fibre = nullptr;

  bool owns_address(void const* p) const noexcept {
    auto const* c = static_cast<char const*>(p);
    auto const* low = static_cast<char const*>(stack_low);
    if (c >= low && c < low + stack_bytes) return true;
#if defined(SKUA_ASAN)
    return fakes_address(p);
#else
    return false;
#endif
  }
#if defined(SKUA_ASAN)
  /// Looking for uses after return, the sanitizer keeps the locals of a stack elsewhere.
  bool fakes_address(void const* p) const noexcept;
#endif
};

/// Whether less than half of the fibre's stack is left. A waiting get, finish or invoke runs a
/// queued task on top of its caller only while this is false; below that the caller suspends and
/// the task gets a fibre of its own. So each task starts with at least half of a stack, however
/// deeply waits are nested. The running fibre only.
SKUA_INLINE bool stack_is_low(fibre const* s) noexcept {
  std::uintptr_t here;
#if defined(__x86_64__)
  asm volatile("movq %%rsp, %0" : "=r"(here));  // no local's address: a sanitizer may keep locals elsewhere
#elif defined(__aarch64__)
  asm volatile("mov %0, sp" : "=r"(here));
#else
#error "stack_is_low: read the stack pointer of this processor"
#endif
  return here < s->inline_limit;
}

}  // namespace skua::sched

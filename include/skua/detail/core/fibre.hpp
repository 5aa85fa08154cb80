// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fibre: a stack with the deque of the tasks spawned on it. It migrates between workers as a
// whole.
//
// The inlined fast paths of spawn and finish use the first part; the rest belongs to the scheduler.
// Memory: [fibre | slots | guard page | stack], mapped once and type-stable for the life of the
// runtime, so that thieves and cancellers may read any fibre at any time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <skua/detail/core/parker.hpp>
#include <skua/detail/core/task_deque.hpp>

namespace skua::sched {

/// The addresses in this process of the global memory of all places (memory/global_ptr.hpp).
struct memory_map {
  std::uint64_t bytes;      // size of each place's part
  std::byte* const* parts;  // address of each place's part; null: not mapped, only messages reach it
};

/// The part of a place that inlined code uses.
struct place_front {
  base::atomic<std::uint32_t> cancelled_scopes{0};  // cancelled scopes that have not ended; 0: nothing to check
  int number = 0;                                   // here()
  int total = 1;                                    // places()
  bool simulated = false;                           // in a simulation, whose runs must repeat
  base::atomic<std::uint64_t> names_epoch{1};       // incremented when a name of another place is forgotten
  int workers = 0;                                  // workers() of this place
  // limit of worker ids; the ids of spare workers follow those of the workers
  int worker_limit = 0;
  base::atomic<memory_map const*> memory{nullptr};  // null until global memory is first used here
};

/// The classes of blocks in free lists: 64, 128, … 4096 bytes.
inline constexpr int block_classes = 7;
/// A worker's free blocks of one class.
struct block_list {
  void* head = nullptr;
  std::uint32_t room;    // how many more blocks the list at `head` takes
  void* full = nullptr;  // null, or a list without room
};
/// The blocks of a full list of that class: at most 512, and 128 KiB.
constexpr std::uint32_t max_block_list(int size_class) noexcept {
  return 512U >> (size_class > 2 ? size_class - 2 : 0);
}

/// Cache entry of a worker: the local object (a replica) of a name of another place.
struct known_name {
  std::uint64_t name = 0;
  std::uint64_t context = 0;  // the serial of the proxy around the task; 0 for an object that a place has once
  std::uint64_t epoch = 0;    // the place's names_epoch before the object was found
  void* object = nullptr;
};

/// Size of that cache, and the index of a name in it.
inline constexpr std::size_t known_name_count = 64;
inline std::size_t index_of_name(std::uint64_t name) noexcept { return (name * 0x9E3779B97F4A7C15u) >> 58; }

/// The partials of reducers that a worker has open (partials.hpp).
struct partial_entry {
  base::atomic<class partial_owner*> owner{nullptr};  // null: the entry is free
  struct open_partial* partial = nullptr;
};
struct partial_table {
  partial_entry* entries = &single;
  std::uint32_t mask = 0;
  base::spinlock lock;
  partial_entry single;
};

/// The part of a worker that inlined code uses.
struct worker_front {
  worker_front() noexcept {
    for (int size_class = 0; size_class < block_classes; ++size_class)
      blocks[size_class].room = max_block_list(size_class);
  }

  int id = 0;
  std::uint64_t home_bits = 0;  // upper bits of the names of this place's objects (object_name.hpp)
  known_name names[known_name_count];
  block_list blocks[block_classes];
  partial_table partials;
};

/// What becomes another task of the iterations of a loop that have not begun.
enum class loop_share : std::uint8_t {
  rest,  ///< all: the fibre is about to stop
  half,  ///< half of them, if the loop is divided on demand: a worker has no tasks
};

/// Record of a running loop on the stack. `divide` makes a task of a share of the iterations that
/// have not begun; it returns false if there are none.
struct loop_frame {
  loop_frame* outer;
  bool (*divide)(loop_frame*, loop_share) noexcept;
  std::uintptr_t scope;  // of the loop: a body may be inside inner scopes when the loop is divided
};

/// Callback, invoked once, when the task is about to wait, block or yield.
struct wait_hook {
  void (*waits)(wait_hook*) noexcept = nullptr;
  wait_hook* outer = nullptr;
};

struct fibre;

/// The claim word of a fibre's wait.
struct fibre_parker : parker {
  fibre* owner = nullptr;
};

// A task that runs on top of another one (in the drain of a finish, in get) must not find what
// belongs to the outer task: `phasers`, `exits`, `is_shielded` and slot_in_shield. While the outer
// task has any of these, `check_before_run` is set, so that the task on top runs inside a
// task_on_top (src/core/task_on_top.hpp), which hides them. Code that changes any other member
// saves and restores it.
struct fibre : task_deque {
  // ---- running task ----
  alignas(64) std::uintptr_t scope = 0;  // innermost scope_frame*, with slot_in_shield
  worker_front* worker = nullptr;
  place_front* place = nullptr;
  loop_frame* range = nullptr;
  std::uintptr_t inline_limit = 0;         // see stack_is_low
  struct registration* phasers = nullptr;  // registrations of the running task
  struct task_exit* exits = nullptr;       // results to complete at the end of the running task
  std::uint32_t hooks = 0;                 // scopes opened on this fibre, without a call of their body hook yet
  bool is_shielded = false;                // the running task is (shield_section)
  // a replica is being made: adopt() refuses new objects, which would belong to an arbitrary scope
  bool makes_replica = false;
  struct scope_object* hooked =
      nullptr;  // objects that the bottom-level task made for a scope of another fibre: body_ended
  base::atomic<char const*> task_name{nullptr};  // other threads read it for reports
  // of traces: the name of the named task that ended last, the innermost task, when and on which
  // worker the fibre stopped
  char const* ended_name = nullptr;
  base::atomic<struct traced_task*> traced{nullptr};
  std::uint64_t stopped_at = 0;
  int stopped_on = 0;
  struct task_counts* counts = nullptr;  // innermost counted scope around the running task
  std::uint64_t context = 0;             // serial of the proxy_frame around the running task; 0: none
  wait_hook* hooks_of_wait = nullptr;    // the innermost
  // ---- stopped fibre ----
  void* stack_pointer = nullptr;
  // ---- scheduler ----
  fibre_parker wait;
  base::atomic<fibre*> overflow_spawner{
      nullptr};               // the stopped spawner whose full deque this fibre works off; null: none
  slot* task_base = nullptr;  // lowest slot of the running bottom-level task
  fibre* next = nullptr;      // in one of: pool, ready, preempted, yielded list
  fibre* previous = nullptr;
  fibre* suspended_next = nullptr;  // list of suspended fibres with stealable tasks
  fibre* suspended_previous = nullptr;
  base::atomic<worker_front*> suspended_at{nullptr};
  void* stack_low = nullptr;
  std::size_t stack_bytes = 0;
  std::uintptr_t exception_globals[2] = {0, 0};
  void* asan_fake_stack = nullptr;
  void* tsan_fibre = nullptr;

  bool stack_holds(void const* memory) const noexcept {
    auto const* text = static_cast<char const*>(memory);
    auto const* low = static_cast<char const*>(stack_low);
    return text >= low && text < low + stack_bytes;
  }
  /// Whether `memory` points to a local variable of this fibre, which is the caller's or is
  /// suspended.
  bool owns_address(void const* memory) const noexcept { return stack_holds(memory) || fakes_address(memory); }
  /// To detect uses after return, the sanitizer keeps local variables in a fake stack. That of a
  /// fibre which is neither the caller's nor suspended may be freed at any time.
  bool fakes_address(void const* memory) const noexcept;
};

/// The running task has got something that tasks on top of it must not find.
SKUA_INLINE void hide_from_tasks_on_top(fibre* current) noexcept {
  current->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
}

/// The running task is about to wait, block or yield.
SKUA_INLINE void tell_wait_hooks(fibre* current) noexcept {
  for (wait_hook* hook = std::exchange(current->hooks_of_wait, nullptr); hook != nullptr;) {
    wait_hook* const outer = hook->outer;
    hook->waits(hook);
    hook = outer;
  }
}

/// The name of the running task; null: it has none, or no task runs. Any thread may ask.
inline char const* name_of_task(fibre const& fibre) noexcept {
  return fibre.task_name.load(std::memory_order_acquire);  // sync: TASK_NAME <- section
}

/// Whether less than half of the fibre's stack is free. A waiting get, finish or invoke runs a
/// queued task on top of its caller only while this is false. Otherwise the caller suspends, and
/// the task gets another fibre. So each task starts with at least half of a stack, however deeply
/// waits are nested. Only for the running fibre.
SKUA_INLINE bool stack_is_low(fibre const* current) noexcept {
  std::uintptr_t stack_pointer;
#if defined(__x86_64__)
  // not the address of a local variable: a sanitizer may keep locals in a fake stack
  asm volatile("movq %%rsp, %0" : "=r"(stack_pointer));
#elif defined(__aarch64__)
  asm volatile("mov %0, sp" : "=r"(stack_pointer));
#else
#error "stack_is_low: read the stack pointer of this processor"
#endif
  return stack_pointer < current->inline_limit;
}

}  // namespace skua::sched

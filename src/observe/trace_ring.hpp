// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The notes of a worker for the trace, and the ring in which it leaves them for the thread that
// writes the file.
//
// Invariant
//   TRACE-1  The worker alone moves `end_`, the reader alone moves `begin_`. The records in
//     [begin_, end_) belong to the reader, all others to the worker.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <skua/detail/base/atomic.hpp>

namespace skua::observe {

enum class trace_event : std::uint8_t {
  // slices of a worker
  tasks,   ///< name, count, a: ticks in them, b: ticks of the longest
  search,  ///< no task here: looks for one
  sleep,   ///< no task here: sleeps
  wait,    ///< its task waits for `name`, and no other can run
  // others
  suspended,  ///< a task has waited for `name`; task: its name, a: worker before, b: worker after
  steal,      ///< a: victim (worker), b: tasks
  cancel,     ///< a scope was cancelled
  incumbent,  ///< a: the value, as a double
  ask,        ///< a: victim (place), b: 1 if it is a lifeline
  refused,    ///< a: victim (place)
  give,       ///< a: thief (place), b: tasks, c: number of the message
  loot,       ///< a: victim (place), b: tasks, c: number of the message
  send,       ///< a: receiver (place), b: bytes
  mark,       ///< name: the user's
  span,       ///< name: the user's
  counter,    ///< name: the user's; a: the value, as a double
};

/// The name of a task or of the user's: a number of the table of names, or the address of a task's
/// function (then bit 63 is set). 0: none.
using trace_name = std::uint64_t;
inline constexpr trace_name name_is_function = std::uint64_t{1} << 63;

struct trace_record {
  trace_event event{};
  bool continues = false;  // tasks: continues a task that is in an earlier record
  std::uint32_t count = 0;
  trace_name name = 0;
  std::uint64_t begin = 0;  // ticks; of an instant: when
  std::uint64_t end = 0;
  std::uint64_t a = 0, b = 0, c = 0;
  trace_name task = 0;
};
static_assert(sizeof(trace_record) == 64);

class trace_ring {
 public:
  /// `size` is a power of two.
  explicit trace_ring(std::size_t size) : size_(size), records_(new trace_record[size]) {}

  /// Called by the worker. Returns false if the ring is full.
  bool put(trace_record const& record) noexcept {
    std::uint64_t const end = end_.load(std::memory_order_relaxed);           // relaxed: own variable
    if (end - begin_.load(std::memory_order_acquire) == size_) return false;  // sync: TRACE <- take_all
    records_[end & (size_ - 1)] = record;
    end_.store(end + 1, std::memory_order_release);  // sync: TRACE -> take_all
    return true;
  }

  /// The reader: calls fn(record) for each, oldest first.
  template <class F>
  void take_all(F const& fn) {
    std::uint64_t begin = begin_.load(std::memory_order_relaxed);    // relaxed: own variable
    std::uint64_t const end = end_.load(std::memory_order_acquire);  // sync: TRACE <- put
    while (begin != end) {
      fn(records_[begin & (size_ - 1)]);
      begin_.store(++begin, std::memory_order_release);  // sync: TRACE -> put
    }
  }

 private:
  std::size_t size_;
  std::unique_ptr<trace_record[]> records_;
  alignas(64) base::atomic<std::uint64_t> end_{0};
  alignas(64) base::atomic<std::uint64_t> begin_{0};
};

}  // namespace skua::observe

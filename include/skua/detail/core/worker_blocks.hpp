// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rest of a long loop as blocks, one for each worker of the place.
//
// Repeated loops over a range give each worker the same block, which it finds in its caches and in
// the memory of its node: the worker that touches a page first has it there. A place whose workers
// share one cache divides loops in halves instead.
//
// There are as many tasks as blocks. Each takes the block of the worker that runs it, or, if that
// is taken, the next one that nobody has taken: so an idle worker helps a late one, and a loop ends
// whatever the others do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

class worker_blocks {
 public:
  struct block {
    std::int64_t low;
    std::int64_t high;  // > low
    void* work;         // for the owner of the blocks
  };

  /// The blocks of [first, size), as parts of [0, size), for a loop with iterations of `ticks`.
  /// Returns null if the loop should be divided in halves: the workers share one cache, the blocks
  /// are short, or there is no memory.
  static std::unique_ptr<worker_blocks> make(fibre const* current, std::int64_t first, std::int64_t size,
                                             double ticks) noexcept;

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  block& operator[](std::size_t i) noexcept { return blocks_[i].where; }
  /// The caller may call this as often as there are blocks; then each is taken once.
  block& take(fibre const* current) noexcept;
  /// Whether blocks wait to be taken. Until then no block is divided: a worker without tasks gets
  /// its own block, and not a part of another one.
  // relaxed: a hint
  [[nodiscard]] bool has_free() const noexcept { return take_count_.load(std::memory_order_relaxed) < count_; }

 private:
  struct entry {
    block where{};
    base::atomic<bool> is_taken{false};
  };
  worker_blocks() = default;

  std::size_t count_ = 0;
  std::size_t first_worker_ = 0;  // the workers of lower numbers, whose blocks were done before
  std::unique_ptr<entry[]> blocks_;
  base::atomic<std::size_t> take_count_{0};
};

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pool of fibres: chunks of address space that are never unmapped while the place lives.
//
// Invariants
//   FIBRE-POOL-1  The deque of a pooled fibre is empty at its bottom and its claim word is
//     `running`.
//   FIBRE-POOL-2  Chunks are append-only, so a signal handler and a canceller may walk them at any
//     time (edge CHUNK: the count publishes the entry).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

struct worker;
struct place;

class fibre_pool {
 public:
  static constexpr std::size_t slots_per_fibre = 4096;
  static constexpr std::size_t fibres_per_chunk = 64;
  static constexpr std::size_t chunks_per_table = 64;
  static constexpr std::size_t max_chunks = 64 * chunks_per_table;
  // over all places of the process: each guard splits a mapping; vm.max_map_count is 65,530
  static constexpr std::size_t max_guarded = 16'000;
  static constexpr std::uint32_t max_pooled = 256;  // per worker; more go to the shared pool

  explicit fibre_pool(std::size_t stack_bytes);
  ~fibre_pool();

  /// Returns a fibre that will start in fibre_main on the worker. The callers cannot undo anything,
  /// so exhausted address space ends the program with one line.
  fibre* get(worker* worker) noexcept;
  /// Called on the next stack: the fibre will never run its old frames again.
  void put(fibre* fibre, worker* worker) noexcept;

  /// Calls fn(fibre*) for every fibre ever made.
  template <class F>
  void for_each(F&& fn) const {
    std::size_t const n = chunk_count_.load(std::memory_order_acquire);  // sync: CHUNK <- fresh
    for (std::size_t i = 0; i < n; ++i) fn(at(i));
  }
  std::size_t made() const noexcept { return chunk_count_.load(std::memory_order_acquire); }  // sync: CHUNK <- fresh
  /// The fibres in the shared pool, which the workers' pools share. When no thread runs.
  std::size_t count_shared() const noexcept;
  /// Whether the address lies on the stack of any fibre.
  bool on_a_stack(void const* address) const noexcept;
  /// The fibre with the guard page that holds the address, or nullptr. Async-signal-safe.
  fibre const* guard_hit(void const* address) const noexcept;

 private:
  friend struct debugger_facts;

  fibre* at(std::size_t i) const noexcept {
    return reinterpret_cast<fibre*>(chunk(i / fibres_per_chunk) + (i % fibres_per_chunk) * fibre_bytes_);
  }
  char*& chunk(std::size_t number) const noexcept {
    return (*tables_[number / chunks_per_table])[number % chunks_per_table];
  }
  fibre* holding(void const* address) const noexcept;
  fibre* fresh();

  std::size_t stack_bytes_;
  std::size_t fibre_bytes_;
  std::size_t guard_offset_;
  base::spinlock shared_lock_;
  fibre* shared_ = nullptr;
  std::mutex grow_;
  base::atomic<std::size_t> chunk_count_{0};
  using table = std::array<char*, chunks_per_table>;
  std::size_t guarded_ = 0;                                                   // under grow_
  std::array<std::unique_ptr<table>, max_chunks / chunks_per_table> tables_;  // a place of a few fibres needs one
};

}  // namespace skua::sched

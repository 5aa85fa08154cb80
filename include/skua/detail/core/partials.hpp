// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partial results of reducers: one for each worker that has merged into the reducer lately.
//
// The value of a reducer is that in the object itself and those of its open partials. A worker
// finds its open partials in a small table, by the reducer's index. When two reducers meet in an
// entry, the worker closes the older partial: it merges that into its object and frees it. So a
// reducer that is no longer used costs the size of its object, however many workers there are. If a
// partial is opened again after it was closed, the table is too small and grows.
//
// Threads. Only the task that runs on a worker changes the values of the worker's partials, since
// merging does not suspend. Values that fit a lock-free atomic are changed by a relaxed load and
// store, so that a concurrent peek is not a data race. Other values have a spinlock. A worker
// changes its table under the table's lock, and reads it without. A thread that ends a reducer
// clears the entry of each open partial under the lock of that table. It writes only `owner`, of
// which the worker expects no particular value, and `partial`, which the worker reads only if the
// entry is that of the reducer it adds to. The object's lock protects the value in the object and
// the list of its partials. A thread that needs both locks takes that of the table first.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <skua/detail/base/aligned.hpp>
#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/watch.hpp>
#include <skua/operations.hpp>

namespace skua::sched {

/// The partial of a reducer that one worker has open.
struct alignas(base::line_bytes) open_partial {
  open_partial() = default;
  open_partial(open_partial const&) = delete;
  open_partial& operator=(open_partial const&) = delete;
  virtual ~open_partial() = default;
  static void* operator new(std::size_t bytes) { return base::allocate_lines(bytes); }
  static void operator delete(void* memory) noexcept { base::release_lines(memory); }

  open_partial* next = nullptr;    // of the same reducer
  partial_table* table = nullptr;  // of its worker; null: closed, but it could not be merged
};

/// An object with partials. Destructors of derived classes must call drop_partials before their
/// values end.
class partial_owner : public watched {
 public:
  partial_owner() noexcept;
  /// Of a worker that has ended: objects that other places may still name outlive it.
  static void close_all(partial_table& table) noexcept;

 protected:
  /// The partial that the worker of `current` has open; null: none, or `current` is null.
  template <class Partial>
  SKUA_INLINE Partial* own_partial(fibre const* current) const noexcept {
    if (SKUA_UNLIKELY(current == nullptr)) return nullptr;
    partial_table const& table = current->worker->partials;
    // relaxed: only the flag changes, which no mask has
    partial_entry const& entry = table.entries[index_.load(std::memory_order_relaxed) & table.mask];
    // relaxed: only this worker stores this object there
    if (SKUA_UNLIKELY(entry.owner.load(std::memory_order_relaxed) != this)) return nullptr;
    if (entry.partial == nullptr) __builtin_unreachable();
    return static_cast<Partial*>(entry.partial);
  }
  /// Makes `fresh` the partial of the worker of `current`. Returns false if another thread changes
  /// the worker's table; then the caller keeps `fresh`.
  [[nodiscard]] bool open(fibre const* current, open_partial* fresh) noexcept;
  void drop_partials() noexcept;
  /// Merges the value of a partial into that of the object, under lock_.
  virtual void absorb(open_partial const& partial) = 0;
  /// Calls function(partial) for each open partial; under lock_.
  template <class Partial, class F>
  void for_each_partial(F&& function) const {
    for (open_partial* partial = partials_; partial != nullptr; partial = partial->next)
      function(static_cast<Partial&>(*partial));
  }

  mutable base::spinlock lock_;

 private:
  static void grow(partial_table& table) noexcept;
  void close(partial_entry& entry) noexcept;
  void unlink(open_partial const* partial) noexcept;
  /// Its entry of a table; under the lock of the table.
  partial_entry& entry_in(partial_table& table) const noexcept {
    return table.entries[index_.load(std::memory_order_relaxed) & table.mask];  // relaxed: see own_partial
  }

  static constexpr std::uint32_t was_closed = 1U << 31;  // flag in index_: one of its partials was closed

  base::atomic<std::uint32_t> index_;
  open_partial* partials_ = nullptr;
};

template <class T>
inline constexpr bool lock_free_partial = [] {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>) {
    return sizeof(T) <= sizeof(void*);
  } else {
    return false;
  }
}();

template <class T, bool LockFree = lock_free_partial<T>>
class partial final : public open_partial {
 public:
  explicit partial(T const& identity) : value_(identity) {}

  /// Called by the task on the partial's worker.
  template <class Op>
  SKUA_INLINE void merge_own(Op const& op, T const& element) {
    T value = value_.load(std::memory_order_relaxed);  // relaxed: only this worker writes
    merge(op, value, element);
    value_.store(value, std::memory_order_relaxed);  // relaxed: read after the scope, or as a snapshot
  }
  template <class F>
  void look(F&& function) const {
    function(value_.load(std::memory_order_relaxed));  // relaxed: a snapshot, or ordered by the end of the scope
  }
  // relaxed: ordered by the scopes around it
  void assign(T const& value) { value_.store(value, std::memory_order_relaxed); }

 private:
  base::atomic<T> value_;
};

template <class T>
class partial<T, false> final : public open_partial {
 public:
  explicit partial(T const& identity) : value_(identity) {}

  template <class Op>
  SKUA_INLINE void merge_own(Op const& op, T const& element) {
    change([&](T& value) { merge(op, value, element); });
  }
  /// Calls function(value), which may change the value.
  template <class F>
  void change(F&& function) {
    base::spin_guard const hold(lock_);
    function(value_);
  }
  template <class F>
  void look(F&& function) const {
    base::spin_guard const hold(lock_);
    function(value_);
  }
  void assign(T const& value) {
    base::spin_guard const hold(lock_);
    value_ = value;
  }

 private:
  mutable base::spinlock lock_;
  T value_;
};

}  // namespace skua::sched

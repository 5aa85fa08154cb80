// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens and closes the partials of reducers.
#include <skua/detail/core/partials.hpp>

#include <new>

namespace skua::sched {
namespace {
base::atomic<std::uint32_t> next_index{0};

/// The sizes of a table that has more than the entry in it. The largest has 1 MB.
constexpr std::uint32_t first_entries = 16, most_entries = 1 << 16;
}  // namespace

// relaxed: any number will do; successive ones do not meet
partial_owner::partial_owner() noexcept : index_(next_index.fetch_add(1, std::memory_order_relaxed) & ~was_closed) {}

void partial_owner::close_all(partial_table& table) noexcept {
  for (std::uint32_t i = 0; i <= table.mask; ++i) {
    partial_entry& entry = table.entries[i];
    // relaxed: the worker has ended
    if (partial_owner* const object = entry.owner.load(std::memory_order_relaxed)) object->close(entry);
  }
  if (table.entries != &table.single) delete[] table.entries;
}

/// Called by the table's worker, under the lock. Without memory the table stays as it is.
void partial_owner::grow(partial_table& table) noexcept {
  if (table.mask + 1 >= most_entries) return;
  std::uint32_t const size = table.mask == 0 ? first_entries : 2 * (table.mask + 1);
  auto* const larger = new (std::nothrow) partial_entry[size];
  if (larger == nullptr) return;
  for (std::uint32_t i = 0; i <= table.mask; ++i) {
    partial_entry const& old_entry = table.entries[i];
    partial_owner* const object = old_entry.owner.load(std::memory_order_relaxed);  // relaxed: under the lock
    if (object == nullptr) continue;
    // relaxed: only the flag changes, which no mask has
    partial_entry& entry = larger[object->index_.load(std::memory_order_relaxed) & (size - 1)];
    entry.owner.store(object, std::memory_order_relaxed);  // relaxed: under the lock
    entry.partial = old_entry.partial;
  }
  if (table.entries != &table.single) delete[] table.entries;
  table.entries = larger;
  table.mask = size - 1;
}

bool partial_owner::open(fibre const* current, open_partial* fresh) noexcept {
  partial_table& table = current->worker->partials;
  if (!table.lock.try_lock()) return false;
  if ((index_.load(std::memory_order_relaxed) & was_closed) != 0) grow(table);  // relaxed: a hint
  partial_entry& entry = entry_in(table);
  // relaxed: under the lock
  if (partial_owner* const older = entry.owner.load(std::memory_order_relaxed)) older->close(entry);
  fresh->table = &table;
  lock_.lock();
  fresh->next = partials_;
  partials_ = fresh;
  lock_.unlock();
  entry.partial = fresh;
  entry.owner.store(this, std::memory_order_relaxed);  // relaxed: read by this worker, or under the lock
  table.lock.unlock();
  return true;
}

/// Called by the worker of the partial, under the lock of its table.
void partial_owner::close(partial_entry& entry) noexcept {
  open_partial* const partial = std::exchange(entry.partial, nullptr);
  entry.owner.store(nullptr, std::memory_order_relaxed);  // relaxed: read by this worker, or under the lock
  bool merged = true;
  lock_.lock();
  try {
    absorb(*partial);
    unlink(partial);
  } catch (...) {  // the user's operation; the partial stays in the list, so no value is lost
    merged = false;
    partial->table = nullptr;
  }
  index_.fetch_or(was_closed, std::memory_order_relaxed);  // relaxed: a hint
  lock_.unlock();                                          // from here on the object may be gone
  if (merged) delete partial;
}

void partial_owner::unlink(open_partial const* partial) noexcept {
  open_partial** link = &partials_;
  while (*link != partial) link = &(*link)->next;
  *link = partial->next;
}

/// Other workers may close partials of this object at the same time.
void partial_owner::drop_partials() noexcept {
  for (;;) {
    lock_.lock();
    open_partial* partial = partials_;
    partial_table* const table = partial != nullptr ? partial->table : nullptr;
    if (partial != nullptr && table == nullptr) partials_ = partial->next;
    lock_.unlock();
    if (partial == nullptr) return;
    if (table != nullptr) {
      base::spin_guard const hold(table->lock);
      partial_entry& entry = entry_in(*table);
      if (entry.owner.load(std::memory_order_relaxed) != this) continue;  // relaxed: under the lock
      entry.owner.store(nullptr, std::memory_order_relaxed);              // relaxed: under the lock
      partial = std::exchange(entry.partial, nullptr);
      base::spin_guard const hold_list(lock_);
      unlink(partial);
    }
    delete partial;
  }
}

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place's part of a shared_map: a hash map for the workers of a place.
//
// The part consists of shards, each with a spinlock and a table with open addressing and linear
// probing. A table is at most three quarters full; it doubles under the lock of its shard, so a
// pause for growth concerns one shard. An entry keeps 31 bits of its key's hash: growing and
// erasing call no function of the user but the move constructors and destructors, which do not
// throw.
//
// Threads: any thread calls any function, except for_each and find_unlocked, which must not run
// beside a change. User code that runs under a lock must not wait. A worker that waits in it would
// keep other workers spinning: no_wait_section ends the program instead.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/place.hpp>

namespace skua::memory {

/// The bits of a key's hash after mixing: std::hash of an integer is the integer. Place, shard and
/// position in the table use different bits.
struct map_hash {
  std::uint32_t upper;  ///< chooses place and shard
  std::uint32_t tag;    ///< chooses the position in the shard's table; the highest bit is set

  explicit map_hash(std::size_t hash) noexcept {
    std::uint64_t mixed = hash;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93u;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93u;
    mixed ^= mixed >> 32;
    upper = static_cast<std::uint32_t>(mixed >> 32);
    tag = static_cast<std::uint32_t>(mixed) | 1u << 31;
  }
  /// The owner among n places.
  [[nodiscard]] std::uint32_t owner(std::uint32_t n) const noexcept {
    return static_cast<std::uint32_t>((std::uint64_t{upper} * n) >> 32);
  }
  /// The shard among 2^bits: multiplied again, as the owner's keys have similar upper bits.
  [[nodiscard]] std::uint32_t shard(int bits) const noexcept { return (upper * 0x9E3779B1u) >> (32 - bits); }
};

/// While the caller runs a user's function under a lock: a wait of the task ends the program.
class no_wait_section : sched::wait_hook {
 public:
  explicit no_wait_section(base::spinlock const& lock) noexcept : lock_(&lock), fibre_(sched::self()) {
    if (fibre_ == nullptr) return;
    waits = &refuse;
    outer = std::exchange(fibre_->hooks_of_wait, static_cast<wait_hook*>(this));
  }
  ~no_wait_section() {
    if (fibre_ != nullptr) fibre_->hooks_of_wait = outer;
  }
  no_wait_section(no_wait_section const&) = delete;
  no_wait_section& operator=(no_wait_section const&) = delete;

  /// Ends the program if the caller holds the lock itself.
  static void require_not_held(base::spinlock const& lock) noexcept {
    sched::fibre const* const current = sched::self();
    sched::wait_hook const* const hook = current != nullptr ? current->hooks_of_wait : nullptr;
    (base::check)(
        hook == nullptr || hook->waits != &refuse || static_cast<no_wait_section const*>(hook)->lock_ != &lock,
        "shared_map: the function of update uses the map that it is called by");
  }

 private:
  static void refuse(sched::wait_hook*) noexcept {
    (base::check)(false, "shared_map: the function of update waits; it runs under the lock of its element");
  }

  base::spinlock const* lock_;
  sched::fibre* fibre_;
};

/// The lock of a shard, for the rest of the block.
class shard_guard {
 public:
  explicit shard_guard(base::spinlock& lock) noexcept : lock_(lock) {
    if (SKUA_LIKELY(lock_.try_lock())) return;
    no_wait_section::require_not_held(lock_);
    lock_.lock();
  }
  ~shard_guard() { lock_.unlock(); }
  shard_guard(shard_guard const&) = delete;
  shard_guard& operator=(shard_guard const&) = delete;

 private:
  base::spinlock& lock_;
};

/// A place in a table; empty if the tag is 0.
template <class K, class V>
struct map_entry {
  std::uint32_t tag = 0;
  union {
    K key;
  };
  union {
    V value;
  };
  map_entry() noexcept {}
  ~map_entry() {}
  map_entry(map_entry const&) = delete;
  map_entry& operator=(map_entry const&) = delete;

  void fill(std::uint32_t new_tag, K&& new_key, V&& new_value) noexcept {
    std::construct_at(std::addressof(key), std::move(new_key));
    std::construct_at(std::addressof(value), std::move(new_value));
    tag = new_tag;
  }
  void empty() noexcept {
    std::destroy_at(std::addressof(key));
    std::destroy_at(std::addressof(value));
    tag = 0;
  }
  void take(map_entry& other) noexcept {
    fill(other.tag, std::move(other.key), std::move(other.value));
    other.empty();
  }
};

template <class K, class V, class Equal>
class alignas(64) map_shard {
  using entry = map_entry<K, V>;

 public:
  map_shard() = default;
  ~map_shard() {
    for_all([](entry& element) { element.empty(); });
  }
  map_shard(map_shard const&) = delete;
  map_shard& operator=(map_shard const&) = delete;

  base::spinlock lock;  ///< for all functions

  [[nodiscard]] entry* find(std::uint32_t tag, K const& key) const {
    if (SKUA_UNLIKELY(entries_ == nullptr)) return nullptr;
    for (std::size_t i = tag & mask_;; i = (i + 1) & mask_) {
      entry& candidate = entries_[i];
      if (candidate.tag == tag && SKUA_LIKELY(Equal{}(candidate.key, key))) return &candidate;
      if (candidate.tag == 0) return nullptr;
    }
  }
  /// The key must be absent. Throws bad_alloc; then nothing has changed.
  void add(std::uint32_t tag, K&& key, V&& value) {
    std::size_t const capacity = entries_ != nullptr ? std::size_t{mask_} + 1 : 0;
    if (SKUA_UNLIKELY(size_ >= capacity - capacity / 4)) grow((std::max)(capacity * 2, std::size_t{8}));
    free_entry(tag).fill(tag, std::move(key), std::move(value));
    ++size_;
  }
  /// Moves entries behind the erased one forward, so that no search ends before them.
  void erase(entry& erased) noexcept {
    erased.empty();
    --size_;
    auto hole = static_cast<std::size_t>(&erased - entries_.get());
    for (std::size_t i = (hole + 1) & mask_; entries_[i].tag != 0; i = (i + 1) & mask_) {
      std::size_t const distance = (i - entries_[i].tag) & mask_;  // from where its search begins
      if (distance < ((i - hole) & mask_)) continue;
      entries_[hole].take(entries_[i]);
      hole = i;
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  template <class F>
  void for_all(F&& function) const {
    for (std::size_t i = 0; entries_ != nullptr && i <= mask_; ++i) {
      if (entries_[i].tag != 0) function(entries_[i]);
    }
  }

 private:
  entry& free_entry(std::uint32_t tag) noexcept {
    std::size_t i = tag & mask_;
    while (entries_[i].tag != 0) i = (i + 1) & mask_;
    return entries_[i];
  }
  SKUA_NOINLINE void grow(std::size_t capacity) {
    auto old_entries = std::make_unique<entry[]>(capacity);
    std::size_t const old_capacity = entries_ != nullptr ? std::size_t{mask_} + 1 : 0;
    old_entries.swap(entries_);
    mask_ = static_cast<std::uint32_t>(capacity - 1);
    for (std::size_t i = 0; i < old_capacity; ++i) {
      if (old_entries[i].tag != 0) free_entry(old_entries[i].tag).take(old_entries[i]);
    }
  }

  std::uint32_t mask_ = 0;  // of an index; 31 bits
  std::size_t size_ = 0;
  std::unique_ptr<entry[]> entries_;
};

template <class K, class V, class Hash, class Equal>
class map_part {
  using shard = map_shard<K, V, Equal>;

 public:
  using key_type = K;
  using mapped_type = V;
  static map_hash hash_of(K const& key) { return map_hash(Hash{}(key)); }

  map_part()
      : shard_bits_(
            static_cast<int>(std::bit_width(std::clamp(64u * static_cast<unsigned>(skua::workers()), 64u, 4096u) - 1))),
        shards_(std::make_unique<shard[]>(shards())) {}

  [[nodiscard]] std::size_t shards() const noexcept { return std::size_t{1} << shard_bits_; }

  void insert(map_hash hash, K&& key, V&& value, bool overwrites) {
    shard& home = shard_of(hash);
    shard_guard const guard(home.lock);
    if (auto* const element = home.find(hash.tag, key); element == nullptr) {
      home.add(hash.tag, std::move(key), std::move(value));
    } else if (overwrites) {
      element->value = std::move(value);
    }
  }
  /// If the function throws, a new key is not added.
  template <class F>
  void update(map_hash hash, K&& key, F& function) {
    shard& home = shard_of(hash);
    shard_guard const guard(home.lock);
    no_wait_section const no_wait(home.lock);
    if (auto* const element = home.find(hash.tag, key); SKUA_LIKELY(element != nullptr)) {
      function(element->value);
    } else {
      V value{};
      function(value);
      home.add(hash.tag, std::move(key), std::move(value));
    }
  }
  void erase(map_hash hash, K const& key) {
    shard& home = shard_of(hash);
    shard_guard const guard(home.lock);
    if (auto* const element = home.find(hash.tag, key); element != nullptr) home.erase(*element);
  }
  [[nodiscard]] std::optional<V> find(map_hash hash, K const& key) {
    shard& home = shard_of(hash);
    shard_guard const guard(home.lock);
    auto const* const element = home.find(hash.tag, key);
    return element != nullptr ? std::optional<V>(element->value) : std::nullopt;
  }
  [[nodiscard]] V* find_unlocked(map_hash hash, K const& key) {
    auto* const element = shard_of(hash).find(hash.tag, key);
    return element != nullptr ? std::addressof(element->value) : nullptr;
  }
  [[nodiscard]] std::size_t size() {
    std::size_t n = 0;
    for (std::size_t i = 0; i < shards(); ++i) {
      shard_guard const guard(shards_[i].lock);
      n += shards_[i].size();
    }
    return n;
  }
  /// Calls function(key, value) for each element of a shard.
  template <class F>
  void for_each(std::size_t index, F& function) const {
    shards_[index].for_all([&](auto& entry) { function(std::as_const(entry.key), entry.value); });
  }

 private:
  shard& shard_of(map_hash hash) const noexcept { return shards_[hash.shard(shard_bits_)]; }

  int shard_bits_;
  std::unique_ptr<shard[]> shards_;
};

}  // namespace skua::memory

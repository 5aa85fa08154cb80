// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_map: a hash map with a part at each place.
//
// The hash of a key says which place owns it. An operation on a key of the caller's place runs at
// once, under the lock of a small part of the map. Any other is one message, which the owner
// handles in the order of arrival (detail/remote/call_on_arrival.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/memory/map_part.hpp>
#include <skua/detail/remote/call_on_arrival.hpp>
#include <skua/finish.hpp>
#include <skua/for_async.hpp>
#include <skua/memory/allocate.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/place_set.hpp>
#include <skua/spawn.hpp>

namespace skua {
namespace memory {

/// Where the parts of a map lie. Each place has a copy.
struct map_directory {
  map_directory(place_set set, std::vector<std::uint64_t> parts)
      : members(std::move(set)),
        addresses(std::move(parts)),
        n(static_cast<std::uint32_t>(members.size())),
        own_rank(members.contains(here()) ? static_cast<std::uint32_t>(members.rank_of(here())) : n) {}

  place_set members;
  std::vector<std::uint64_t> addresses;  // in the processes of the members
  std::uint32_t n;
  std::uint32_t own_rank;  // of the place of this copy; n: it has no part
};

// What a message asks of a part; `function` is the user's, if there is one.
struct no_function {};
struct map_insertion {
  template <class Part>
  static void run(Part& part, no_function&, typename Part::key_type&& key, typename Part::mapped_type&& value,
                  bool overwrites) {
    auto const hash = Part::hash_of(key);
    part.insert(hash, std::move(key), std::move(value), overwrites);
  }
};
struct map_update {
  template <class Part, class F>
  static void run(Part& part, F& function, typename Part::key_type&& key) {
    auto const hash = Part::hash_of(key);
    part.update(hash, std::move(key), function);
  }
};
struct map_erasure {
  template <class Part>
  static void run(Part& part, no_function&, typename Part::key_type const& key) {
    part.erase(Part::hash_of(key), key);
  }
};
struct map_search {
  template <class Part>
  static auto run(Part& part, no_function&, typename Part::key_type const& key) {
    return part.find(Part::hash_of(key), key);
  }
};
struct map_size {
  template <class Part>
  static std::uint64_t run(Part& part, no_function&) {
    return part.size();
  }
};
struct map_loop {
  template <class Part, class F>
  static void run(Part& part, F& function) {
    for_async(static_cast<std::int64_t>(part.shards()),
              [&part, body = function](std::int64_t shard) { part.for_each(static_cast<std::size_t>(shard), body); });
  }
};

/// An action on the part at that address.
template <class Action, class Part, class Function>
struct at_part {
  Function function;
  template <class... Args>
  auto operator()(std::uint64_t part, Args&&... args) {
    return Action::run(*reinterpret_cast<Part*>(part), function, std::forward<Args>(args)...);
  }
};

}  // namespace memory

template <class Action, class Part, class Function>
struct remote::call_codec<memory::at_part<Action, Part, Function>> {
  static constexpr bool serializable = call_codec<Function>::serializable;
  static constexpr bool trivially_serializable = call_codec<Function>::trivially_serializable;
  static void pack(packing& packed, memory::at_part<Action, Part, Function> const& call) {
    call_codec<Function>::pack(packed, call.function);
  }
  static memory::at_part<Action, Part, Function> unpack(wire::reader& reader) {
    return {call_codec<Function>::unpack(reader)};
  }
};

/// A hash map over places, initially empty. The scope that made it owns it. The handle is a value
/// of 8 bytes, which a task may capture and send. Any number of tasks at all places may use the map
/// at the same time, except as said at for_each and local.
///
/// K and V are serializable and move without an exception. Hash and Equal have no state, and give
/// the same results in all processes. They, the constructors of K and V, and the functions of
/// update must not wait, nor use the map: some run under a lock, or in the thread that handles the
/// messages of the owner.
///
/// **Order.** Operations of one task on one key take effect in the order of the calls. More
/// generally, a place handles the operations of another place in the order in which they were
/// called there, so a task also reads what tasks of its place wrote before it (in the sense of the
/// memory model). What another place writes is sure to be seen when the scope of that operation has
/// ended.
///
/// **Exceptions.** If the caller's place owns the key, the call throws what Hash, Equal, a copy or
/// the function throws. Otherwise the exception goes to the scope, as that of a spawned task, and
/// that of find into its future. An operation that throws changes nothing, unless the function of
/// update has already changed its value.
///
/// **Cost.** An operation on a key of the caller's place is a lock, a search and an unlock: 12
/// ns if one worker uses the part, 35 ns with two, beyond misses of the cache. On others it is one
/// message, and for find an answer. A part has 64 tables or more for each
/// worker; a table is three eighths to three quarters full, so an element takes 1.3 to 2.7 times
/// the size of an entry (4 bytes, K and V, aligned). A table that doubles needs the old and the new
/// memory for a moment. Tables do not shrink before the map ends.
template <class K, class V, class Hash = std::hash<K>, class Equal = std::equal_to<K>>
class shared_map {
  static_assert(std::is_nothrow_move_constructible_v<K> && std::is_nothrow_move_constructible_v<V>,
                "skua: keys and values of a shared_map are moved when it grows, which must not throw");
  static_assert(std::is_empty_v<Hash> && std::is_empty_v<Equal>,
                "skua: each place makes its own objects of the Hash and Equal of a shared_map: they have no state");
  using part = memory::map_part<K, V, Hash, Equal>;

 public:
  /// Makes a map whose keys belong to the members of the set, which must not be empty. The caller
  /// must be a task; it is suspended until all members have replied.
  explicit shared_map(place_set const& members = place_set::all()) : directory_(make_parts(members)) {}

  /// Adds an element, unless the map has the key.
  void insert(K key, V value) const { put(std::move(key), std::move(value), false); }
  /// Adds an element, or gives that of the key a new value.
  void insert_or_assign(K key, V value) const { put(std::move(key), std::move(value), true); }
  /// Calls function(value) for the value of the key at the key's place, atomically: no other
  /// operation sees or changes the value in between. If the key is new, the value is V{}. The
  /// function is sent like that of a task, and its result is dropped. It must be short and must not
  /// wait, spawn or use the map; the program ends with a message if it waits.
  template <class F>
  void update(K key, F&& function) const {
    static_assert(std::is_invocable_v<std::decay_t<F>&, V&>, "skua: the function of update is called with a V&");
    auto const [directory, hash, owner] = locate(key);
    if (SKUA_LIKELY(owner == directory.own_rank)) return own_part(directory).update(hash, std::move(key), function);
    send<memory::map_update>(directory, owner, std::decay_t<F>(std::forward<F>(function)), std::move(key));
  }
  /// Removes the element of the key if there is one.
  void erase(K key) const {
    auto const [directory, hash, owner] = locate(key);
    if (SKUA_LIKELY(owner == directory.own_rank)) return own_part(directory).erase(hash, key);
    send<memory::map_erasure>(directory, owner, memory::no_function(), std::move(key));
  }

  /// A copy of the value of the key, if the map has it.
  [[nodiscard]] future<std::optional<V>> find(K key) const {
    auto const [directory, hash, owner] = locate(key);
    if (SKUA_LIKELY(owner == directory.own_rank))
      return make_ready_future<std::optional<V>>(own_part(directory).find(hash, key));
    return ask<memory::map_search, std::optional<V>>(directory, owner, std::move(key));
  }
  /// Like find(key).get(), but needs no future if the caller's place owns the key. Otherwise the
  /// task is suspended until the reply has arrived.
  [[nodiscard]] std::optional<V> get(K key) const {
    auto const [directory, hash, owner] = locate(key);
    if (SKUA_LIKELY(owner == directory.own_rank)) return own_part(directory).find(hash, key);
    return ask<memory::map_search, std::optional<V>>(directory, owner, std::move(key)).get();
  }
  /// The number of elements; counts what was inserted before, like find. Asks all members.
  [[nodiscard]] std::size_t size() const {
    memory::map_directory const& directory = *directory_;
    std::vector<future<std::uint64_t>> counts;
    for (std::uint32_t rank = 0; rank < directory.n; ++rank)
      if (rank != directory.own_rank) counts.push_back(ask<memory::map_size, std::uint64_t>(directory, rank));
    std::size_t n = directory.own_rank != directory.n ? own_part(directory).size() : 0;
    for (auto& count : counts) n += count.get();
    return n;
  }

  /// Calls function(key, value) for every element, at its place, in parallel over the places and
  /// their workers; returns at the end, and throws like finish. The function is sent like that of a
  /// task; the value is a V&. Until then no task may insert or erase; the function may wait, spawn,
  /// and find.
  template <class F>
  void for_each(F&& function) const {
    memory::map_directory const& directory = *directory_;
    finish([&] {
      for (std::uint32_t rank = 0; rank < directory.n; ++rank) {
        spawn(on(directory.members[static_cast<int>(rank)]),
              memory::at_part<memory::map_loop, part, std::decay_t<F>>{function}, directory.addresses[rank]);
      }
    });
  }

  /// The part of the caller's place, without a lock: it must not be used while a task inserts,
  /// erases or updates.
  class local_part {
   public:
    [[nodiscard]] std::size_t size() const { return part_ != nullptr ? part_->size() : 0; }
    /// The value of the key; null if this part does not have it.
    [[nodiscard]] V* find(K const& key) const {
      return part_ != nullptr ? part_->find_unlocked(part::hash_of(key), key) : nullptr;
    }
    /// Calls function(key, value) for each element, one after the other.
    template <class F>
    void for_each(F&& function) const {
      for (std::size_t shard = 0; part_ != nullptr && shard < part_->shards(); ++shard)
        part_->for_each(shard, function);
    }

   private:
    friend class shared_map;
    explicit local_part(part* own) noexcept : part_(own) {}
    part* part_;  // null: the place has no part
  };
  [[nodiscard]] local_part local() const {  ///< of the caller's place
    memory::map_directory const& directory = *directory_;
    return local_part(directory.own_rank != directory.n ? &own_part(directory) : nullptr);
  }
  /// The place that owns the key.
  [[nodiscard]] int place_of(K const& key) const {
    auto const [directory, hash, owner] = locate(key);
    return directory.members[static_cast<int>(owner)];
  }

 private:
  struct location {
    memory::map_directory const& directory;
    memory::map_hash hash;
    std::uint32_t owner;  // its rank
  };
  SKUA_INLINE location locate(K const& key) const {
    memory::map_directory const& directory = *directory_;
    memory::map_hash const hash = part::hash_of(key);
    return {directory, hash, hash.owner(directory.n)};
  }
  static part& own_part(memory::map_directory const& directory) noexcept {
    return *reinterpret_cast<part*>(directory.addresses[directory.own_rank]);
  }

  SKUA_INLINE void put(K&& key, V&& value, bool overwrites) const {
    auto const [directory, hash, owner] = locate(key);
    if (SKUA_LIKELY(owner == directory.own_rank))
      return own_part(directory).insert(hash, std::move(key), std::move(value), overwrites);
    send<memory::map_insertion>(directory, owner, memory::no_function(), std::move(key), std::move(value), overwrites);
  }
  template <class Action, class Function, class... Args>
  static auto call_of(memory::map_directory const& directory, std::uint32_t rank, Function const& function,
                      Args&&... args) {
    return sched::bind_call(memory::at_part<Action, part, Function>{function}, directory.addresses[rank],
                            std::forward<Args>(args)...);
  }
  template <class Action, class Function, class... Args>
  SKUA_NOINLINE static void send(memory::map_directory const& directory, std::uint32_t rank, Function const& function,
                                 Args&&... args) {
    remote::call_on_arrival(directory.members[static_cast<int>(rank)],
                            call_of<Action>(directory, rank, function, std::forward<Args>(args)...));
  }
  template <class Action, class R, class... Args>
  SKUA_NOINLINE static future<R> ask(memory::map_directory const& directory, std::uint32_t rank, Args&&... args) {
    return remote::ask_on_arrival<R>(
        directory.members[static_cast<int>(rank)],
        call_of<Action>(directory, rank, memory::no_function(), std::forward<Args>(args)...));
  }

  /// Every part exists before a message can ask for it.
  static place_local<memory::map_directory> make_parts(place_set const& members) {
    wire::require_serializable<K>();
    wire::require_serializable<V>();
    memory::require_task("the constructor of shared_map");
    (base::check)(members.size() != 0, "shared_map: expected at least one place, found an empty place_set");
    place_local<part> const parts;
    std::vector<future<std::uint64_t>> replies;
    for (int place : members) {
      replies.push_back(async(
          on(place), [parts]() -> std::uint64_t { return reinterpret_cast<std::uintptr_t>(std::addressof(*parts)); }));
    }
    std::vector<std::uint64_t> addresses;
    for (auto& address : replies) addresses.push_back(address.get());
    return place_local<memory::map_directory>(members, std::move(addresses));
  }

  place_local<memory::map_directory> directory_;
};

}  // namespace skua

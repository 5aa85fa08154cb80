// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 8-byte names of objects that scopes own (reducers, place_locals): what closures carry from place
// to place.
//
// The upper bits are the number of the object's place plus one, the rest its address there, so at
// its own place a name is a pointer after one comparison, and no name is an address of any process:
// closures are searched for those before they leave (place/far_task.cpp), and what lies on the heap
// of one process may lie on a stack of another. Elsewhere it stands for a replica, found in a small
// table of the worker, or else by find_replica. Names are not used again while any place may know
// them (see owned::known_elsewhere).
#pragma once

#include <cstdint>

#include <skua/sched/owned.hpp>
#include <skua/sched/self.hpp>

namespace skua::sched {

/// Only so many bits of an address are ever set.
#if defined(__x86_64__)
inline constexpr int name_place_shift = 47;
#else
inline constexpr int name_place_shift = 48;
#endif
/// Places that names have room for.
inline constexpr int most_named_places = (1 << (64 - name_place_shift)) - 1;

/// The part of a name that all objects of a place have.
constexpr std::uint64_t name_of_place(int place) noexcept {
  return (static_cast<std::uint64_t>(place) + 1) << name_place_shift;
}
inline std::uint64_t name_at(int home, owned const* object) noexcept {
  return name_of_place(home) | reinterpret_cast<std::uintptr_t>(object);
}
constexpr int home_of_name(std::uint64_t name) noexcept { return static_cast<int>(name >> name_place_shift) - 1; }
/// At its own place. `owned` is the first base of every named object, so that its address is the
/// object's.
inline owned* object_named(std::uint64_t name) noexcept {
  return reinterpret_cast<owned*>(name & ((std::uint64_t{1} << name_place_shift) - 1));
}

/// How replicas of a type of object are made and found.
struct replica_kind {
  /// One for each scope of another place that has tasks here (what they merge is kept apart), or
  /// one for the place.
  bool per_scope;
  /// Makes one; `from` holds what the object's describe() wrote, nullptr if `needs_description` is
  /// false.
  owned* (*make)(place_front* at, wire::reader* from);
  bool needs_description;
};

/// Whether what a worker remembers of a name of another place still holds: the proxy whose tasks'
/// part the replica is has not changed (of what the place has once: 0), and no name has been
/// forgotten here since.
SKUA_INLINE bool still_named(known_name const& k, std::uint64_t name, fibre const* s, bool per_scope) noexcept {
  return k.name == name && k.context == (per_scope ? s->context : 0) &&
         // relaxed: ordered by how the name got here
         k.epoch == s->at->names_epoch.load(std::memory_order_relaxed);
}

/// The replica that a name stands for in the calling task; may wait for the object's place the
/// first time.
SKUA_COLD owned* find_replica(std::uint64_t name, replica_kind const& kind);
/// here() without the runtime's lock where possible.
int number_here() noexcept;

/// Object has `static replica_kind const kind`.
template <class Object>
class object_name {
 public:
  explicit object_name(Object* made_here) noexcept
      : bits_(name_of_place(made_here->home()) | reinterpret_cast<std::uintptr_t>(made_here)) {}

  SKUA_INLINE Object* operator->() const { return find(); }
  SKUA_INLINE Object* find() const { return find(self()); }
  /// `s` is self().
  SKUA_INLINE Object* find(fibre* s) const {
    if (SKUA_LIKELY(s != nullptr)) {
      std::uint64_t const here = bits_ ^ s->worker->home_bits;  // a pointer, if the places are the same
      if (SKUA_LIKELY(here >> name_place_shift == 0)) return reinterpret_cast<Object*>(here);
      known_name const& k = s->worker->names[place_of_name(bits_)];
      if (SKUA_LIKELY(still_named(k, bits_, s, Object::kind.per_scope)))
        return static_cast<Object*>(static_cast<owned*>(k.object));
    } else if (home_of_name(bits_) == number_here()) {
      return reinterpret_cast<Object*>(bits_ ^ name_of_place(number_here()));
    }
    return static_cast<Object*>(find_replica(bits_, Object::kind));
  }
  [[nodiscard]] std::uint64_t bits() const noexcept { return bits_; }
  friend bool operator==(object_name, object_name) = default;

 private:
  std::uint64_t bits_;
};

}  // namespace skua::sched

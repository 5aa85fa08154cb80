// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 8-byte names of objects that scopes own (reducers, place_locals). Closures carry them from place
// to place.
//
// The upper bits are the number of the object's place plus one; the rest is its address there. So
// at its own place one comparison turns a name into a pointer. At other places a name stands for a
// replica, found in a small cache of the worker, or else by find_replica. No name is a valid
// address of any process. That matters because closures are scanned for addresses before they leave
// (src/remote/remote_task.cpp), and a heap address of one process may be a stack address of
// another. Names are not reused while any place may know them (see scope_object::known_remotely).
#pragma once

#include <cstdint>

#include <skua/detail/core/scope_object.hpp>
#include <skua/detail/core/self.hpp>

namespace skua::sched {

/// The number of address bits in use.
#if defined(__x86_64__)
inline constexpr int name_place_shift = 47;
#else
inline constexpr int name_place_shift = 48;
#endif
/// The largest number of places that names can encode.
inline constexpr int max_named_places = (1 << (64 - name_place_shift)) - 1;

/// The part of a name that is common to all objects of a place.
constexpr std::uint64_t name_of_place(int place) noexcept {
  return (static_cast<std::uint64_t>(place) + 1) << name_place_shift;
}
inline std::uint64_t name_at(int home, scope_object const* object) noexcept {
  return name_of_place(home) | reinterpret_cast<std::uintptr_t>(object);
}
constexpr int home_of_name(std::uint64_t name) noexcept { return static_cast<int>(name >> name_place_shift) - 1; }
/// The object of a name at its own place. `scope_object` is the first base of every named object,
/// so both have the same address.
inline scope_object* object_named(std::uint64_t name) noexcept {
  return reinterpret_cast<scope_object*>(name & ((std::uint64_t{1} << name_place_shift) - 1));
}

/// Says how replicas of a type of object are made and found.
struct replica_kind {
  /// Whether each scope of another place that has tasks here has its own replica, so that their
  /// contributions stay separate; otherwise there is one replica per place.
  bool per_scope;
  /// Makes a replica. `from` holds the output of the object's describe(); nullptr if
  /// `needs_description` is false.
  scope_object* (*make)(place_front* at, wire::reader* from);
  bool needs_description;
};

/// Whether a worker's cache entry is valid for this name: the task runs under the same proxy (if
/// replicas are per scope), and no name has been forgotten at this place since.
SKUA_INLINE bool is_valid(known_name const& entry, std::uint64_t name, fibre const* current, bool per_scope) noexcept {
  return entry.name == name && entry.context == (per_scope ? current->context : 0) &&
         // relaxed: ordered by how the name got here
         entry.epoch == current->place->names_epoch.load(std::memory_order_relaxed);
}

/// The replica for which a name stands in the calling task. The first call at a place may wait for
/// an answer of the object's place.
SKUA_COLD scope_object* find_replica(std::uint64_t name, replica_kind const& kind);
/// here(), without the runtime's lock where possible.
int number_here() noexcept;

/// A typed name. Object must have a member `static replica_kind const kind`.
template <class Object>
class object_name {
 public:
  explicit object_name(Object* object) noexcept
      : bits_(name_of_place(object->home()) | reinterpret_cast<std::uintptr_t>(object)) {}

  SKUA_INLINE Object* operator->() const { return find(); }
  SKUA_INLINE Object* find() const { return find(self()); }
  /// `current` must be self().
  SKUA_INLINE Object* find(fibre* current) const {
    if (SKUA_LIKELY(current != nullptr)) {
      std::uint64_t const address = bits_ ^ current->worker->home_bits;  // a pointer, if the places are equal
      if (SKUA_LIKELY(address >> name_place_shift == 0)) return reinterpret_cast<Object*>(address);
      known_name const& name = current->worker->names[index_of_name(bits_)];
      if (SKUA_LIKELY(is_valid(name, bits_, current, Object::kind.per_scope)))
        return static_cast<Object*>(static_cast<scope_object*>(name.object));
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

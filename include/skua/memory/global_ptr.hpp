// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers into the memory of any place, and element access through them.
//
// A pointer is a place and an offset in that place's part of the global memory. If that part is
// mapped into this process (always within a host), an access is a plain load or store. Otherwise it
// is a message, and the library at the other place replies without the help of its program.
// Accesses of 1, 2, 4 and 8 aligned bytes are never torn. They give no other order than that of
// tasks and futures; for words that several tasks change concurrently there is global_atomic.
// Edge MAP: the contents of the place's memory_map.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <skua/detail/core/place_registry.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/memory/layout.hpp>

namespace skua {
namespace memory {

/// The place of the calling task or thread.
SKUA_INLINE sched::place_front* caller() {
  sched::fibre* const current = sched::self();
  return SKUA_LIKELY(current != nullptr) ? current->place : sched::place_here();
}

/// Returns the address of these bytes in this process, or nullptr if only messages reach them or
/// the pointer is invalid.
SKUA_INLINE std::byte* reach(sched::place_front* at, int place, std::uint64_t offset, std::uint64_t bytes) noexcept {
  sched::memory_map const* const map = at->memory.load(std::memory_order_acquire);  // sync: MAP <- make_map
  if (SKUA_UNLIKELY(map == nullptr || static_cast<unsigned>(place) >= static_cast<unsigned>(at->total))) return nullptr;
  std::byte* const part = map->parts[place];
  if (SKUA_UNLIKELY(part == nullptr || offset > map->bytes || bytes > map->bytes - offset || offset == 0))
    return nullptr;
  return part + offset;
}

/// Slow paths: use the memory if it can be mapped, else send a request to the place and wait. Throw
/// skua::error.
SKUA_COLD void read_slowly(int place, std::uint64_t offset, void* to, std::size_t bytes);
SKUA_COLD void write_slowly(int place, std::uint64_t offset, void const* from, std::size_t bytes);
/// Returns the address, after mapping the memory if possible, or nullptr if only messages reach it.
/// Throws skua::error if the pointer is invalid.
SKUA_COLD std::byte* reach_slowly(int place, std::uint64_t offset, std::uint64_t bytes);
/// Finds the place that owns the memory at the address, and the offset there. Returns false if no
/// mapped memory holds it.
bool find_address(void const* memory, int& place, std::uint64_t& offset) noexcept;

template <std::size_t Bytes>
using word_of_size =
    std::conditional_t<Bytes == 1, std::uint8_t,
                       std::conditional_t<Bytes == 2, std::uint16_t,
                                          std::conditional_t<Bytes == 4, std::uint32_t,
                                                             std::conditional_t<Bytes == 8, std::uint64_t, void>>>>;

template <class T>
inline constexpr bool is_word = !std::is_void_v<word_of_size<sizeof(T)>> && alignof(T) == sizeof(T);

/// Copies a T between ordinary memory and mapped memory, in one access if possible.
template <class T>
SKUA_INLINE void read_mapped(std::byte const* from, T* to) noexcept {
  if constexpr (is_word<T>) {
    auto const word = __atomic_load_n(reinterpret_cast<word_of_size<sizeof(T)> const*>(from), __ATOMIC_RELAXED);
    std::memcpy(static_cast<void*>(to), &word, sizeof(T));
  } else {
    std::memcpy(static_cast<void*>(to), from, sizeof(T));
  }
}
template <class T>
SKUA_INLINE void write_mapped(std::byte* to, T const& value) noexcept {
  if constexpr (is_word<T>) {
    word_of_size<sizeof(T)> word;
    std::memcpy(&word, &value, sizeof(T));
    __atomic_store_n(reinterpret_cast<word_of_size<sizeof(T)>*>(to), word, __ATOMIC_RELAXED);
  } else {
    std::memcpy(to, &value, sizeof(T));
  }
}

}  // namespace memory

template <class T>
class global_ref;

/// A pointer to a T at any place: 16 bytes, a serializable value. Arithmetic stays within its
/// place.
template <class T>
class global_ptr {
  static_assert(std::is_trivially_copyable_v<T>, "skua: global memory holds trivially copyable types");

 public:
  /// The type of the objects to which it points.
  using element_type = T;

  constexpr global_ptr() noexcept = default;
  constexpr global_ptr(std::nullptr_t) noexcept {}
  /// `offset` bytes into the memory of that place.
  constexpr global_ptr(int place, std::uint64_t offset) noexcept : place_(place), offset_(offset) {}
  template <class U>
    requires(std::is_convertible_v<U (*)[], T (*)[]>)
  constexpr global_ptr(global_ptr<U> other) noexcept : place_(other.where()), offset_(other.offset()) {}

  /// The place that owns the memory at this pointer; -1: null.
  [[nodiscard]] constexpr int where() const noexcept { return place_; }
  /// The offset in the global memory of its place, in bytes.
  [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return offset_; }
  /// Returns an ordinary pointer to the object, valid in this process. Returns nullptr if this is
  /// null or if only messages reach the object; never at the object's place. Throws skua::error for
  /// an offset beyond the place's memory.
  [[nodiscard]] T* local() const {
    if (place_ < 0) return nullptr;
    std::byte* bytes = memory::reach(memory::caller(), place_, offset_, sizeof(T));
    if (SKUA_UNLIKELY(bytes == nullptr)) bytes = memory::reach_slowly(place_, offset_, sizeof(T));
    return reinterpret_cast<T*>(bytes);
  }

  /// The element, to read or to write. A read returns when the value has arrived, a write when it
  /// is visible at the element's place.
  global_ref<T> operator*() const noexcept { return global_ref<T>(*this); }
  global_ref<T> operator[](std::ptrdiff_t i) const noexcept { return global_ref<T>(*this + i); }

  constexpr explicit operator bool() const noexcept { return place_ >= 0; }
  constexpr global_ptr& operator+=(std::ptrdiff_t n) noexcept {
    offset_ += static_cast<std::uint64_t>(n) * sizeof(T);
    return *this;
  }
  constexpr global_ptr& operator-=(std::ptrdiff_t n) noexcept {
    offset_ -= static_cast<std::uint64_t>(n) * sizeof(T);
    return *this;
  }
  constexpr global_ptr& operator++() noexcept { return *this += 1; }
  constexpr global_ptr& operator--() noexcept { return *this -= 1; }
  constexpr global_ptr operator++(int) noexcept { return std::exchange(*this, *this + 1); }
  constexpr global_ptr operator--(int) noexcept { return std::exchange(*this, *this - 1); }
  friend constexpr global_ptr operator+(global_ptr pointer, std::ptrdiff_t n) noexcept { return pointer += n; }
  friend constexpr global_ptr operator+(std::ptrdiff_t n, global_ptr pointer) noexcept { return pointer += n; }
  friend constexpr global_ptr operator-(global_ptr pointer, std::ptrdiff_t n) noexcept { return pointer -= n; }
  /// Difference in elements; both must point into the memory of the same place.
  friend constexpr std::ptrdiff_t operator-(global_ptr left, global_ptr right) noexcept {
    return static_cast<std::ptrdiff_t>(left.offset_ - right.offset_) / static_cast<std::ptrdiff_t>(sizeof(T));
  }
  /// Compares by place, then by offset; null comes first.
  friend constexpr auto operator<=>(global_ptr, global_ptr) noexcept = default;

 private:
  std::int32_t place_ = -1;
  std::uint64_t offset_ = 0;
};
static_assert(sizeof(global_ptr<int>) == 16 && std::is_trivially_copyable_v<global_ptr<int>>);

/// A pointer to the same bytes as another type.
template <class U, class T>
constexpr global_ptr<U> global_cast(global_ptr<T> pointer) noexcept {
  return global_ptr<U>(pointer.where(), pointer.offset());
}
/// Returns the global pointer to an object in mapped global memory, or a null one if `value` does
/// not point into it.
template <class T>
global_ptr<T> to_global(T* value) noexcept {
  int place = -1;
  std::uint64_t offset = 0;
  return memory::find_address(value, place, offset) ? global_ptr<T>(place, offset) : global_ptr<T>();
}

/// An element at any place, the result of *p and p[i]. Reading suspends the task until the value
/// has arrived, writing until the value is visible at the element's place. Both throw skua::error
/// if the pointer is invalid. Both also complete in a cancelled scope.
template <class T>
class global_ref {
 public:
  explicit constexpr global_ref(global_ptr<T> pointer) noexcept : p_(pointer) {}
  global_ref(global_ref const&) = default;

  /// Reads the object; at another place the caller is suspended.
  [[nodiscard]] SKUA_INLINE std::remove_const_t<T> get() const {
    std::remove_const_t<T> value;
    if (std::byte const* const from = memory::reach(memory::caller(), p_.where(), p_.offset(), sizeof(T));
        SKUA_LIKELY(from != nullptr)) {
      memory::read_mapped(from, &value);
    } else {
      memory::read_slowly(p_.where(), p_.offset(), &value, sizeof(T));
    }
    return value;
  }
  SKUA_INLINE operator std::remove_const_t<T>() const { return get(); }
  /// Writes the object; x is visible when the call returns.
  SKUA_INLINE void set(T const& value) const
    requires(!std::is_const_v<T>)
  {
    if (std::byte* const to = memory::reach(memory::caller(), p_.where(), p_.offset(), sizeof(T));
        SKUA_LIKELY(to != nullptr)) {
      memory::write_mapped(to, value);
    } else {
      memory::write_slowly(p_.where(), p_.offset(), &value, sizeof(T));
    }
  }
  SKUA_INLINE global_ref const& operator=(T const& value) const
    requires(!std::is_const_v<T>)
  {
    set(value);
    return *this;
  }
  /// Copies the element, not the reference.
  SKUA_INLINE global_ref const& operator=(global_ref const& other) const
    requires(!std::is_const_v<T>)
  {
    set(other.get());
    return *this;
  }
  [[nodiscard]] constexpr global_ptr<T> operator&() const noexcept { return p_; }

  /// Do not compile, with a sentence that says why: another task may write between their read and
  /// their write.
  template <class U>
  void operator+=(U const&) const {
    refuse_update<U>();
  }
  template <class U>
  void operator-=(U const&) const {
    refuse_update<U>();
  }
  void operator++() const { refuse_update<T>(); }
  void operator++(int) const { refuse_update<T>(); }

 private:
  template <class U>
  static constexpr void refuse_update() {
    static_assert(
        sizeof(U) == 0,
        "skua: an element of global memory has no += and the like, because another task may write between the "
        "read and the write: use skua::global_atomic and fetch_add, or write x = x + … if no other task can");
  }

  global_ptr<T> p_;
};

}  // namespace skua

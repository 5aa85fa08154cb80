// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation in the global memory of any place, from any place, without a collective call.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/error.hpp>
#include <skua/memory/global_ptr.hpp>
#include <skua/place.hpp>
#include <skua/wire/wire.hpp>

namespace skua {

namespace memory {
/// Returns the offset at that place. Suspends the task until the place has replied; throws
/// bad_global_alloc.
std::uint64_t allocate_bytes(int place, std::size_t bytes, std::size_t alignment);
/// Allocates zeroed memory at every place, bytes[p] at place p; the caller must deallocate each
/// block. Throws bad_global_alloc; then nothing stays allocated.
std::vector<std::uint64_t> allocate_everywhere(std::vector<std::size_t> const& bytes, std::size_t alignment);
void deallocate_bytes(int place, std::uint64_t offset);
/// Deallocates on behalf of the place `at` (the caller's place if null), even when no task runs
/// there any more.
void deallocate_bytes(sched::place_front* at, int place, std::uint64_t offset);
/// Ends the program with a message unless the caller is a task: a task's scope must own the object
/// that the caller is about to create.
void require_task(char const* verb) noexcept;
}  // namespace memory

/// Allocates n objects at a place: uninitialised, aligned as T and at least to 16 bytes. Throws
/// bad_global_alloc.
template <class T>
[[nodiscard]] global_ptr<T> allocate(int place, std::size_t n) {
  return global_ptr<T>(place, memory::allocate_bytes(place, memory::saturated_product(n, sizeof(T)), alignof(T)));
}
template <class T>
[[nodiscard]] global_ptr<T> allocate(std::size_t n = 1) {
  return allocate<T>(here(), n);
}
/// Deallocates the block at `pointer`, which allocate or new_ returned; does nothing if `pointer`
/// is null. Does not wait for the place. Throws skua::error if `pointer` does not point to such a
/// block. If the place is another one, that error ends the run instead, as an exception of a post
/// does.
template <class T>
void deallocate(global_ptr<T> pointer) {
  if (pointer) memory::deallocate_bytes(pointer.where(), pointer.offset());
}

/// An object at a place, constructed here from the arguments.
template <class T, class... Args>
[[nodiscard]] global_ptr<T> new_(int place, Args&&... args) {
  T const value(std::forward<Args>(args)...);
  auto const pointer = allocate<T>(place, 1);
  *pointer = value;
  return pointer;
}
/// Gives the memory of an object back, without a wait and without a call of its destructor.
template <class T>
void delete_(global_ptr<T> pointer) {
  deallocate(pointer);
}

/// Owns the object that it points to. Movable, also to another place as an argument of a task.
template <class T>
class unique_global {
 public:
  unique_global() noexcept = default;
  /// Takes ownership of a pointer that allocate or new_ returned.
  explicit unique_global(global_ptr<T> pointer) noexcept : p_(pointer) {}
  unique_global(unique_global&& other) noexcept : p_(other.release()) {}
  unique_global& operator=(unique_global&& other) noexcept {
    reset(other.release());
    return *this;
  }
  ~unique_global() { reset(); }

  /// The owned pointer; null if the object owns nothing.
  [[nodiscard]] global_ptr<T> get() const noexcept { return p_; }
  /// Returns the pointer and no longer owns it.
  [[nodiscard]] global_ptr<T> release() noexcept { return std::exchange(p_, nullptr); }
  /// Gives the owned memory back and takes over `pointer`.
  void reset(global_ptr<T> pointer = nullptr) { deallocate(std::exchange(p_, pointer)); }
  explicit operator bool() const noexcept { return static_cast<bool>(p_); }
  global_ref<T> operator*() const noexcept { return *p_; }
  global_ref<T> operator[](std::ptrdiff_t i) const noexcept { return p_[i]; }

 private:
  global_ptr<T> p_;
};

/// Allocates n objects, which the returned owner deallocates.
template <class T>
[[nodiscard]] unique_global<T> allocate_unique(int place, std::size_t n = 1) {
  return unique_global<T>(allocate<T>(place, n));
}

template <class T>
struct wire::codec<unique_global<T>> {
  // the wire layer passes only const references
  static void encode(writer& writer, unique_global<T> const& pointer) {
    writer.put(const_cast<unique_global<T>&>(pointer).release());
  }
  static unique_global<T> decode(reader& reader) { return unique_global<T>(reader.get<global_ptr<T>>()); }
};

}  // namespace skua

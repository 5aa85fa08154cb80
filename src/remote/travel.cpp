// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/remote/travel.hpp>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include <skua/detail/wire/find_process_address.hpp>
#include <skua/error.hpp>

#include "core/place.hpp"
#include "core/settings.hpp"
#include "instruments/check_mode.hpp"
#include "system/stack_trace.hpp"
#include "system/symbols.hpp"

namespace skua::remote {
namespace {

/// The stack of this thread, not that of a fibre.
struct thread_stack {
  std::uintptr_t low = 0;
  std::size_t bytes = 0;

  thread_stack() noexcept {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* address = nullptr;
    if (pthread_attr_getstack(&attributes, &address, &bytes) == 0) low = reinterpret_cast<std::uintptr_t>(address);
    pthread_attr_destroy(&attributes);
  }
  bool holds(std::uintptr_t word) const noexcept { return word - low < bytes; }
};

/// Whether the word is an address on the stack of any task of the place, or of the calling thread.
bool on_a_stack(sched::place_front* at, std::uintptr_t word) noexcept {
  thread_local thread_stack const own_stack;
  return own_stack.holds(word) ||
         static_cast<sched::place*>(at)->fibres.on_a_stack(reinterpret_cast<void const*>(word));
}

/// Check mode: whether the word is the address of mapped memory, and not the name of an object.
/// Words below 32 TiB are taken for numbers, such as two small ones side by side: address sanitizer
/// maps much of that range.
bool on_the_heap(std::uintptr_t word) noexcept {
  static auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  if (word < std::uintptr_t{1} << 45 || sched::names_an_object(word)) return false;
  unsigned char resident;
  return ::mincore(reinterpret_cast<void*>(word & ~(page - 1)), 1, &resident) == 0;
}

/// Whether an aligned word of the bytes is an address of this process.
bool holds_address(sched::place_front* at, void const* bytes, std::size_t n) noexcept {
  for (std::size_t i = 0; i + 8 <= n; i += 8) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<char const*>(bytes) + i, 8);
    if (word < 0x10000 || word >> 47 != 0) continue;
    if (on_a_stack(at, word)) return true;
    if (sched::check_mode_is_on() && at->total == 1 && on_the_heap(word)) return true;
  }
  return wire::find_process_address({static_cast<std::byte const*>(bytes), n}).has_value();
}

}  // namespace

base::owner<packed_bytes> copy_rest(wire::reader& reader) {
  base::owner<packed_bytes> copy(new packed_bytes);
  std::span<std::byte const> const bytes = reader.take(reader.remaining());
  copy->raw(bytes.data(), bytes.size());
  return copy;
}

void require_values_only(sched::place_front* at, void const* bytes, std::size_t n) {
  if (!holds_address(at, bytes, n)) return;
  bool const checks = sched::check_mode_is_on();
  auto const site = system::call_site::here();
  std::string const which = checks ? "spawned" + site.description() : site.function();
  throw error(std::string("a task that ") + (checks ? "may leave" : "leaves") + " its place" +
              (which.empty() ? "" : ", " + which + ",") +
              " holds a pointer or reference to something of this process (a local variable, a static object" +
              (checks ? ", memory of the heap" : "") +
              "): let it capture values, handles of reducers and place_locals, and global pointers only");
}

void require_values_in(char const* what, std::type_info const& type, void const* bytes, std::size_t n) {
  if (!sched::check_mode_is_on()) return;
  for (std::size_t i = 0; i + 8 <= n; i += 8) {
    if (!holds_address(sched::place_here(), static_cast<char const*>(bytes) + i, 8)) continue;
    throw error(std::string(what) + ", of type " + system::demangled(type.name()) + ", holds in its bytes " +
                std::to_string(i) + " to " + std::to_string(i + 7) +
                " a pointer or reference to something of this process: other places get a copy of these bytes; let it "
                "have values only, or containers and a member function serialize");
  }
}

void pack_text(wire::writer& to, char const* text) {
  std::size_t const n = std::strlen(text);
  to.put_length(n);
  to.raw(text, n);
}

char const* keep_text(wire::reader& from) {
  static std::mutex lock;
  static auto& texts = *new std::set<std::string>;  // never destroyed: tasks hold these texts
  auto const bytes = from.take(from.get_length());
  std::lock_guard const hold(lock);
  return texts.emplace(reinterpret_cast<char const*>(bytes.data()), bytes.size()).first->c_str();
}

}  // namespace skua::remote

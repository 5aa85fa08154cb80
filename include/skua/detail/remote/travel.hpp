// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks to bytes and back: the function, its arguments, and the modifiers around them (shielded,
// named, …).
//
// A trivially copyable function is sent as it is. The wire layer encodes arguments, and function
// objects of other types (member by member, or by their serialize function). A task with the flag
// slot_any stays a closure in its slot while it is at home; only task_op::pack turns it into bytes.
// A task that is decoded without user code becomes a closure in a slot on arrival. Any other stays
// bytes until a worker runs it.
#pragma once

#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <skua/detail/base/owner.hpp>
#include <skua/detail/core/packing_section.hpp>
#include <skua/detail/core/push.hpp>
#include <skua/detail/sync/start_task.hpp>
#include <skua/detail/wire/function_name.hpp>
#include <skua/wire/wire.hpp>

namespace skua::remote {

/// Makes a slot's function and buffer from bytes. It may run the call itself; then the function is
/// null.
using unpack_fn = void (*)(wire::reader&, sched::slot&);

/// Arguments and results of task_op::pack; slot::scope points here during that operation.
struct packing {
  wire::writer& message;
  unpack_fn unpack = nullptr;          // makes it a task again at the other place
  std::uint64_t call = 0;              // number of the pending call of its future, 0: none
  bool answered = false;               // it could not be packed, and its future has got the exception
  bool only_asking = false;            // packs nothing, only sets `trivially_serializable`
  bool trivially_serializable = true;  // packing runs no user code
  sched::place_front* place = nullptr;
};

/// Throws if a closure's bytes hold an address of this process (a stack of `at` or of this thread,
/// a function, a static object).
void require_values_only(sched::place_front* at, void const* bytes, std::size_t n);
/// Check mode: the same for an object that other places get as its bytes, `what` of a program.
/// Throws an error that names the bytes.
void require_values_in(char const* what, std::type_info const& type, void const* bytes, std::size_t n);
/// Decodes a text that pack_text has written. It lives as long as the process; equal texts share
/// one copy.
char const* keep_text(wire::reader& from);
void pack_text(wire::writer& to, char const* text);

using sched::packing_section;

/// How a call is encoded; specialised for the library's wrappers of the user's function.
template <class Call>
struct call_codec {
  static constexpr bool is_function = std::is_pointer_v<Call> && std::is_function_v<std::remove_pointer_t<Call>>;
  /// A function object that the wire layer encodes; never a closure, whose members it cannot list.
  static constexpr bool is_object = std::is_class_v<Call> && wire::serializable<Call> &&
                                    (!std::is_trivially_copyable_v<Call> || wire::detail::has_serialize<Call>);
  /// Trivially copyable, but a member is a pointer or a reference.
  static constexpr bool holds_pointer = wire::reflectable<Call> && !wire::serializable<Call>;
  static constexpr bool serializable =
      is_function || is_object || (std::is_trivially_copyable_v<Call> && !holds_pointer);
  /// No user code runs to pack or to unpack it.
  static constexpr bool trivially_serializable = !is_object || wire::trivially_serializable<Call>;

  static void pack(packing& packed, Call const& call) {
    if constexpr (is_function) {
      packed.message.put(wire::name_of_function(reinterpret_cast<void (*)()>(call)));
    } else if constexpr (is_object) {
      wire::encode(packed.message, call);
    } else if constexpr (!(std::is_empty_v<Call> && std::is_default_constructible_v<Call>) &&
                         std::is_trivially_copyable_v<Call>) {  // otherwise it has been refused
      alignas(Call) std::byte raw[sizeof(Call)];
      std::memcpy(raw, std::addressof(call), sizeof(Call));
#if __has_builtin(__builtin_clear_padding)
      __builtin_clear_padding(reinterpret_cast<Call*>(raw));  // stale bytes in padding may look like a pointer
      constexpr bool checkable = true;
#else
      // padding cannot be cleared, so only types without it are checked
      constexpr bool checkable = std::has_unique_object_representations_v<Call>;
#endif
      if constexpr (checkable) require_values_only(packed.place, raw, sizeof(Call));
      packed.message.raw(raw, sizeof(Call));
    }
  }
  static Call unpack(wire::reader& reader) {
    if constexpr (is_function) {
      return reinterpret_cast<Call>(wire::function_named(reader.get<std::uint64_t>()));
    } else if constexpr (is_object) {
      return wire::decode<Call>(reader);
    } else if constexpr (std::is_empty_v<Call> && std::is_default_constructible_v<Call>) {
      return Call();
    } else {
      alignas(Call) std::byte raw[sizeof(Call)];  // the copied bytes begin the object's life: it is trivially copyable
      reader.raw(raw, sizeof(Call));
      return *std::launder(reinterpret_cast<Call*>(raw));
    }
  }
};

template <class F, class... Args>
struct call_codec<sched::bound_call<F, Args...>> {
  static constexpr bool serializable = call_codec<F>::serializable && (wire::serializable<Args> && ...);
  static constexpr bool trivially_serializable = (wire::trivially_serializable<Args> && ...);

  static void pack(packing& packed, sched::bound_call<F, Args...> const& call) {
    (wire::require_serializable<Args>(), ...);
    std::size_t const begin = packed.message.size();
    call_codec<F>::pack(packed, call.f);
    if constexpr (trivially_serializable) {
      std::apply([&](Args const&... arguments) { (wire::encode(packed.message, arguments), ...); }, call.args);
    } else {
      std::size_t complete = 0;
      try {
        std::apply([&](Args const&... arguments) { ((wire::encode(packed.message, arguments), ++complete), ...); },
                   call.args);
      } catch (...) {
        drop(packed.message.view().subspan(begin), complete);
        throw;
      }
    }
  }
  static sched::bound_call<F, Args...> unpack(wire::reader& reader) {
    F function = call_codec<F>::unpack(reader);
    return {std::move(function), std::tuple<Args...>{wire::decode<Args>(reader)...}};
  }

 private:
  /// An argument could not be encoded: destroys the function and the arguments before it, which the
  /// bytes may own. A promise, for example, reports that it is broken.
  static void drop(std::span<std::byte const> bytes, std::size_t complete) noexcept {
    wire::reader reader(bytes);
    try {
      [[maybe_unused]] F const function = call_codec<F>::unpack(reader);
      std::size_t i = 0;
      ((i++ < complete ? static_cast<void>(wire::decode<Args>(reader)) : void()), ...);
    } catch (...) {  // the caller gets the exception of the encoding
    }
  }
};

template <class Call>
struct call_codec<sched::named_call<Call>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = call_codec<Call>::trivially_serializable;
  static void pack(packing& packed, sched::named_call<Call> const& call) {
    pack_text(packed.message, call.name);
    call_codec<Call>::pack(packed, call.call);
  }
  static sched::named_call<Call> unpack(wire::reader& reader) {
    char const* const name = keep_text(reader);
    return {call_codec<Call>::unpack(reader), name};
  }
};

template <class Call>
struct call_codec<sched::shielded_call<Call>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = call_codec<Call>::trivially_serializable;
  static void pack(packing& packed, sched::shielded_call<Call> const& call) {
    call_codec<Call>::pack(packed, call.call);
  }
  static sched::shielded_call<Call> unpack(wire::reader& reader) { return {call_codec<Call>::unpack(reader)}; }
};

template <class Call, bool Phased>
struct call_codec<sched::coroutine_call<Call, Phased>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = call_codec<Call>::trivially_serializable;
  static void pack(packing& packed, sched::coroutine_call<Call, Phased> const& call) {
    call_codec<Call>::pack(packed, call.call);
  }
  static sched::coroutine_call<Call, Phased> unpack(wire::reader& reader) { return {call_codec<Call>::unpack(reader)}; }
};

/// Unpacks a call that a worker is about to run.
template <class Call>
Call unpack_timed(wire::reader& reader) {
  packing_section const timed;
  return call_codec<Call>::unpack(reader);
}

template <class Call>
inline constexpr bool call_serializable = call_codec<Call>::serializable;

/// A received task that is still bytes: its decoding runs user code, which only a worker may do.
using packed_bytes = wire::writer;

/// The bytes that remain, on the heap.
base::owner<packed_bytes> copy_rest(wire::reader& reader);

template <class Call>
void any_task(sched::slot* task, sched::task_op op);
template <class Call>
void unpack_later(wire::reader& reader, sched::slot& task);

/// The task function of a call that is still bytes.
template <class Call>
void packed_task(sched::slot* task, sched::task_op op) {
  packed_bytes* const bytes = *reinterpret_cast<packed_bytes**>(task->buffer);
  if (op == sched::task_op::pack && reinterpret_cast<packing*>(task->scope)->only_asking) return;
  base::owner<packed_bytes> const box(bytes);
  if (op == sched::task_op::destroy) {
    wire::reader reader(box->view());
    try {
      // destructors of its arguments must run: a promise, for example, reports that it is broken
      [[maybe_unused]] Call const unstarted = call_codec<Call>::unpack(reader);
    } catch (...) {  // a call that cannot be decoded only answers to its future
      if constexpr (requires(std::span<std::byte const> view) { Call::drop(view); }) Call::drop(box->view());
    }
    return;
  }
  if (op == sched::task_op::pack) {
    auto& packed = *reinterpret_cast<packing*>(task->scope);
    packed.unpack = &unpack_later<Call>;
    packed.message.raw(box->view().data(), box->size());
    return;
  }
  wire::reader reader(box->view());
  if constexpr (requires { Call::run_packed(reader); }) {
    Call::run_packed(reader);
  } else {
    Call call = unpack_timed<Call>(reader);
    call();
  }
}

/// Makes a task of bytes, which a worker will decode into a call.
template <class Call>
void unpack_later(wire::reader& reader, sched::slot& task) {
  task.fn = &packed_task<Call>;
  *reinterpret_cast<packed_bytes**>(task.buffer) = copy_rest(reader).release();
}

template <class Call>
void unpack_call(wire::reader& reader, sched::slot& task) {
  if constexpr (call_codec<Call>::trivially_serializable) {
    sched::emplace_closure(sched::self(), &task, call_codec<Call>::unpack(reader));
    task.fn = &any_task<Call>;
  } else {
    unpack_later<Call>(reader, task);
  }
}

/// Called when the packed call is complete: what the call owned belongs to the message.
template <class Call>
void hand_over(Call const& call) noexcept {
  if constexpr (requires { call_codec<Call>::handed_over(call); }) call_codec<Call>::handed_over(call);
}

/// Packs a call that leaves. If it cannot be packed, its future gets the exception.
template <class Call>
void pack_leaving(packing& packed, Call& call) {
  if constexpr (requires { call.fail(std::exception_ptr()); }) {
    try {
      call_codec<Call>::pack(packed, call);
    } catch (...) {
      call.fail(std::current_exception());
      packed.answered = true;
      throw;
    }
  } else {
    call_codec<Call>::pack(packed, call);
  }
  hand_over(call);
}

/// The task function of a closure that may leave: like closure_task, but it also handles
/// task_op::pack.
template <class Call>
void any_task(sched::slot* task, sched::task_op op) {
  if (SKUA_LIKELY(op != sched::task_op::pack)) return sched::closure_task<Call>(task, op);
  auto& packed = *reinterpret_cast<packing*>(task->scope);
  if (packed.only_asking) {
    packed.trivially_serializable = call_codec<Call>::trivially_serializable;
    return;
  }
  packed.unpack = &unpack_call<Call>;
  struct end_of_closure {
    sched::slot* task;
    ~end_of_closure() { sched::closure_task<Call>(task, sched::task_op::destroy); }
  } const guard{task};
  if constexpr (sched::fits_in_slot<Call>) {
    pack_leaving(packed, *std::launder(reinterpret_cast<Call*>(task->buffer)));
  } else {
    pack_leaving(packed, **reinterpret_cast<Call**>(task->buffer));
  }
}

}  // namespace skua::remote

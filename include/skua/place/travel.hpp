// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a task becomes bytes and a task again: its function, its arguments, the words around them.
//
// A function that is trivially copyable travels as it is, arguments go through the wire layer. A
// task of slot_any stays a closure in its slot while it is at home; only task_op::pack turns it
// into bytes. What need not run user code to be decoded becomes a closure in a slot again on
// arrival, anything else stays bytes until a worker runs it.
#pragma once

#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/sched/push.hpp>
#include <skua/sched/start_task.hpp>
#include <skua/wire/function_name.hpp>
#include <skua/wire/wire.hpp>

namespace skua::remote {

/// Makes a slot's function and buffer from bytes.
using unpack_fn = void (*)(wire::reader&, sched::slot&);

/// What slot::scope points to while a task packs itself.
struct packing {
  wire::writer& out;
  unpack_fn unpack = nullptr;  // how the other place makes it a task again
  std::uint64_t call = 0;      // the future's record that waits for its result, 0: none
  bool answered = false;       // it could not be packed, and whoever awaits its result has been told why
  bool only_asking = false;    // nothing is to be packed: is `plain` true?
  bool plain = true;           // packing runs no code of the user's
  sched::place_front* at = nullptr;
};

/// Throws if a closure's bytes hold an address of this process (a stack of `at` or of this thread,
/// a function, a static object).
void require_values_only(sched::place_front* at, void const* bytes, std::size_t n);
/// A text that lives as long as the process, equal ones once.
char const* keep_text(wire::reader& from);
void pack_text(wire::writer& to, char const* text);

/// How a call travels; specialised for what the library puts around the user's function.
template <class Call>
struct call_codec {
  static constexpr bool is_function = std::is_pointer_v<Call> && std::is_function_v<std::remove_pointer_t<Call>>;
  static constexpr bool travels = is_function || std::is_trivially_copyable_v<Call>;
  static constexpr bool plain = true;  // no code of the user's runs to pack or to unpack it

  static void pack(packing& k, Call const& f) {
    static_assert(
        travels,
        "skua: the function of a task that may leave its place holds something that is not trivially copyable: pass "
        "that as an argument of the task, behind the function");
    if constexpr (is_function) {
      k.out.put(wire::name_of_function(reinterpret_cast<void (*)()>(f)));
    } else if constexpr (!(std::is_empty_v<Call> && std::is_default_constructible_v<Call>)) {
      alignas(Call) std::byte raw[sizeof(Call)];
      std::memcpy(raw, std::addressof(f), sizeof(Call));
#if __has_builtin(__builtin_clear_padding)
      __builtin_clear_padding(reinterpret_cast<Call*>(raw));  // what happens to lie there may look like a pointer
      constexpr bool checkable = true;
#else
      // others may have padding, never cleared
      constexpr bool checkable = std::has_unique_object_representations_v<Call>;
#endif
      if constexpr (checkable) require_values_only(k.at, raw, sizeof(Call));
      k.out.raw(raw, sizeof(Call));
    }
  }
  static Call unpack(wire::reader& in) {
    if constexpr (is_function) {
      return reinterpret_cast<Call>(wire::function_named(in.get<std::uint64_t>()));
    } else if constexpr (std::is_empty_v<Call> && std::is_default_constructible_v<Call>) {
      return Call();
    } else {
      alignas(Call) std::byte raw[sizeof(Call)];  // the copied bytes begin the object's life: it is trivially copyable
      in.raw(raw, sizeof(Call));
      return *std::launder(reinterpret_cast<Call*>(raw));
    }
  }
};

template <class F, class... Args>
struct call_codec<sched::bound_call<F, Args...>> {
  static constexpr bool travels = call_codec<F>::travels && (wire::travels<Args> && ...);
  static constexpr bool plain = (wire::plain<Args> && ...);

  static void pack(packing& k, sched::bound_call<F, Args...> const& c) {
    (wire::require_travels<Args>(), ...);
    call_codec<F>::pack(k, c.f);
    std::apply([&](Args const&... a) { (wire::encode(k.out, a), ...); }, c.args);
  }
  static sched::bound_call<F, Args...> unpack(wire::reader& in) {
    F f = call_codec<F>::unpack(in);
    return {std::move(f), std::tuple<Args...>{wire::decode<Args>(in)...}};
  }
};

template <class Call>
struct call_codec<sched::named_call<Call>> {
  static constexpr bool travels = call_codec<Call>::travels;
  static constexpr bool plain = call_codec<Call>::plain;
  static void pack(packing& k, sched::named_call<Call> const& c) {
    pack_text(k.out, c.name);
    call_codec<Call>::pack(k, c.call);
  }
  static sched::named_call<Call> unpack(wire::reader& in) {
    char const* const name = keep_text(in);
    return {call_codec<Call>::unpack(in), name};
  }
};

template <class Call>
struct call_codec<sched::shielded_call<Call>> {
  static constexpr bool travels = call_codec<Call>::travels;
  static constexpr bool plain = call_codec<Call>::plain;
  static void pack(packing& k, sched::shielded_call<Call> const& c) { call_codec<Call>::pack(k, c.call); }
  static sched::shielded_call<Call> unpack(wire::reader& in) { return {call_codec<Call>::unpack(in)}; }
};

template <class Call>
struct call_codec<sched::coroutine_call<Call>> {
  static constexpr bool travels = call_codec<Call>::travels;
  static constexpr bool plain = call_codec<Call>::plain;
  static void pack(packing& k, sched::coroutine_call<Call> const& c) { call_codec<Call>::pack(k, c.call); }
  static sched::coroutine_call<Call> unpack(wire::reader& in) { return {call_codec<Call>::unpack(in)}; }
};

template <class Call>
inline constexpr bool call_travels = call_codec<Call>::travels;

/// A travelled task that is still bytes: its call needs user code to be decoded, which is for a
/// worker.
using packed_bytes = wire::writer;

template <class Call>
void any_task(sched::slot* h, sched::task_op op);
template <class Call>
void unpack_later(wire::reader& in, sched::slot& s);

/// The task function of a call that is still bytes.
template <class Call>
void packed_task(sched::slot* h, sched::task_op op) {
  packed_bytes* const held = *reinterpret_cast<packed_bytes**>(h->buffer);
  if (op == sched::task_op::pack && reinterpret_cast<packing*>(h->scope)->only_asking) return;
  std::unique_ptr<packed_bytes> const box(held);
  if (op == sched::task_op::destroy) {
    wire::reader in(box->view());
    try {
      // its arguments may owe somebody something: promises, answers
      [[maybe_unused]] Call const unstarted = call_codec<Call>::unpack(in);
    } catch (...) {  // what cannot be read owes nothing, but for the answer
      if constexpr (requires(std::span<std::byte const> bytes) { Call::drop(bytes); }) Call::drop(box->view());
    }
    return;
  }
  if (op == sched::task_op::pack) {
    auto& k = *reinterpret_cast<packing*>(h->scope);
    k.unpack = &unpack_later<Call>;
    k.out.raw(box->view().data(), box->size());
    return;
  }
  wire::reader in(box->view());
  if constexpr (requires { Call::run_packed(in); }) {
    Call::run_packed(in);
  } else {
    Call call = call_codec<Call>::unpack(in);
    call();
  }
}

/// Makes a task of bytes that a worker will turn into a call.
template <class Call>
void unpack_later(wire::reader& in, sched::slot& s) {
  s.fn = &packed_task<Call>;
  auto made = std::make_unique<packed_bytes>();
  std::span<std::byte const> const bytes = in.take(in.left());
  made->raw(bytes.data(), bytes.size());
  *reinterpret_cast<packed_bytes**>(s.buffer) = made.release();
}

template <class Call>
void unpack_call(wire::reader& in, sched::slot& s) {
  if constexpr (call_codec<Call>::plain) {
    sched::emplace_closure(sched::self(), &s, call_codec<Call>::unpack(in));
    s.fn = &any_task<Call>;
  } else {
    unpack_later<Call>(in, s);
  }
}

/// Packs a call that goes. One that cannot be packed tells whoever awaits its result.
template <class Call>
void pack_leaving(packing& k, Call& call) {
  if constexpr (requires { call.fail(std::exception_ptr()); }) {
    try {
      call_codec<Call>::pack(k, call);
    } catch (...) {
      call.fail(std::current_exception());
      k.answered = true;
      throw;
    }
  } else {
    call_codec<Call>::pack(k, call);
  }
}

/// The task function of a closure that may leave: as closure_task, and it knows how to pack itself.
template <class Call>
void any_task(sched::slot* h, sched::task_op op) {
  if (SKUA_LIKELY(op != sched::task_op::pack)) return sched::closure_task<Call>(h, op);
  auto& k = *reinterpret_cast<packing*>(h->scope);
  if (k.only_asking) {
    k.plain = call_codec<Call>::plain;
    return;
  }
  k.unpack = &unpack_call<Call>;
  struct end_of_closure {
    sched::slot* h;
    ~end_of_closure() { sched::closure_task<Call>(h, sched::task_op::destroy); }
  } const gone{h};
  if constexpr (sched::fits_in_slot<Call>) {
    pack_leaving(k, *std::launder(reinterpret_cast<Call*>(h->buffer)));
  } else {
    pack_leaving(k, **reinterpret_cast<Call**>(h->buffer));
  }
}

}  // namespace skua::remote

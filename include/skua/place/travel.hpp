// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a task becomes bytes and a task again: its function, its arguments, the words around them.
//
// A function that is trivially copyable travels as it is, arguments go through the wire layer. A task of slot_any stays a
// closure in its slot while it is at home; only task_op::pack turns it into bytes. What need not run user code to be decoded
// becomes a closure in a slot again on arrival, anything else stays bytes until a worker runs it.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/sched/push.hpp>
#include <skua/sched/start_task.hpp>
#include <skua/wire/wire.hpp>
#include <skua/wire/function_name.hpp>

namespace skua::remote {

/// Makes a slot's function and buffer from bytes.
using unpack_fn = void (*)(wire::reader&, sched::slot&);

/// What slot::scope points to while a task packs itself.
struct packing {
  wire::writer& out;
  unpack_fn unpack = nullptr;          // how the other place makes it a task again
  std::uint64_t call = 0;              // the future's record that waits for its result, 0: none
  sched::future_state* held = nullptr;  // that future's state
  bool suspect = false;                // the function holds a word that names something of this process
  sched::place_front* at = nullptr;
};

/// Whether a closure's bytes hold an address of this process (a stack, a function, a static object).
[[nodiscard]] bool names_this_process(void const* bytes, std::size_t n) noexcept;
/// A text that lives as long as the process, equal ones once.
char const* keep_text(wire::reader& from);
void pack_text(wire::writer& to, char const* text);

/// How a call travels; specialised for what the library puts around the user's function.
template <class Call>
struct call_codec {
  static constexpr bool is_function = std::is_pointer_v<Call> && std::is_function_v<std::remove_pointer_t<Call>>;
  static constexpr bool travels = is_function || std::is_trivially_copyable_v<Call>;
  static constexpr bool plain = true;

  static void pack(packing& k, Call const& f) {
    static_assert(travels,
                  "skua: the function of a task that may leave its place holds something that is not trivially copyable: pass "
                  "that as an argument of the task, behind the function");
    if constexpr (is_function) {
      k.out.put(wire::name_of_function(reinterpret_cast<void (*)()>(f)));
    } else if constexpr (!(std::is_empty_v<Call> && std::is_default_constructible_v<Call>)) {
      k.suspect = k.suspect || names_this_process(std::addressof(f), sizeof(Call));
      k.out.raw(std::addressof(f), sizeof(Call));
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
  static constexpr bool plain = std::is_trivially_copyable_v<std::tuple<F, Args...>> || (std::is_trivially_copyable_v<Args> && ...);

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

/// A travelled task that is still bytes: its call needs user code to be decoded, which is for a worker.
struct packed_bytes {
  std::unique_ptr<std::byte[]> bytes;
  std::size_t size = 0;
};

template <class Call>
void any_task(sched::slot* h, sched::task_op op);

/// The task function of a call that is still bytes.
template <class Call>
void packed_task(sched::slot* h, sched::task_op op) {
  std::unique_ptr<packed_bytes> const box(*reinterpret_cast<packed_bytes**>(h->buffer));
  if (op == sched::task_op::destroy) {
    if constexpr (requires { Call::dropped; }) {  // it owes somebody an answer
      wire::reader in({box->bytes.get(), box->size});
      Call const unstarted = call_codec<Call>::unpack(in);
    }
    return;
  }
  if (op == sched::task_op::pack) {
    auto& k = *reinterpret_cast<packing*>(h->scope);
    k.unpack = [](wire::reader& in, sched::slot& s) {
      s.fn = &packed_task<Call>;
      auto made = std::make_unique<packed_bytes>();
      made->size = in.left();
      made->bytes = std::make_unique<std::byte[]>(made->size);
      in.raw(made->bytes.get(), made->size);
      *reinterpret_cast<packed_bytes**>(s.buffer) = made.release();
    };
    k.out.raw(box->bytes.get(), box->size);
    return;
  }
  wire::reader in({box->bytes.get(), box->size});
  Call call = call_codec<Call>::unpack(in);
  call();
}

template <class Call>
void unpack_call(wire::reader& in, sched::slot& s) {
  if constexpr (call_codec<Call>::plain) {
    sched::emplace_closure(sched::self(), &s, call_codec<Call>::unpack(in));
    s.fn = &any_task<Call>;
  } else {
    s.fn = &packed_task<Call>;
    auto made = std::make_unique<packed_bytes>();
    made->size = in.left();
    made->bytes = std::make_unique<std::byte[]>(made->size);
    in.raw(made->bytes.get(), made->size);
    *reinterpret_cast<packed_bytes**>(s.buffer) = made.release();
  }
}

/// The task function of a closure that may leave: as closure_task, and it knows how to pack itself.
template <class Call>
void any_task(sched::slot* h, sched::task_op op) {
  if (SKUA_LIKELY(op != sched::task_op::pack)) return sched::closure_task<Call>(h, op);
  auto& k = *reinterpret_cast<packing*>(h->scope);
  k.unpack = &unpack_call<Call>;
  struct end_of_closure {
    sched::slot* h;
    ~end_of_closure() { sched::closure_task<Call>(h, sched::task_op::destroy); }
  } const gone{h};
  if constexpr (sched::fits_in_slot<Call>) {
    call_codec<Call>::pack(k, *std::launder(reinterpret_cast<Call*>(h->buffer)));
  } else {
    call_codec<Call>::pack(k, **reinterpret_cast<Call**>(h->buffer));
  }
}

}  // namespace skua::remote

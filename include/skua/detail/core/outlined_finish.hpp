// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finish as a call of a function, for bodies that take long: a scope inline is some hundred
// instructions, and as many templates to compile.
#pragma once

#include <memory>
#include <type_traits>

#include <skua/finish.hpp>

namespace skua::sched {

/// finish([&] { body(context); }).
finish_result finish_outlined(void (*body)(void*), void* context);

template <class Body>
finish_result finish_outlined(Body&& body) {
  using body_type = std::remove_reference_t<Body>;
  return finish_outlined([](void* function) { (*static_cast<body_type*>(function))(); }, std::addressof(body));
}

}  // namespace skua::sched

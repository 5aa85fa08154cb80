// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text that the library prints for an exception; it does not depend on the place that threw it.
#pragma once

#include <exception>
#include <string>

namespace skua::wire {

/// what() for types of this library and of the standard library. For other types it adds the type,
/// and the place if it is another one: "no such thing (type my_error, thrown at place 1)", "an
/// exception of type int". `exception` is not null.
[[nodiscard]] std::string exception_text(std::exception_ptr const& exception);

/// The type of the exception that is being handled, as it is written in C++; for exceptions without
/// what().
[[nodiscard]] std::string current_exception_type();
/// what(), or a sentence with the exception's type if a class of the user returns null there.
[[nodiscard]] std::string text_of(std::exception const& failure);
/// The text for an exception without what().
[[nodiscard]] std::string text_of_type(std::string const& type_name);

}  // namespace skua::wire

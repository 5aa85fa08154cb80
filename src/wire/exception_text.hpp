// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the library says about an exception, the same text wherever it was thrown.
#pragma once

#include <exception>
#include <string>

namespace skua::wire {

/// what() of the library's and the standard's types. Other types are named, with the place if it is
/// another one: "no such thing (type my_error, thrown at place 1)", "an exception of type int". `e`
/// is not null.
[[nodiscard]] std::string exception_text(std::exception_ptr const& e);

/// Of the exception that is being handled and has no what(): its type as it is written in C++.
[[nodiscard]] std::string current_exception_type();
/// The text of such an exception.
[[nodiscard]] std::string text_of_type(std::string const& type_name);

}  // namespace skua::wire

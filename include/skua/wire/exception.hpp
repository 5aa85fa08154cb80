// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions to bytes and back. Types of the standard library and of this one arrive as themselves,
// others as remote_error_of.
#pragma once

#include <exception>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

namespace skua::wire {

/// Appends an exception (or a null pointer). `here` is the place that remote_error::place() will
/// name; an exception that came from elsewhere keeps the place it came from.
void encode_exception(writer& w, std::exception_ptr const& e, int here = -1);

/// The next exception. Throws malformed for bytes that are not the encoding of one.
[[nodiscard]] std::exception_ptr decode_exception(reader& r);

}  // namespace skua::wire

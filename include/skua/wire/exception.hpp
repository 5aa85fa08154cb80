// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions to bytes and back. Exceptions of the standard library's types and of this library's
// arrive with their own type, others as remote_error_of.
#pragma once

#include <exception>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

namespace skua::wire {

/// Appends an exception (or a null pointer). `place` is the one that remote_error::place() will
/// return; an exception that came from another place keeps that one.
void encode_exception(writer& writer, std::exception_ptr const& exception, int place = -1);

/// The next exception. Throws malformed for bytes that are not the encoding of one.
[[nodiscard]] std::exception_ptr decode_exception(reader& reader);

}  // namespace skua::wire

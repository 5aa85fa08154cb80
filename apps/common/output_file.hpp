// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a command writes: files, and standard output.

#pragma once

#include <string>
#include <string_view>

namespace apps {

/// Throws input_error if the file can hardly be replaced: before the work whose result it gets.
/// Makes no file. A device or a FIFO is refused.
void try_replacing(std::string const& file);

/// Like try_replacing, for a file that may only replace another of its kind, whose content begins
/// with `beginning`: the user may have named some other file by mistake. A device or a FIFO has no
/// content, and is written to.
void try_replacing_own(std::string const& option, std::string const& file, std::string const& content,
                       std::string_view beginning);

/// Writes to a file of a fresh name beside it first, so that a failure leaves what was there. A
/// device or a FIFO with a reader is written to. Throws input_error ("FILE: cannot be written:
/// REASON").
void write_output(std::string const& file, std::string const& text);

/// Prints it at once. The program says so and exits with code 2 if standard output cannot be
/// written.
void print_output(std::string const& text);
/// errno of the first print_output that failed, else 0.
int print_failure() noexcept;

}  // namespace apps

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a command writes: files, such as a page of a report, and standard output.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apps {

/// Throws input_error if the output is one of the inputs, by whatever name: "OPTION: expected a
/// file other than the CONTENT OUTPUT".
void expect_other_file(std::string const& option, std::string const& output, std::string const& content,
                       std::vector<std::string> const& inputs);

/// Throws input_error if the file can hardly be written: before the work whose result it gets.
/// Makes no file.
void try_output(std::string const& file);

/// Like try_output, for a file that is only replaced: a device or a FIFO is also refused.
void try_replacing(std::string const& file);

/// try_output of a file that replaces one of its kind only, whose content begins so: another file
/// may have been named by mistake. A device or a FIFO has no content.
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

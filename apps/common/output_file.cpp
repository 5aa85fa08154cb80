// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <skua/error.hpp>
#include <span>
#include <system_error>

#include "error.hpp"
#include "system/files.hpp"
#include "system/unique_fd.hpp"

namespace apps {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string const& file, int reason) {
  throw input_error(file + ": cannot be written: " +
                    (reason == ENXIO ? "it is a FIFO or socket without a reader" : std::strerror(reason)));
}

/// A device or a FIFO has no content to replace.
bool is_replaced(std::string const& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) throw input_error(file + ": cannot be written: it is a directory");
  return !fs::exists(file, error) || fs::is_regular_file(file, error);
}

void try_output(std::string const& file) {
  fs::path const folder = fs::path(file).parent_path();
  std::string const written = !is_replaced(file) ? file : folder.empty() ? "." : folder.string();
  if (::access(written.c_str(), W_OK) != 0) fail(file, errno);
}

int first_failure = 0;

}  // namespace

void print_output(std::string const& text) {
  bool const is_written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  if (!is_written && first_failure == 0) first_failure = errno;
}

int print_failure() noexcept { return first_failure; }

void try_replacing(std::string const& file) {
  if (!is_replaced(file)) throw input_error(file + ": cannot be written: it is not a regular file");
  try_output(file);
}

void try_replacing_own(std::string const& option, std::string const& file, std::string const& content,
                       std::string_view beginning) {
  auto const old = skua::system::open_regular_file(file);
  if (old && !skua::system::begins_with(old.get(), beginning))
    throw input_error(option + ": " + file + ": expected a new file or " + content + ", found another file");
  try_output(file);
}

void write_output(std::string const& file, std::string const& text) {
  auto const content = std::as_bytes(std::span(text));
  if (is_replaced(file)) {
    try {
      return skua::system::replace_file(file, content);
    } catch (skua::error const& e) {
      throw input_error(e.what());
    }
  }
  // A FIFO without a reader must not block; a slow reader then makes the writer wait.
  skua::system::unique_fd out(::open(file.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!out) fail(file, errno);
  static_cast<void>(::fcntl(out.get(), F_SETFL, ::fcntl(out.get(), F_GETFL) & ~O_NONBLOCK));
  if (!skua::system::write_all(out.get(), content) || !out.close()) fail(file, errno);
}

}  // namespace apps

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include "error.hpp"

namespace apps {
namespace {

namespace fs = std::filesystem;

constexpr int write_flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;  // a FIFO without a reader must not block

[[noreturn]] void fail(std::string const& file, int reason) {
  throw input_error(file + ": cannot be written: " +
                    (reason == ENXIO ? "it is a FIFO or socket without a reader" : std::strerror(reason)));
}

/// A file that is open until the end of its scope.
class open_file {
 public:
  open_file(std::string const& file, int flags) : descriptor_(::open(file.c_str(), flags, 0666)) {}
  ~open_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  open_file(open_file const&) = delete;
  open_file& operator=(open_file const&) = delete;

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  /// Writes all of it and closes the file. False: errno says why.
  bool write(std::string_view text) noexcept {
    // a slow reader of a FIFO makes the writer wait
    static_cast<void>(::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK));
    while (!text.empty()) {
      ssize_t const n = ::write(descriptor_, text.data(), text.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return ::close(std::exchange(descriptor_, -1)) == 0;
  }

 private:
  int descriptor_;
};

/// A device or a FIFO has no content to replace.
bool is_replaced(std::string const& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) throw input_error(file + ": cannot be written: it is a directory");
  return !fs::exists(file, error) || fs::is_regular_file(file, error);
}

/// A name in the same folder that other users cannot guess, short enough to be valid.
std::string fresh_name(std::string const& file) {
  std::random_device random;
  char end[32];
  std::snprintf(end, sizeof end, ".%08x%08x.new", random(), random());
  constexpr std::size_t max_kept = 200;
  fs::path const path(file);
  return (path.parent_path() / (path.filename().string().substr(0, max_kept) + end)).string();
}

/// Makes a new file beside the other one, and calls write(name, file).
template <typename Write>
void with_fresh_file(std::string const& file, Write const& write) {
  constexpr int max_tries = 100;
  for (int tries = 0;; ++tries) {
    std::string const name = fresh_name(file);
    open_file out(name, write_flags | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (!out.is_open() && errno == EEXIST && tries < max_tries) continue;
    if (!out.is_open()) fail(file, errno);
    return write(name, out);
  }
}

int first_failure = 0;

}  // namespace

void print_output(std::string const& text) {
  bool const is_written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  if (!is_written && first_failure == 0) first_failure = errno;
}

int print_failure() noexcept { return first_failure; }

void expect_other_file(std::string const& option, std::string const& output, std::string const& content,
                       std::vector<std::string> const& inputs) {
  for (auto const& input : inputs) {
    std::error_code error;
    if (input == output || fs::equivalent(input, output, error))
      throw input_error(option + ": expected another file than the " + content + " " + output);
  }
}

void try_output(std::string const& file) {
  if (!is_replaced(file)) {
    if (::access(file.c_str(), W_OK) != 0) fail(file, errno);
    return;
  }
  with_fresh_file(file, [](std::string const& name, open_file&) { ::unlink(name.c_str()); });
}

void write_output(std::string const& file, std::string const& text) {
  if (!is_replaced(file)) {
    open_file out(file, write_flags);
    if (!out.is_open() || !out.write(text)) fail(file, errno);
    return;
  }
  with_fresh_file(file, [&](std::string const& name, open_file& out) {
    if (out.write(text) && std::rename(name.c_str(), file.c_str()) == 0) return;
    int const reason = errno;
    ::unlink(name.c_str());
    fail(file, reason);
  });
}

}  // namespace apps

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "channel.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "failure.hpp"
#include "system/standard_streams.hpp"

namespace launch {
namespace {

void never_block(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

}  // namespace

unique_fd duplicate(unique_fd const& fd) {
  unique_fd copy(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
  if (!copy) throw failure(exit_code::launcher_failed, std::string("cannot duplicate a file: ") + std::strerror(errno));
  return copy;
}

channel open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw failure(exit_code::launcher_failed, std::string("cannot create a pipe: ") + std::strerror(errno) +
                                                  (errno == EMFILE ? " (each place needs three, see ulimit -n)" : ""));
  channel channel{unique_fd(ends[0]), unique_fd(ends[1]), false};
  never_block(channel.reader.get());
  return channel;
}

channel open_terminal(int model) {
  channel channel{unique_fd(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)), unique_fd(), true};
  char name[64];
  if (!channel.reader || ::grantpt(channel.reader.get()) != 0 || ::unlockpt(channel.reader.get()) != 0 ||
      ::ptsname_r(channel.reader.get(), name, sizeof name) != 0)
    return open_pipe();
  channel.writer = unique_fd(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  termios mode{};
  if (!channel.writer || ::tcgetattr(channel.writer.get(), &mode) != 0) return open_pipe();
  ::cfmakeraw(&mode);  // the real terminal processes the output
  ::tcsetattr(channel.writer.get(), TCSANOW, &mode);
  copy_size(model, channel.reader.get());
  never_block(channel.reader.get());
  return channel;
}

void copy_size(int from, int to) noexcept {
  winsize size{};
  if (::ioctl(from, TIOCGWINSZ, &size) == 0) ::ioctl(to, TIOCSWINSZ, &size);
}

void fill_standard_streams() {
  if (!skua::system::reserve_descriptor(STDOUT_FILENO)) throw failure(exit_code::launcher_failed, "cannot open /");
  for (auto const& [number, access] : {std::pair(STDIN_FILENO, O_RDONLY), {STDERR_FILENO, O_WRONLY}}) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    // open returns the lowest free descriptor
    if (::open("/dev/null", access) != number) throw failure(exit_code::launcher_failed, "cannot open /dev/null");
  }
}

}  // namespace launch

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

#include "failure.hpp"

namespace launch {
namespace {

void never_block(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

}  // namespace

owned_fd& owned_fd::operator=(owned_fd&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = other.fd_;
    other.fd_ = -1;
  }
  return *this;
}

owned_fd::~owned_fd() { close(); }

void owned_fd::close() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

owned_fd owned_fd::copy() const {
  owned_fd duplicate(::fcntl(fd_, F_DUPFD_CLOEXEC, 0));
  if (!duplicate.open())
    throw failure(exit_code::launcher_failed, std::string("cannot duplicate a file: ") + std::strerror(errno));
  return duplicate;
}

channel open_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw failure(exit_code::launcher_failed, std::string("cannot create a pipe: ") + std::strerror(errno) +
                                                  (errno == EMFILE ? " (each place needs three, see ulimit -n)" : ""));
  channel c{owned_fd(ends[0]), owned_fd(ends[1]), false};
  never_block(c.reader.get());
  return c;
}

channel open_terminal(int model) {
  channel c{owned_fd(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)), owned_fd(), true};
  char name[64];
  if (!c.reader.open() || ::grantpt(c.reader.get()) != 0 || ::unlockpt(c.reader.get()) != 0 ||
      ::ptsname_r(c.reader.get(), name, sizeof name) != 0)
    return open_pipe();
  c.writer = owned_fd(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  termios mode{};
  if (!c.writer.open() || ::tcgetattr(c.writer.get(), &mode) != 0) return open_pipe();
  ::cfmakeraw(&mode);  // the real terminal processes the output
  ::tcsetattr(c.writer.get(), TCSANOW, &mode);
  copy_size(model, c.reader.get());
  never_block(c.reader.get());
  return c;
}

void copy_size(int from, int to) noexcept {
  winsize size{};
  if (::ioctl(from, TIOCGWINSZ, &size) == 0) ::ioctl(to, TIOCSWINSZ, &size);
}

void fill_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    // open returns the lowest free descriptor
    if (::open("/dev/null", O_RDWR) != fd) throw failure(exit_code::launcher_failed, "cannot open /dev/null");
  }
}

}  // namespace launch

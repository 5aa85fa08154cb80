// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/terminal_screen.hpp"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <chrono>
#include <string_view>

#include "base/environment.hpp"

namespace skua::observe {
namespace {

bool write_all(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    ssize_t const n = ::write(fd, text.data(), text.size());
    if (n > 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, 1000);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

screen_size size_of_terminal(int fd) noexcept {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

bool terminal_has_control(int fd) noexcept {
  char const* const terminal = base::variable("TERM");
  return ::isatty(fd) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

bool terminal_shows_utf8() noexcept {
  for (char const* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (char const* const locale = base::variable(name)) {
      std::string_view const text = locale;
      return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos;
    }
  }
  return false;
}

bool terminal_shows_colour() noexcept { return base::variable("NO_COLOR") == nullptr; }

terminal_screen::terminal_screen(int input, int output) : input_(input), output_(output) {
  sigset_t events;
  ::sigemptyset(&events);
  for (int const number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGPIPE}) ::sigaddset(&events, number);
  ::pthread_sigmask(SIG_BLOCK, &events, &mask_before_);
  signals_ = system::unique_fd(::signalfd(-1, &events, SFD_CLOEXEC | SFD_NONBLOCK));
  has_keys_ = ::isatty(input_) != 0 && ::tcgetattr(input_, &before_) == 0;
  enter();
}

terminal_screen::~terminal_screen() {
  leave();
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void terminal_screen::enter() {
  if (has_keys_) {
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // Ctrl-C and Ctrl-Z still are signals
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    ::tcsetattr(input_, TCSADRAIN, &keys);
  }
  (void)write_all(output_, "\x1b[?1049h\x1b[?25l\x1b[2J");
}

void terminal_screen::leave() noexcept {
  (void)write_all(output_, "\x1b[?25h\x1b[?1049l");
  if (has_keys_) ::tcsetattr(input_, TCSADRAIN, &before_);
}

bool terminal_screen::draw(std::vector<std::string> const& lines) {
  std::string text = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\r\n") + lines[i] + "\x1b[K";
  return write_all(output_, text + "\x1b[J");
}

terminal_screen::event terminal_screen::wait(int milliseconds) {
  using what = event::what;
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    auto const time_left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    if (time_left <= 0) return {};
    pollfd fds[2] = {{signals_.get(), POLLIN, 0}, {has_keys_ ? input_ : -1, POLLIN, 0}};
    if (::poll(fds, 2, static_cast<int>(time_left)) < 0) continue;
    signalfd_siginfo info{};
    if (fds[0].revents != 0 && ::read(signals_.get(), &info, sizeof info) == sizeof info) {
      auto const number = static_cast<int>(info.ssi_signo);
      if (number == SIGWINCH) return {what::resized, 0, 0};
      if (number != SIGTSTP) return {what::ended, 0, number};
      leave();
      ::raise(SIGSTOP);  // until SIGCONT
      enter();
      return {what::resized, 0, 0};
    }
    if (fds[1].revents != 0) {
      char key = 0;
      ssize_t const n = ::read(input_, &key, 1);
      if (n == 1) return {what::key, key, 0};
      if (n == 0 || (errno != EINTR && errno != EAGAIN)) return {what::ended, 0, 0};
    }
  }
}

}  // namespace skua::observe

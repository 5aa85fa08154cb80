// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "destination.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

#include "observe/progress_text.hpp"
#include "observe/terminal_screen.hpp"

namespace launch {
namespace {

/// Opens the terminal again for writes that do not block. The flag must not be set for `fd` itself,
/// which other processes share. Returns nothing if it cannot be opened: then a slow terminal stops
/// this process.
skua::system::unique_fd open_again(int fd) {
  std::string const path = "/proc/self/fd/" + std::to_string(fd);
  return skua::system::unique_fd(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
}

/// The end of a progress line of the library, which leaves the cursor at the beginning.
constexpr std::string_view drawn_end = "\x1b[K\r";

/// Erases such a line before text that another part of its place writes over it. The place draws
/// it again. `before` is what the text follows.
std::string with_whole_lines(std::string_view before, std::string_view text) {
  std::string whole;
  bool is_over_line = before.ends_with(drawn_end);
  while (!text.empty()) {
    if (is_over_line && text.front() != '\r') whole += "\x1b[K";
    std::size_t const line_end = text.find(drawn_end);
    is_over_line = line_end != text.npos;
    std::string_view const part = text.substr(0, is_over_line ? line_end + drawn_end.size() : text.npos);
    whole += part;
    text.remove_prefix(part.size());
  }
  return whole;
}

}  // namespace

destination::destination(int fd)
    : fd_(fd), terminal_(::isatty(fd) != 0), erases_(skua::observe::terminal_has_control(fd)) {
  if (terminal_) own_ = open_again(fd);
}

/// Whether the unfinished line occupies one row of the terminal and belongs to a live writer, which
/// expects a terminal.
bool destination::erasable() const noexcept {
  if (!erases_ || !live_) return false;
  winsize size{};
  std::size_t const columns = ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
  return skua::observe::columns_of(drawn_) < columns;
}

void destination::remember(int writer, std::string_view text, bool live) {
  if (auto const end = text.rfind('\n'); end != text.npos) {
    drawn_.clear();
    text.remove_prefix(end + 1);
    unfinished_ = false;
  } else if (writer != writer_ || !unfinished_) {
    drawn_.clear();
  }
  writer_ = writer;
  live_ = live && drawn_.size() + text.size() < 4096;
  unfinished_ = unfinished_ || !text.empty();
  if (!live_) return drawn_.clear();
  // A return at the end leaves the line as it is.
  if (auto const start = text.substr(0, text.size() - text.ends_with('\r')).rfind('\r'); start != text.npos) {
    drawn_.clear();
    text.remove_prefix(start + 1);
  }
  drawn_ += text;
}

void destination::erase_below() {
  if (below_drawn_ == 0) return;
  text_ += "\x1b[" + std::to_string(below_drawn_) + "A\r\x1b[J";
  if (unfinished_) text_ += drawn_;
  below_drawn_ = 0;
}

void destination::draw_below() {
  if (below_.empty() || (unfinished_ && !erasable())) return;
  if (unfinished_) text_ += '\n';
  for (std::string const& line : below_) text_ += line + "\n";
  below_drawn_ = below_.size() + (unfinished_ ? 1 : 0);
}

void destination::show_below(std::vector<std::string> lines) {
  if (broken_ || !terminal_) return;
  erase_below();
  below_ = std::move(lines);
  draw_below();
  flush();
}

void destination::put(int writer, std::string_view text, bool live) {
  if (broken_ || text.empty()) return;
  erase_below();
  std::string erased_line;
  int const owner = writer_;
  bool const interrupts_line = unfinished_ && writer != writer_;
  if (interrupts_line) {
    if (erasable()) {
      text_ += "\r\x1b[K";
      erased_line = drawn_;
    } else {
      text_ += '\n';
    }
    unfinished_ = false;
  }
  text_ += live && erases_ ? with_whole_lines(interrupts_line ? std::string() : drawn_, text) : std::string(text);
  remember(writer, text, live);
  if (interrupts_line && !unfinished_ && !erased_line.empty()) {
    text_ += erased_line;
    remember(owner, erased_line, true);
  }
  draw_below();
  flush();
}

void destination::flush() noexcept {
  while (waiting()) {
    pollfd ready{fd_, POLLOUT, 0};
    if (::poll(&ready, 1, 0) <= 0) break;
    // A pipe that is ready takes at least PIPE_BUF bytes, a terminal perhaps only one.
    ssize_t const n = ::write(own_ ? own_.get() : fd_, text_.data() + sent_bytes_,
                              std::min<std::size_t>(text_.size() - sent_bytes_, PIPE_BUF));
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
      if (own_) ::poll(nullptr, 0, 1);  // a terminal may be ready for one byte, but not for a line break
      break;
    }
    if (n < 0) {
      broken_ = true;
      // A terminal that was hung up answers EIO, a socket that the peer has closed ECONNRESET.
      bool const reader_closed = errno == EPIPE || errno == ECONNRESET || (terminal_ && errno == EIO);
      if (!reader_closed) write_error_ = errno;
      sent_bytes_ = text_.size();
      break;
    }
    sent_bytes_ += static_cast<std::size_t>(n);
  }
  if (!waiting()) {
    text_.clear();
    sent_bytes_ = 0;
  } else if (sent_bytes_ >= most_waiting) {
    text_.erase(0, sent_bytes_);
    sent_bytes_ = 0;
  }
}

}  // namespace launch

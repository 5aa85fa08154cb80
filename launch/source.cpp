// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source.hpp"

#include <unistd.h>

#include <cerrno>

namespace launch {

bool source::read() {
  if (to_->broken()) {  // the place shall notice as if it wrote there itself
    from_.close();
    return false;
  }
  char buffer[most];
  ssize_t const n = ::read(from_.get(), buffer, sizeof buffer);
  if (n > 0) {
    take({buffer, static_cast<std::size_t>(n)});
    return true;
  }
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  finish();  // the end; a terminal says EIO
  return false;
}

void source::take(std::string_view text) {
  if (how_.live) return to_->put(how_.writer, text, true);
  auto const end = text.rfind('\n');
  if (end == text.npos) {
    rest_ += text;
  } else {
    rest_ += text.substr(0, end + 1);
    pass(rest_);
    rest_ = text.substr(end + 1);
    continued_ = false;
  }
  if (rest_.size() < longest_line) return;
  pass(rest_);
  rest_.clear();
  continued_ = true;
}

void source::pass(std::string_view lines) {
  if (how_.prefix.empty()) return to_->put(how_.writer, lines);
  std::string tagged;
  while (!lines.empty()) {
    auto const end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    if (!continued_) tagged += how_.prefix;
    tagged += lines.substr(0, end);
    lines.remove_prefix(end);
    continued_ = false;
  }
  to_->put(how_.writer, tagged);
}

void source::finish() {
  from_.close();
  if (!rest_.empty()) pass(rest_);
  rest_.clear();
}

}  // namespace launch

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_forwarder.hpp"

#include <unistd.h>

#include <cerrno>

namespace launch {

bool output_forwarder::read() {
  if (destination_->broken()) {  // closes the pipe, so that the place gets EPIPE
    input_.close();
    return false;
  }
  char buffer[most_bytes];
  ssize_t const n = ::read(input_.get(), buffer, sizeof buffer);
  if (n > 0) {
    take({buffer, static_cast<std::size_t>(n)});
    return true;
  }
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  finish();  // end of file; a terminal reports it as EIO
  return false;
}

void output_forwarder::take(std::string_view text) {
  if (options_.live) return destination_->put(options_.writer, text, true);
  auto const end = text.rfind('\n');
  if (end == text.npos) {
    partial_line_ += text;
  } else {
    partial_line_ += text.substr(0, end + 1);
    pass(partial_line_);
    partial_line_ = text.substr(end + 1);
    continued_ = false;
  }
  if (partial_line_.size() < longest_line) return;
  pass(partial_line_);
  partial_line_.clear();
  continued_ = true;
}

void output_forwarder::pass(std::string_view lines) {
  if (options_.prefix.empty()) return destination_->put(options_.writer, lines);
  std::string tagged;
  while (!lines.empty()) {
    auto const end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    if (!continued_) tagged += options_.prefix;
    tagged += lines.substr(0, end);
    lines.remove_prefix(end);
    continued_ = false;
  }
  destination_->put(options_.writer, tagged);
}

void output_forwarder::finish() {
  input_.close();
  if (!partial_line_.empty()) pass(partial_line_);
  partial_line_.clear();
}

}  // namespace launch

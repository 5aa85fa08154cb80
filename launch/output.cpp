// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace launch {
namespace {

std::string tag_of(int place) {
  std::string tag(1, '[');
  tag += std::to_string(place);
  tag += "] ";
  return tag;
}

constexpr int own_writer = -1;

bool one_file(int left, int right) {
  struct stat first{};
  struct stat second{};
  if (::fstat(left, &first) != 0 || ::fstat(right, &second) != 0) return false;
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace

output::output(bool tag) : tag_(tag), same_(one_file(1, 2)) {}

output::ends output::add_place(int place, int places) {
  ends place_ends;
  place_ends.output = add(standard_output_, place, places, 1);
  // On a terminal the order of text in the two streams must be visible.
  bool const shared = same_ && live_on_terminal(standard_output_, place);
  place_ends.error = shared ? duplicate(place_ends.output) : add(err(), place, places, 2);
  return place_ends;
}

/// The user at the terminal must see prompts and progress of place 0 at once.
bool output::live_on_terminal(destination const& to, int place) const noexcept {
  return place == 0 && to.terminal() && !tag_;
}

unique_fd output::add(destination& to, int place, int places, int stream) {
  bool const on_terminal = live_on_terminal(to, place);
  bool const alone = places == 1 && !tag_ && !same_;
  channel channel = on_terminal ? open_terminal(to.fd()) : open_pipe();
  bool const sized = channel.terminal;
  bool const live = on_terminal || alone;
  // Like without skua-run, both streams of a live place write into the same line of the terminal.
  int const writer = live ? 2 * place : 2 * place + stream - 1;
  forwarders_.emplace_back(std::move(channel.reader), to,
                           output_forwarder::forwarding_options{writer, tag_ ? tag_of(place) : std::string(), live});
  if (sized) terminals_.push_back({&forwarders_.back(), to.fd()});
  return std::move(channel.writer);
}

void output::say(std::string const& text) { err().put(own_writer, "skua-run: " + text + "\n"); }

int output::view_terminal() const noexcept {
  return err().terminal() ? err().fd() : standard_output_.terminal() ? standard_output_.fd() : -1;
}

void output::show_below(std::vector<std::string> lines) {
  destination& shown_stream = err().terminal() ? err() : standard_output_;
  shown_stream.show_below(std::move(lines));
}

void output::resize() noexcept {
  for (terminal const& terminal : terminals_) {
    if (terminal.place->open()) copy_size(terminal.model, terminal.place->fd());
  }
}

void output::want(std::vector<pollfd>& fds) const {
  for (destination const* stream : {&standard_output_, &err()}) {
    if (stream->waiting()) fds.push_back({stream->fd(), POLLOUT, 0});
  }
  for (output_forwarder const& forwarder : forwarders_) {
    if (forwarder.wanted()) fds.push_back({forwarder.fd(), POLLIN, 0});
  }
}

void output::serve(std::vector<pollfd> const& fds) {
  standard_output_.flush();
  err().flush();
  auto next_fd = fds.begin();
  for (output_forwarder& forwarder : forwarders_) {  // in the order in which `want` added them
    if (!forwarder.open()) continue;
    auto const entry = std::find_if(next_fd, fds.end(), [&](pollfd const& watched) {
      return watched.fd == forwarder.fd() && (watched.events & POLLIN) != 0;
    });
    if (entry == fds.end()) continue;
    next_fd = entry + 1;
    if (entry->revents != 0) (void)forwarder.read();
  }
  if (!broken()) return;
  for (output_forwarder& forwarder : forwarders_) {
    if (forwarder.open() && forwarder.to().broken()) (void)forwarder.read();
  }
}

void output::drain() {
  for (output_forwarder& forwarder : forwarders_) {
    while (forwarder.wanted()) {
      if (forwarder.read()) continue;
      if (forwarder.open()) forwarder.finish();
    }
  }
}

std::optional<std::string> output::loss() const {
  auto const reason = [](int number) { return number == EBADF ? std::string("it is closed") : std::strerror(number); };
  if (int const number = standard_output_.write_error(); number != 0) return "standard output: " + reason(number);
  if (int const number = err().write_error(); number != 0) return "standard error: " + reason(number);
  return std::nullopt;
}

bool output::done() const noexcept {
  bool const waiting =
      (standard_output_.waiting() && !standard_output_.broken()) || (err().waiting() && !err().broken());
  return !waiting && std::none_of(forwarders_.begin(), forwarders_.end(),
                                  [](output_forwarder const& forwarder) { return forwarder.open(); });
}

}  // namespace launch

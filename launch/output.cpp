// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstring>

namespace launch {
namespace {

std::string tag_of(int place) {
  std::string tag(1, '[');
  tag += std::to_string(place);
  tag += "] ";
  return tag;
}

constexpr int own_writer = -1;

bool one_file(int a, int b) {
  struct stat x{};
  struct stat y{};
  if (::fstat(a, &x) != 0 || ::fstat(b, &y) != 0) return false;
  return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

}  // namespace

output::output(bool tag) : tag_(tag), same_(one_file(1, 2)) {}

output::ends output::add_place(int place, int places) {
  ends theirs;
  theirs.out = add(out_, place, places, 1);
  // On a terminal the order of the two streams is to be seen.
  bool const shared = same_ && live_on_terminal(out_, place);
  theirs.err = shared ? theirs.out.copy() : add(err(), place, places, 2);
  return theirs;
}

/// Place 0 talks to the person at the terminal, who wants to see prompts and progress at once.
bool output::live_on_terminal(destination const& to, int place) const noexcept {
  return place == 0 && to.terminal() && !tag_;
}

owned_fd output::add(destination& to, int place, int places, int stream) {
  bool const on_terminal = live_on_terminal(to, place);
  bool const alone = places == 1 && !tag_ && !same_;
  channel c = on_terminal ? open_terminal(to.fd()) : open_pipe();
  bool const sized = c.terminal;
  bool const live = on_terminal || alone;
  // As on a terminal without us, both streams of a live place write into the same line.
  int const writer = live ? 2 * place : 2 * place + stream - 1;
  sources_.emplace_back(std::move(c.ours), to, source::manner{writer, tag_ ? tag_of(place) : std::string(), live});
  if (sized) terminals_.push_back({&sources_.back(), to.fd()});
  return std::move(c.theirs);
}

void output::say(std::string const& text) { err().put(own_writer, "skua-run: " + text + "\n"); }

void output::resize() noexcept {
  for (terminal const& t : terminals_) {
    if (t.place->open()) copy_size(t.like, t.place->fd());
  }
}

void output::want(std::vector<pollfd>& fds) const {
  for (destination const* to : {&out_, &err()}) {
    if (to->waiting()) fds.push_back({to->fd(), POLLOUT, 0});
  }
  for (source const& s : sources_) {
    if (s.wanted()) fds.push_back({s.fd(), POLLIN, 0});
  }
}

void output::serve(std::vector<pollfd> const& fds) {
  out_.flush();
  err().flush();
  auto found = fds.begin();
  for (source& s : sources_) {  // in the order in which want named them
    if (!s.open()) continue;
    auto const at =
        std::find_if(found, fds.end(), [&](pollfd const& f) { return f.fd == s.fd() && (f.events & POLLIN) != 0; });
    if (at == fds.end()) continue;
    found = at + 1;
    if (at->revents != 0) (void)s.read();
  }
  if (!broken()) return;
  for (source& s : sources_) {
    if (s.open() && s.to().broken()) (void)s.read();
  }
}

void output::drain() {
  for (source& s : sources_) {
    while (s.wanted()) {
      if (s.read()) continue;
      if (s.open()) s.finish();
    }
  }
}

std::optional<std::string> output::loss() const {
  if (int const e = out_.write_error(); e != 0) return std::string("standard output: ") + std::strerror(e);
  if (int const e = err().write_error(); e != 0) return std::string("standard error: ") + std::strerror(e);
  return std::nullopt;
}

bool output::done() const noexcept {
  bool const waiting = (out_.waiting() && !out_.broken()) || (err().waiting() && !err().broken());
  return !waiting && std::none_of(sources_.begin(), sources_.end(), [](source const& s) { return s.open(); });
}

}  // namespace launch

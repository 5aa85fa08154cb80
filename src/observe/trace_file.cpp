// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/trace_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>

#include <skua/error.hpp>

namespace skua::observe {
namespace {

/// 0, or errno.
int write_to_file(int file, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    ssize_t const n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

/// 0, or errno.
int copy_all(int from, int to) noexcept {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    ssize_t const n = ::read(from, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return 0;
    if (int const failure = write_to_file(to, {buffer.data(), static_cast<std::size_t>(n)}); failure != 0)
      return failure;
  }
}

constexpr int creation = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC;

}  // namespace

std::shared_ptr<trace_file> trace_file::open(std::string const& name) {
  static std::mutex lock;
  static std::map<std::string, std::weak_ptr<trace_file>>& files =
      *new std::map<std::string, std::weak_ptr<trace_file>>;
  std::lock_guard const hold(lock);
  std::shared_ptr<trace_file> file = files[name].lock();
  if (file == nullptr) files[name] = file = std::make_shared<trace_file>(name);
  return file;
}

trace_file::trace_file(std::string name) : name_(std::move(name)), file_(::open(name_.c_str(), creation, 0666)) {
  if (!file_) throw error("trace: " + name_ + " cannot be written: " + std::strerror(errno));
}

trace_file::~trace_file() {
  if (failure_ == 0) return;
  std::fprintf(stderr, "skua: trace: %s is not complete: %s\n", name_.c_str(), std::strerror(failure_));
}

void trace_file::append(std::string_view packets) noexcept {
  std::lock_guard const hold(lock_);
  if (failure_ == 0) failure_ = write_to_file(file_.get(), packets);
}

std::string part_of_trace(std::string const& name, int place) { return name + "." + std::to_string(place); }

void join_parts_of_trace(std::string const& name, int places) noexcept {
  try {
    bool any = false;
    for (int p = 0; p < places && !any; ++p) any = ::access(part_of_trace(name, p).c_str(), R_OK) == 0;
    if (!any) return;
    system::unique_fd const whole(::open(name.c_str(), creation, 0666));
    int failure = whole ? 0 : errno;
    for (int p = 0; p < places && failure == 0; ++p) {
      system::unique_fd const part(::open(part_of_trace(name, p).c_str(), O_RDONLY | O_CLOEXEC));
      if (part) failure = copy_all(part.get(), whole.get());
    }
    if (failure != 0) {
      std::fprintf(stderr, "skua: trace: %s cannot be written: %s; its parts are in %s.0, …\n", name.c_str(),
                   std::strerror(failure), name.c_str());
      return;
    }
    for (int p = 0; p < places; ++p) ::unlink(part_of_trace(name, p).c_str());
  } catch (std::exception const& e) {
    std::fprintf(stderr, "skua: trace: the parts of %s are not joined: %s\n", name.c_str(), e.what());
  }
}

}  // namespace skua::observe

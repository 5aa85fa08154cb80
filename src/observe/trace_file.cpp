// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/trace_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <span>
#include <utility>

#include <skua/error.hpp>

#include "system/files.hpp"

namespace skua::observe {
namespace {

/// 0, or errno.
int write_packets(int file, std::string_view packets) noexcept {
  return system::write_all(file, std::as_bytes(std::span(packets))) ? 0 : errno;
}

/// How many bytes at the start of a part are whole packets. The last packet of a killed place may
/// be cut short, and what is appended to it could not be read.
std::size_t bytes_of_whole_packets(std::string_view part) noexcept {
  std::size_t end = 0;
  while (end < part.size()) {
    std::size_t i = end + 1;  // behind the tag, which has one byte
    std::uint64_t length = 0;
    bool has_length = false;
    for (unsigned shift = 0; i < part.size() && shift < 64 && !has_length; shift += 7) {
      auto const byte = static_cast<unsigned char>(part[i++]);
      length |= std::uint64_t{byte & 0x7fu} << shift;
      has_length = byte < 0x80;
    }
    if (!has_length || length > part.size() - i) break;  // the length, or the packet, is cut short
    end = i + length;
  }
  return end;
}

/// 0, or errno.
int copy_packets(std::string const& from, int to) {
  system::unique_fd const part(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!part) return errno == ENOENT ? 0 : errno;  // its place has not started
  struct stat status{};
  if (::fstat(part.get(), &status) != 0) return errno;
  if (status.st_size == 0) return 0;
  auto const size = static_cast<std::size_t>(status.st_size);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, part.get(), 0);
  if (bytes == MAP_FAILED) return errno;
  std::string_view const content(static_cast<char const*>(bytes), size);
  int const failure = write_packets(to, content.substr(0, bytes_of_whole_packets(content)));
  ::munmap(bytes, size);
  return failure;
}

constexpr int creation = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;

[[noreturn]] void refuse(std::string const& name, int reason) {
  throw error("trace: " + name + " cannot be written: " + std::strerror(reason));
}

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
  if (!file_) refuse(name_, errno);
}

trace_file::~trace_file() {
  struct stat status{};
  bool const is_empty = ::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
  if (!has_packets_ && is_empty) ::unlink(name_.c_str());
  if (failure_ == 0) return;
  std::fprintf(stderr, "skua: trace: %s is not complete: %s\n", name_.c_str(), std::strerror(failure_));
}

void trace_file::append(std::string_view packets) noexcept {
  std::lock_guard const hold(lock_);
  if (!std::exchange(has_packets_, true)) static_cast<void>(::ftruncate(file_.get(), 0));  // fails for a device
  if (failure_ == 0) failure_ = write_packets(file_.get(), packets);
}

void require_no_folder(std::string const& name) {
  struct stat status{};
  if (::stat(name.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) refuse(name, EISDIR);
}

std::string part_of_trace(std::string const& name, int place) { return name + "." + std::to_string(place); }

void join_parts_of_trace(std::string const& name, int places) noexcept {
  try {
    bool any = false;
    for (int p = 0; p < places && !any; ++p) any = ::access(part_of_trace(name, p).c_str(), R_OK) == 0;
    if (!any) return;
    system::unique_fd const whole(::open(name.c_str(), creation | O_TRUNC, 0666));
    int failure = whole ? 0 : errno;
    for (int p = 0; p < places && failure == 0; ++p) failure = copy_packets(part_of_trace(name, p), whole.get());
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

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
#include <vector>

#include <skua/error.hpp>

#include "system/files.hpp"

namespace skua::observe {
namespace {

constexpr char const* written_by_another_run = "another run writes it; give each run a separate file";

[[noreturn]] void refuse(std::string const& name, std::string const& reason) {
  throw error("trace: " + name + " cannot be written: " + reason);
}

/// Refuses a regular file that another run writes, or that does not begin as a trace: its name may
/// be a mistake, and its content would be lost. A file that begins with the byte of a packet, a
/// newline, cannot be told from a trace.
void refuse_file_of_others(std::string const& name) {
  system::unique_fd const file = system::open_regular_file(name);
  if (!file) return;
  if (system::is_locked(file.get())) refuse(name, written_by_another_run);
  if (!system::begins_with(file.get(), "\n")) refuse(name, "it exists and is not a trace");
}

/// The file of one run, until it is closed: two runs would mix their packets.
system::unique_fd open_for_one_run(std::string const& name, trace_file::kind type) {
  bool const is_whole = type == trace_file::kind::whole;
  if (is_whole) refuse_file_of_others(name);
  auto file = is_whole ? system::open_named_file("trace", name) : system::open_derived_file("trace", name);
  if (!system::lock_file(file.get())) refuse(name, written_by_another_run);
  return file;
}

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

/// A part in memory.
class part_content {
 public:
  /// errno says why if there is none.
  explicit part_content(std::string const& name) noexcept {
    system::unique_fd const part = system::read_derived_file(name);
    struct stat status{};
    if (!part || ::fstat(part.get(), &status) != 0) {
      failure_ = errno;
      return;
    }
    is_locked_ = system::is_locked(part.get());
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    void* const bytes = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, part.get(), 0);
    if (bytes == MAP_FAILED) {
      failure_ = errno;
    } else {
      bytes_ = static_cast<char const*>(bytes);
      whole_packets_ = bytes_of_whole_packets({bytes_, size_});
    }
  }
  ~part_content() {
    if (bytes_ != nullptr) ::munmap(const_cast<char*>(bytes_), size_);
  }
  part_content(part_content const&) = delete;
  part_content& operator=(part_content const&) = delete;

  /// 0, or errno; ENOENT: its place has not started.
  [[nodiscard]] int failure() const noexcept { return failure_; }
  /// Whether another run writes it.
  [[nodiscard]] bool is_locked() const noexcept { return is_locked_; }
  [[nodiscard]] std::string_view whole_packets() const noexcept { return {bytes_, whole_packets_}; }
  [[nodiscard]] bool is_cut_short() const noexcept { return whole_packets_ != size_ || size_ == 0; }

 private:
  char const* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t whole_packets_ = 0;
  int failure_ = 0;
  bool is_locked_ = false;
};

/// "t.0 t.1"
std::string listed(std::vector<std::string> const& names) {
  constexpr std::size_t max_listed = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names.size() > max_listed && i == 2) {
      text += " …";
      i = names.size() - 1;
    }
    text += (text.empty() ? "" : " ") + names[i];
  }
  return text;
}

/// Removes the regular file that could not be completed; its parts are the trace. A file behind a
/// symbolic link is emptied.
void remove_whole(std::string const& name, int file) noexcept {
  struct stat opened{}, named{};
  if (::fstat(file, &opened) != 0 || !S_ISREG(opened.st_mode)) return;
  bool const is_named = ::lstat(name.c_str(), &named) == 0 && named.st_dev == opened.st_dev &&
                        named.st_ino == opened.st_ino && ::unlink(name.c_str()) == 0;
  if (!is_named) static_cast<void>(::ftruncate(file, 0));
}

/// Empty, or the line of the failure.
std::string join(std::string const& name, std::vector<std::string> const& parts) {
  system::unique_fd whole;
  try {
    whole = open_for_one_run(name, trace_file::kind::whole);
  } catch (error const& failure) {
    return failure.what();
  }
  static_cast<void>(::ftruncate(whole.get(), 0));  // fails for a device
  for (auto const& part : parts) {
    part_content const content(part);
    int const unreadable = content.failure();
    int const unwritten = unreadable == 0 ? write_packets(whole.get(), content.whole_packets()) : 0;
    if (unreadable == 0 && unwritten == 0) continue;
    remove_whole(name, whole.get());
    if (unwritten != 0) return "trace: " + name + " cannot be written: " + std::strerror(unwritten);
    return "trace: " + part + " cannot be read: " +
           (unreadable == EPERM ? "it is not a regular file with one name" : std::strerror(unreadable));
  }
  return {};
}

/// Likewise.
std::string join_and_remove(std::string const& name, int places) {
  std::vector<std::string> parts, readable, without_packets, cut_short, locked;
  bool needs_partial = false;
  for (int place = 0; place < places; ++place) {
    std::string part = part_of_trace(name, place);
    part_content const content(part);
    if (content.failure() == ENOENT) continue;  // its place has not started
    parts.push_back(part);
    if (content.failure() != 0) continue;
    if (content.is_locked()) locked.push_back(part);
    if (content.is_cut_short()) cut_short.push_back(part);
    bool const has_packets = !content.whole_packets().empty();
    needs_partial |= has_packets && content.is_cut_short();
    (has_packets ? readable : without_packets).push_back(std::move(part));
  }
  // With parts of another run alone this one was refused, and has said so.
  if (parts.size() == locked.size()) return {};
  if (!locked.empty()) return "trace: the parts of " + name + " are not joined: another run writes " + listed(locked);
  bool const has_nothing = parts.size() == without_packets.size();
  std::string const failure =
      has_nothing ? "trace: " + name + " is not written: its parts are empty" : join(name, parts);
  for (auto const& part : failure.empty() ? parts : without_packets) ::unlink(part.c_str());
  if (failure.empty())
    return cut_short.empty() ? "" : "trace: " + name + " is not complete: cut short: " + listed(cut_short);
  if (readable.empty()) return failure;
  return failure + "; its parts stay: skua report " + (needs_partial ? "--partial " : "") + listed(readable);
}

}  // namespace

std::shared_ptr<trace_file> trace_file::open(std::string const& name, kind type) {
  static std::mutex lock;
  static std::map<std::string, std::weak_ptr<trace_file>>& files =
      *new std::map<std::string, std::weak_ptr<trace_file>>;
  std::lock_guard const hold(lock);
  std::shared_ptr<trace_file> file = files[name].lock();
  if (file == nullptr) files[name] = file = std::make_shared<trace_file>(name, type);
  return file;
}

trace_file::trace_file(std::string name, kind type)
    : name_(std::move(name)), kind_(type), file_(open_for_one_run(name_, type)) {}

trace_file::~trace_file() {
  struct stat status{};
  bool const is_empty = ::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
  if (!has_packets_ && is_empty) ::unlink(name_.c_str());
  if (failure_ == 0) return;
  if (kind_ != kind::whole) cut_short();
  if (kind_ == kind::joined_part) return;
  std::fprintf(stderr, "skua: trace: %s is not complete: %s\n", name_.c_str(), std::strerror(failure_));
}

/// A write that fails has usually written a part of a packet.
void trace_file::cut_short() noexcept {
  struct stat status{};
  bool const has_whole_packets =
      ::fstat(file_.get(), &status) == 0 && static_cast<std::uint64_t>(status.st_size) == bytes_ && bytes_ != 0;
  if (has_whole_packets) static_cast<void>(::ftruncate(file_.get(), status.st_size - 1));
}

void trace_file::append(std::string_view packets) noexcept {
  std::lock_guard const hold(lock_);
  if (!std::exchange(has_packets_, true)) static_cast<void>(::ftruncate(file_.get(), 0));  // fails for a device
  if (failure_ != 0) return;
  failure_ = write_packets(file_.get(), packets);
  if (failure_ == 0) bytes_ += packets.size();
}

void check_joined_trace(std::string const& name) {
  struct stat status{};
  if (::stat(name.c_str(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) return refuse_file_of_others(name);
  if (S_ISDIR(status.st_mode)) refuse(name, std::strerror(EISDIR));
  refuse(name, "the places of this run write parts beside it, so it must be a regular file");
}

std::string part_of_trace(std::string const& name, int place) { return name + "." + std::to_string(place); }

bool join_parts_of_trace(std::string const& name, int places) noexcept {
  std::string line;
  try {
    line = join_and_remove(name, places);
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "skua: trace: the parts of %s are not joined: %s\n", name.c_str(), failure.what());
    return false;
  }
  if (!line.empty()) std::fprintf(stderr, "skua: %s\n", line.c_str());
  return line.empty();
}

}  // namespace skua::observe

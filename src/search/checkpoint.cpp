// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of an unfinished search: a header that says what it is of, the content, and a checksum over all of it.
#include <skua/search/checkpoint.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <skua/error.hpp>

namespace skua::search::detail {
namespace {

constexpr std::array<char, 8> magic{'S', 'K', 'U', 'A', 's', 'r', 'c', 'h'};
constexpr std::uint32_t version = 1;  // also tells the order of bytes

std::uint64_t checksum(std::span<std::byte const> bytes) noexcept {  // FNV-1a
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::byte const b : bytes) h = (h ^ static_cast<std::uint64_t>(b)) * 0x100000001b3u;
  return h;
}

[[noreturn]] void fail(std::filesystem::path const& file, std::string const& what) { throw error(file.string() + ": " + what); }
std::string reason() { return std::strerror(errno); }

class descriptor {
 public:
  descriptor(std::filesystem::path const& file, int flags) : fd_(::open(file.c_str(), flags | O_CLOEXEC, 0666)) {}
  descriptor(descriptor const&) = delete;
  descriptor& operator=(descriptor const&) = delete;
  ~descriptor() { (void)close(); }

  explicit operator bool() const noexcept { return fd_ >= 0; }
  int get() const noexcept { return fd_; }
  bool close() noexcept { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

bool write_all(int fd, std::span<std::byte const> bytes) noexcept {
  while (!bytes.empty()) {
    ssize_t const n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

std::vector<std::byte> read_all(std::filesystem::path const& file) {
  descriptor const in(file, O_RDONLY);
  if (!in) fail(file, "cannot be read: " + reason());
  std::vector<std::byte> all;
  std::size_t size = 0;
  for (;;) {
    if (size == all.size()) all.resize(size + (std::size_t{1} << 20));
    ssize_t const n = ::read(in.get(), all.data() + size, all.size() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file, "cannot be read: " + reason());
    if (n == 0) break;
    size += static_cast<std::size_t>(n);
  }
  all.resize(size);
  return all;
}

std::string text_of(wire::reader& in) { return wire::decode<std::string>(in); }

}  // namespace

void write_checkpoint(std::filesystem::path const& to, std::string_view of, std::string_view type, std::span<std::byte const> content) {
  wire::writer w;
  w.put(magic);
  w.put(version);
  wire::encode(w, std::string(of));
  wire::encode(w, std::string(type));
  w.raw(content.data(), content.size());
  w.put(checksum(w.view()));

  // Beside the file, so that a rename can put it there at once.
  std::filesystem::path beside = to;
  beside += ".new";
  descriptor out(beside, O_WRONLY | O_CREAT | O_TRUNC);
  if (!out) fail(to, "cannot be written: " + reason());
  bool const written = write_all(out.get(), w.view()) && ::fsync(out.get()) == 0 && out.close() && ::rename(beside.c_str(), to.c_str()) == 0;
  if (written) return;
  std::string const why = reason();
  ::unlink(beside.c_str());
  fail(to, "cannot be written: " + why);
}

std::vector<std::byte> read_checkpoint(std::filesystem::path const& from, std::string_view of, std::string_view type) {
  auto const all = read_all(from);
  if (all.size() < sizeof magic || std::memcmp(all.data(), magic.data(), sizeof magic) != 0) fail(from, "is not a saved search");
  if (all.size() < sizeof magic + sizeof version + sizeof(std::uint64_t)) fail(from, "is damaged: it ends too early");
  std::span<std::byte const> const body(all.data(), all.size() - sizeof(std::uint64_t));
  std::uint64_t sum;
  std::memcpy(&sum, all.data() + body.size(), sizeof sum);
  wire::reader in(body.subspan(sizeof magic));
  if (in.get<std::uint32_t>() != version) fail(from, "was saved by another version of this program");
  if (sum != checksum(body)) fail(from, "is damaged: the checksum is wrong");
  if (std::string const saved = text_of(in); saved != of) fail(from, "is of another search: '" + saved + "', not '" + std::string(of) + "'");
  if (text_of(in) != type) fail(from, "was saved by another version of this program");
  auto const content = in.take(in.left());
  return {content.begin(), content.end()};
}

}  // namespace skua::search::detail

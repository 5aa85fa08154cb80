// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <skua/error.hpp>

#include "system/unique_fd.hpp"

namespace skua::system {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_with(fs::path const& file, char const* problem, int reason) {
  throw error(file.string() + ": " + problem + ": " + std::strerror(reason));
}

[[noreturn]] void refuse_to_write(std::string const& content, std::string const& name, std::string const& reason) {
  throw error(content + ": " + name + " cannot be written: " + reason);
}

enum class owner { this_user, any };

/// A regular file with one name: with two it could be another one of the user's files.
bool is_lone_file(int file, owner expected) noexcept {
  struct stat status{};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 &&
         (expected == owner::any || status.st_uid == ::geteuid());
}

constexpr int write_flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

/// Removes a name in a folder unless it was given up.
class temporary_name {
 public:
  temporary_name(int folder, std::string name) noexcept : folder_(folder), name_(std::move(name)) {}
  temporary_name(temporary_name const&) = delete;
  temporary_name& operator=(temporary_name const&) = delete;
  ~temporary_name() {
    if (!name_.empty()) ::unlinkat(folder_, name_.c_str(), 0);
  }
  /// Returns false on failure; errno says why.
  bool rename_to(fs::path const& name) noexcept {
    if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  int folder_;
  std::string name_;
};

/// A new name, short enough to be valid whatever the name of the file is.
std::string fresh_name(fs::path const& file) {
  std::uint64_t digits = 0;
  while (::getrandom(&digits, sizeof digits, 0) < 0 && errno == EINTR) {
  }  // without random numbers O_EXCL still keeps the name from being used twice
  char end[32];
  std::snprintf(end, sizeof end, ".%016llx.new", static_cast<unsigned long long>(digits));
  constexpr std::size_t max_kept = 200;
  return file.filename().string().substr(0, max_kept) + end;
}

struct flock whole_file() noexcept {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// Makes the new entry of the folder reach the disk. Some file systems do not support this, and
/// some folders may not be read.
bool sync_folder(int folder) noexcept {
  unique_fd const readable(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!readable) return errno == EACCES || errno == EPERM;
  return ::fsync(readable.get()) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

}  // namespace

void replace_file(fs::path const& file, std::span<std::byte const> content) {
  auto const refuse = [&](int reason) { fail_with(file, "cannot be written", reason); };
  // One descriptor for all steps: in between, the folder's name may come to mean another folder.
  fs::path const parent = file.parent_path().empty() ? fs::path(".") : file.parent_path();
  unique_fd const folder(::open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder) refuse(errno);
  if (!file.has_filename()) refuse(EISDIR);
  // A rename would put a regular file in the place of a device, for all users of the machine.
  struct stat status{};
  if (::fstatat(folder.get(), file.filename().c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
    if (S_ISDIR(status.st_mode)) refuse(EISDIR);
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
      throw error(file.string() + ": cannot be written: it is a device");
  }

  constexpr int max_tries = 100;
  for (int tries = 0;; ++tries) {
    std::string const name = fresh_name(file);
    unique_fd out(::openat(folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!out && errno == EEXIST && tries < max_tries) continue;
    if (!out) refuse(errno);
    temporary_name temporary(folder.get(), name);
    bool const written = write_all(out.get(), content) && ::fsync(out.get()) == 0 && out.close();
    if (!written || !temporary.rename_to(file.filename()) || !sync_folder(folder.get())) refuse(errno);
    return;
  }
}

std::vector<std::byte> read_file(fs::path const& file) {
  return read_beginning(file, std::numeric_limits<std::size_t>::max());
}

std::vector<std::byte> read_beginning(fs::path const& file, std::size_t max_size) {
  auto const refuse = [&](int reason) { fail_with(file, "cannot be read", reason); };
  // a FIFO must not block the caller
  unique_fd const descriptor(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor) refuse(errno);
  struct stat status{};
  if (::fstat(descriptor.get(), &status) != 0) refuse(errno);
  if (S_ISDIR(status.st_mode)) refuse(EISDIR);
  if (!S_ISREG(status.st_mode)) throw error(file.string() + ": cannot be read: it is not a regular file");
  std::vector<std::byte> content;
  std::size_t size = 0;
  while (size < max_size) {
    if (size == content.size()) {
      content.resize(size + std::min(max_size - size, std::clamp<std::size_t>(size, 1 << 16, 1 << 26)));
    }
    ssize_t const n = ::read(descriptor.get(), content.data() + size, content.size() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse(errno);
    if (n == 0) break;
    size += static_cast<std::size_t>(n);
  }
  content.resize(size);
  return content;
}

unique_fd open_regular_file(std::string const& name) noexcept {
  unique_fd file(::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status{};
  bool const is_regular = file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
  return is_regular ? std::move(file) : unique_fd();
}

bool begins_with(int descriptor, std::string_view beginning) noexcept {
  char first[64];
  ssize_t const n = ::read(descriptor, first, std::min(sizeof first, beginning.size()));
  if (n < 0) return false;
  return n == 0 || beginning.starts_with(std::string_view(first, static_cast<std::size_t>(n)));
}

unique_fd open_named_file(std::string const& content, std::string const& name) {
  unique_fd file(::open(name.c_str(), write_flags, 0666));
  struct stat status{};
  if (!file) {
    int const reason = errno;
    bool const is_fifo = reason == ENXIO && ::stat(name.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
    refuse_to_write(content, name, is_fifo ? "it is a FIFO without a reader" : std::strerror(reason));
  }
  // Later a slow reader of a FIFO must make the writer wait.
  int const flags = ::fcntl(file.get(), F_GETFL);
  if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) < 0)
    refuse_to_write(content, name, std::strerror(errno));
  return file;
}

unique_fd open_derived_file(std::string const& content, std::string const& name) {
  constexpr int max_tries = 100;  // another process may make and remove the file in between
  for (int tries = 0;; ++tries) {
    // One that this call has made may show another owner: some file systems map them.
    unique_fd file(::open(name.c_str(), write_flags | O_EXCL | O_NOFOLLOW, 0666));
    if (file) return file;
    if (errno != EEXIST) refuse_to_write(content, name, std::strerror(errno));
    file = unique_fd(::open(name.c_str(), (write_flags & ~O_CREAT) | O_NOFOLLOW));
    if (!file && errno == ENOENT && tries < max_tries) continue;
    if (!file && errno == ELOOP) refuse_to_write(content, name, "it is a symbolic link");
    // ENXIO: a FIFO without a reader
    bool const is_other_kind = file ? !is_lone_file(file.get(), owner::this_user) : errno == ENXIO;
    if (is_other_kind) refuse_to_write(content, name, "it exists and is not a regular file of this user with one name");
    if (!file) refuse_to_write(content, name, std::strerror(errno));
    return file;
  }
}

unique_fd read_derived_file(std::string const& name) noexcept {
  unique_fd file(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file ? is_lone_file(file.get(), owner::any) : errno != ELOOP) return file;
  file.close();
  errno = EPERM;
  return file;
}

bool lock_file(int descriptor) noexcept {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return true;
  struct flock lock = whole_file();
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool is_locked(int descriptor) noexcept {
  struct flock lock = whole_file();
  return ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool write_all(int descriptor, std::span<std::byte const> bytes) noexcept {
  while (!bytes.empty()) {
    ssize_t const n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = EIO;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

std::string first_line(std::string const& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::string command_of_process() {
  std::string text = ::program_invocation_short_name;
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string argument;
  for (bool is_first = true; std::getline(file, argument, '\0'); is_first = false) {
    if (!is_first) text += " " + argument;
  }
  constexpr std::size_t longest = 200;
  return text.size() <= longest ? text : text.substr(0, longest) + " …";
}

}  // namespace skua::system

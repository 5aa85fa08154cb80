// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include <skua/error.hpp>

#if !defined(MFD_NOEXEC_SEAL)
#define MFD_NOEXEC_SEAL 0x0008U
#endif

namespace skua::system {
namespace {

[[noreturn]] void fail(std::string const& problem) {
  int const reason = errno;
  throw error("skua: " + problem + ": " + std::strerror(reason));
}

}  // namespace

mapping::mapping(mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

mapping& mapping::operator=(mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

mapping::~mapping() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

mapping mapping::anonymous(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return mapping(memory, bytes);
}

mapping mapping::of_file(int fd, std::size_t from, std::size_t max_bytes) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) fail("cannot look at the shared memory in file descriptor " + std::to_string(fd));
  auto const size = static_cast<std::size_t>(status.st_size);
  std::size_t const bytes = std::min(max_bytes, size - std::min(from, size));
  void* memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, static_cast<off_t>(from));
  if (memory == MAP_FAILED) fail("cannot map " + std::to_string(bytes) + " bytes of shared memory");
  return mapping(memory, bytes);
}

std::size_t largest_file() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return ~std::size_t{0};
  return static_cast<std::size_t>(limit.rlim_cur);
}

unique_fd anonymous_file(char const* name, std::size_t bytes) {
  // Beyond the limit the kernel would kill this process by a signal.
  if (std::size_t const size_limit = largest_file(); bytes > size_limit) {
    throw error("skua: cannot create " + std::to_string(bytes) +
                " bytes of shared memory: the limit of file size (ulimit -f) is " + std::to_string(size_limit) +
                " bytes");
  }
  // Kernels before 6.3 do not know NOEXEC_SEAL; some later ones are configured to require it.
  unique_fd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL));
  if (!fd && errno == EINVAL) fd = unique_fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) fail("cannot create shared memory");
  if (::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0)
    fail("cannot create " + std::to_string(bytes) + " bytes of shared memory");
  // Sealed: if another process could shrink the file, an access would be a bus error.
  ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
  return fd;
}

}  // namespace skua::system

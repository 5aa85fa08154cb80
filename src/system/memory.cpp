// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace skua::system {

std::size_t page_bytes() noexcept {
  static auto const bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

std::size_t main_memory_bytes() noexcept {
  long const pages = ::sysconf(_SC_PHYS_PAGES);
  return pages > 0 ? static_cast<std::size_t>(pages) * page_bytes() : std::size_t{1} << 30;
}

void* reserve(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::madvise(memory, bytes, MADV_NOHUGEPAGE);  // a huge page would commit two megabytes for each stack
  return memory;
}

void release(void* low, std::size_t bytes) noexcept { ::munmap(low, bytes); }

bool guard(void* low, std::size_t bytes) noexcept { return ::mprotect(low, bytes, PROT_NONE) == 0; }

void forget(void* low, std::size_t bytes) noexcept { ::madvise(low, bytes, MADV_DONTNEED); }

void forget_shared(void* low, std::size_t bytes) noexcept {
  if (::madvise(low, bytes, MADV_REMOVE) != 0) forget(low, bytes);  // private memory cannot be removed
}

}  // namespace skua::system

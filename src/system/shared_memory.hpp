// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that processes of one host share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "system/unique_fd.hpp"

namespace skua::system {

/// A mapped range, unmapped by its owner.
class mapping {
 public:
  mapping() = default;
  mapping(mapping&& other) noexcept;
  mapping& operator=(mapping&& other) noexcept;
  ~mapping();

  /// Private zeroed memory, committed on first touch; throws std::bad_alloc.
  static mapping anonymous(std::size_t bytes);
  static constexpr std::size_t to_the_end = ~std::size_t{0};
  /// Maps a file from offset `from`, the beginning of a page, at most `max_bytes` of it (by default
  /// all). Shared with every process that maps the file; throws skua::error.
  static mapping of_file(int fd, std::size_t from = 0, std::size_t max_bytes = to_the_end);

  std::byte* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  mapping(void* data, std::size_t size) noexcept : data_(static_cast<std::byte*>(data)), size_(size) {}

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The size limit of files (ulimit -f), also of anonymous ones; the largest number if there is
/// none.
std::size_t largest_file() noexcept;

/// A file of zeroes that has no name and disappears with its last user; closed on exec. Its pages
/// cost nothing until touched. Its size is final. Throws skua::error.
unique_fd anonymous_file(char const* name, std::size_t bytes);

}  // namespace skua::system

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <skua/wire/malformed.hpp>
#include <skua/wire/writer.hpp>

#include "wire/spare_blocks.hpp"

namespace skua::wire {

void throw_malformed(char const* text) { throw malformed(std::string("skua: malformed message: ") + text); }

void throw_too_deep() {
  throw malformed("skua: a value nests more than " + std::to_string(max_nesting) +
                  " levels deep: send it as a flat list, for example a vector of nodes with indices");
}

namespace {

/// Never destroyed: writers may live as long as the process does.
spare_blocks& spares() noexcept {
  static spare_blocks& blocks = *new spare_blocks;
  return blocks;
}

}  // namespace

void writer::grow(std::size_t n) {
  std::size_t const bytes = std::max(size_ + n, 2 * capacity_);
  spare_blocks::block const larger = spares().take(bytes);
  std::memcpy(larger.data, data_, size_);
  if (has_heap()) give_heap();
  data_ = larger.data;
  capacity_ = larger.bytes;
}

void writer::give_heap() noexcept { spares().give({data_, capacity_}); }

void writer::take_from(writer& other) noexcept {
  bool const from_heap = other.has_heap();
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, inline_bytes);
  data_ = from_heap ? std::exchange(other.data_, other.inline_) : inline_;
  if (!from_heap) std::memcpy(inline_, other.inline_, size_);
}

}  // namespace skua::wire

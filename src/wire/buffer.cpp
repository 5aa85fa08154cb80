// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <skua/wire/malformed.hpp>
#include <skua/wire/writer.hpp>

namespace skua::wire {

void throw_malformed(char const* text) { throw malformed(std::string("skua: malformed message: ") + text); }

void throw_too_deep() {
  throw malformed("skua: a value nests more than " + std::to_string(deepest) +
                  " levels deep: send it as a flat list, for example a vector of nodes with indices");
}

void writer::grow(std::size_t more) {
  std::size_t const wanted = std::max(size_ + more, 2 * capacity_);
  auto larger = std::make_unique_for_overwrite<std::byte[]>(wanted);
  std::memcpy(larger.get(), data_, size_);
  heap_ = std::move(larger);
  data_ = heap_.get();
  capacity_ = wanted;
}

void writer::take_from(writer& other) noexcept {
  heap_ = std::move(other.heap_);
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, inline_bytes);
  if (heap_) {
    data_ = heap_.get();
  } else {
    data_ = inline_;
    std::memcpy(inline_, other.inline_, size_);
  }
  other.data_ = other.inline_;
}

}  // namespace skua::wire

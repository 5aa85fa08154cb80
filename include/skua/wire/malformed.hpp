// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exception that decoding throws, and the maximum nesting depth of a recursive value.
#pragma once

#include <skua/detail/base/config.hpp>
#include <skua/error.hpp>

namespace skua::wire {

/// The bytes are not the encoding of the requested type: cut off, out of range, or of another
/// build.
class malformed : public error {
 public:
  using error::error;
};

[[noreturn]] SKUA_COLD void throw_malformed(char const* text);
[[noreturn]] SKUA_COLD void throw_too_deep();

/// The maximum nesting depth of a value of a recursive type (a tree, a linked list): tasks have
/// small stacks, and received bytes must not be able to overflow one.
inline constexpr unsigned max_nesting = 100;

/// Counts one level of a recursive value as long as it lives.
class level {
 public:
  explicit level(unsigned& depth) : depth_(depth) {
    if (SKUA_UNLIKELY(depth >= max_nesting)) throw_too_deep();
    ++depth_;
  }
  level(level const&) = delete;
  level& operator=(level const&) = delete;
  ~level() { --depth_; }

 private:
  unsigned& depth_;
};

}  // namespace skua::wire

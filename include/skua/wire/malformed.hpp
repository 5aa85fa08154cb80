// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What decoding throws, and how deep a recursive value may nest.
#pragma once

#include <skua/base/config.hpp>
#include <skua/error.hpp>

namespace skua::wire {

/// Bytes that are not the encoding of what was asked for: cut off, out of range, or of another
/// build.
class malformed : public error {
 public:
  using error::error;
};

[[noreturn]] SKUA_COLD void throw_malformed(char const* text);
[[noreturn]] SKUA_COLD void throw_too_deep();

/// A value of a recursive type (a tree, a linked list) may nest this deep: tasks have small stacks,
/// and bytes from outside must not be able to overflow one.
inline constexpr unsigned deepest = 100;

/// Counts one level of a recursive value as long as it lives.
class level {
 public:
  explicit level(unsigned& depth) : depth_(depth) {
    if (SKUA_UNLIKELY(depth >= deepest)) throw_too_deep();
    ++depth_;
  }
  level(level const&) = delete;
  level& operator=(level const&) = delete;
  ~level() { --depth_; }

 private:
  unsigned& depth_;
};

}  // namespace skua::wire

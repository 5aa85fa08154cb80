// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which process made an object. A forked child inherits the memory of its parent, but none of its
// threads, connections or children: it must neither join, close nor end them.
#pragma once

#include <sys/types.h>
#include <unistd.h>

namespace skua::system {

class maker_process {
 public:
  /// Whether the calling process is the one that constructed this object.
  [[nodiscard]] bool is_this() const noexcept { return pid_ == ::getpid(); }

 private:
  ::pid_t pid_ = ::getpid();
};

}  // namespace skua::system

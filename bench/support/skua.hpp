// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of the runtimes that the cases start.
#pragma once

#include <skua/skua.hpp>

namespace bench {

inline skua::options workers(int count) {
  skua::options o;
  o.workers = count;
  return o;
}

}  // namespace bench

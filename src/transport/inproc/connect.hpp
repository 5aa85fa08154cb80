// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that are groups of threads of one process.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "transport/transport.hpp"

namespace skua::transport {

/// One endpoint for each place, in order; each may be used and destroyed independently of the
/// others. `capacity`: bytes of each ring, a power of two from 4 KiB; 0: segment::usual_capacity.
/// Throws std::bad_alloc.
std::vector<std::unique_ptr<endpoint>> inproc_connect(int places, std::size_t capacity = 0);

}  // namespace skua::transport

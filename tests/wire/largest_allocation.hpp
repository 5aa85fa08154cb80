// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest block that anybody asked the heap for: bytes from outside must not make it large.
#pragma once

#include <cstddef>

/// Since the last call; the count is the thread's own.
std::size_t take_largest_allocation() noexcept;

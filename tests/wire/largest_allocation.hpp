// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest block requested from the heap. Received bytes must not make it large.
#pragma once

#include <cstddef>

/// The largest block of this thread since the last call.
std::size_t take_largest_allocation() noexcept;

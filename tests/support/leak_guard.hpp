// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a test may leave behind on purpose.
#pragma once

namespace support {

/// Futures of this process may outlive their run: the leak guard does not count them any more.
void allow_futures_to_outlive_their_run() noexcept;

}  // namespace support

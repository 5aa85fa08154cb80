// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/reader.hpp>

namespace skua::wire {

std::span<std::byte const> view_of(std::vector<std::byte> const& bytes) noexcept { return bytes; }

}  // namespace skua::wire

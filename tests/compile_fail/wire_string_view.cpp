// expect: skua: a string_view, span or reference_wrapper does not travel to another place, where it would dangle
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

#include <string_view>

std::string_view program(skua::wire::reader& r) { return skua::wire::decode<std::string_view>(r); }

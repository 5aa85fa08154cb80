// expect: skua: a pointer does not travel to another place, where it would point to nothing: send the object itself
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

void program(skua::wire::writer& w, std::map<std::string, std::vector<int*>> const& m) { skua::wire::encode(w, m); }

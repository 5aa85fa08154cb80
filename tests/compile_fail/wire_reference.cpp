// expect: skua: a class with a reference member does not travel to another place: hold the object itself
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

struct message {
  int size;
  int& data;
};

void program() { skua::wire::require_serializable<std::vector<message>>(); }

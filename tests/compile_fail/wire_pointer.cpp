// expect: skua: a pointer does not travel to another place, where it would point to nothing: send the object itself
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

struct message {
  int size;
  int* data;
};

void program() { skua::wire::require_serializable<message>(); }

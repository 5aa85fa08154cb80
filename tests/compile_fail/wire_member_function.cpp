// expect: skua: a pointer to a member function does not travel to another place: send a plain function
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

struct counter {
  void add();
};

void program() { skua::wire::require_serializable<void (counter::*)()>(); }

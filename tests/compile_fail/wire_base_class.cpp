// expect: skua: a class with a base class travels to another place only with
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

struct animal {
  std::string name;
};
struct bird : animal {
  int eggs;
};

void program() { skua::wire::require_serializable<bird>(); }

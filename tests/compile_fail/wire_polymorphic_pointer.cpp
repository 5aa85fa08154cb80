// expect: skua: a unique_ptr to a class with virtual functions does not travel to another place
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

struct shape {
  virtual ~shape() = default;
  template <class A>
  void serialize(A&) {}
};

void program(skua::wire::writer& w, std::unique_ptr<shape> const& s) { skua::wire::encode(w, s); }

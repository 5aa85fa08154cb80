// expect: skua: a class with a serialize function travels to another place only if it can be default-constructed
// further errors: the compiler reads on
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

class metres {
 public:
  explicit metres(double x) : x_(x) {}
  template <class A>
  void serialize(A& a) {
    a(x_);
  }

 private:
  double x_;
};

metres program(skua::wire::reader& r) { return skua::wire::decode<metres>(r); }

// expect: skua: a pointer does not travel to another place, where it would point to nothing: send the object itself
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

class list {
 public:
  template <class A>
  void serialize(A& a) {
    a(size_, first_);
  }

 private:
  int size_ = 0;
  int* first_ = nullptr;
};

void program(skua::wire::writer& w, list const& l) { skua::wire::encode(w, l); }

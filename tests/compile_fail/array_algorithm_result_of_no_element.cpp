// expect: the type of the result must be constructible from an element
// further errors: the element that the result cannot be made of
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/algorithm/shared_array.hpp>

class total {
 public:
  total() = default;
  total add(long x) const {
    total result;
    result.value_ = value_ + x;
    return result;
  }
  total add(total x) const { return add(x.value_); }

 private:
  long value_ = 0;
};
struct addition {
  total operator()(total a, total b) const { return a.add(b); }
  total operator()(total a, int x) const { return a.add(x); }
  total operator()(int x, int y) const { return total().add(long{x} + y); }
};

total program(skua::shared_array<int> const& numbers) { return skua::reduce(numbers, total(), addition()); }

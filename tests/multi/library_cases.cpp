// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with a function of a shared library, or of a library of the system.
#include <cstdlib>
#include <string>
#include <vector>

#include "library/library.hpp"
#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(functions_of_a_shared_library) {
  for (int p = 0; p < skua::places(); ++p) {
    SAME(skua::async(skua::on(p), &multi_library::greet, std::string("ab"), 2).get(), "abab");
    SAME(skua::async(skua::on(p), multi_library::hidden(), 5).get(), 15);
    SAME(skua::async(skua::on(p), static_cast<int (*)(int)>(&std::abs), -4).get(), 4);
    std::vector<skua::future<std::string>> futures;
    for (int i = 0; i < 20; ++i)
      futures.push_back(skua::async(skua::any.from(p), &multi_library::greet, std::string("x"), i));
    for (int i = 0; i < 20; ++i) SAME(futures[static_cast<std::size_t>(i)].get().size(), static_cast<std::size_t>(i));
  }
}

}  // namespace

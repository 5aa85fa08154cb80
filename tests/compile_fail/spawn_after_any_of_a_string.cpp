// expect: a task that may leave its place holds something that cannot travel
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <skua/skua.hpp>

void program(skua::future<int> const& f, std::string const& s) {
  skua::spawn(skua::after(f), skua::on(1), [s] { (void)s.size(); });
}

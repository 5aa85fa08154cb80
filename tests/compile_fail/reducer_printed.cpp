// expect: call_get_to_read_it
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <iostream>

#include <skua/reducer.hpp>

void program(skua::count counter) { std::cout << counter; }

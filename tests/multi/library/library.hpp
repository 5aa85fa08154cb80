// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of a shared library.
#pragma once

#include <string>

namespace multi_library {

std::string greet(std::string const& name, int times);
/// The address of a function that the program does not know by name.
int (*hidden())(int);

}  // namespace multi_library

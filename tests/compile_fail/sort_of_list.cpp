// expect: so they need random access iterators: copy the elements into a std::vector, or call the list's own sort()
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <list>

#include <skua/algorithm.hpp>

void program(std::list<int>& numbers) { skua::sort(numbers.begin(), numbers.end()); }

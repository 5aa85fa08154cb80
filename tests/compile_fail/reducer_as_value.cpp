// expect: call_get_to_read_it
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/reducer.hpp>

double program(skua::sum<double> total) {
  double const value = total;
  return value;
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts of this library for the commands of gdb (gdb/skua_gdb.py): where the places are, and
// where in a place, a fibre or a scope its parts lie. So they need no debug information, which a
// library for users does not have.
#pragma once

#include <cstdint>

extern "C" {

struct skua_debugger_fact {
  char const* name;
  std::uint64_t value;
};

/// Ends with a fact without a name.
__attribute__((visibility("default"))) extern skua_debugger_fact const skua_debugger_facts[];
}

// expect: skua: an atomic or volatile object does not travel to another place: send its value
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

#include <atomic>

struct counters {
  std::string name;
  std::atomic<int> count;
};

void program() { skua::wire::require_serializable<counters>(); }

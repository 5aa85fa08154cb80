// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/collective/broadcast.hpp>

#include <skua/detail/collective/byte_operations.hpp>

namespace skua::collective {

void barrier(member_set members) {
  run_collective(members, [](participation& participant) { run_barrier(participant); });
}

future<void> async_barrier(member_set members) {
  return async_collective(members, [](participation& participant) { run_barrier(participant); });
}

}  // namespace skua::collective

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/outlined_finish.hpp>

namespace skua::sched {

finish_result finish_outlined(void (*body)(void*), void* context) {
  return finish([=] { body(context); });
}

}  // namespace skua::sched

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name by which a program with thread sanitizer recognises a library that is compiled with it.
#include <skua/detail/base/config.hpp>

#if defined(SKUA_TSAN)
char const skua_is_not_compiled_with_fsanitize_thread_so_use_skua_tsan = 1;
#endif

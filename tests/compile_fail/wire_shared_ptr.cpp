// expect: skua: a shared_ptr does not travel to another place, since an object is not shared between processes
// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/wire.hpp>

#include <memory>

void program() { skua::wire::require_serializable<std::pair<int, std::shared_ptr<int>>>(); }

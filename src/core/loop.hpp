// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop of a worker: it runs the tasks of its fibre, then finds other work.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// The first function of every fibre; its argument is the fibre.
void fibre_main(void* self) noexcept;

}  // namespace skua::sched

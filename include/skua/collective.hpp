// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations: every place, or every member of a place_set, calls the same one, and
// together they get the result.
//
// One caller for each member (a task, at one of its places), in the same order of calls over a set
// at each. Every operation has an asynchronous form, async_…, which returns a future; the caller's
// scope waits for it, and several may be under way. What throws at one member (the user's op, or a
// wait in a cancelled scope) makes the members throw that are still at it. A call counts also if it
// throws.
#pragma once

#include <skua/collective/alltoall.hpp>
#include <skua/collective/broadcast.hpp>
#include <skua/collective/gather.hpp>
#include <skua/collective/reduce.hpp>
#include <skua/collective/scan.hpp>
#include <skua/collective/scatter.hpp>

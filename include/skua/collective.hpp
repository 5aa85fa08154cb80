// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collective operations: every place, or every member of a place_set, calls the same operation, and
// each call returns the result.
//
// One task calls at each member. All members make their calls over one set in the same order. Every
// operation has an asynchronous form, async_…, which returns a future; the caller's scope waits for
// it, and several may be under way. If one member throws (the user's op, or a wait in a cancelled
// scope), the members that have not finished the operation throw too. A call that throws counts in
// the order of calls.
#pragma once

#include <skua/collective/alltoall.hpp>
#include <skua/collective/broadcast.hpp>
#include <skua/collective/gather.hpp>
#include <skua/collective/reduce.hpp>
#include <skua/collective/scan.hpp>
#include <skua/collective/scatter.hpp>

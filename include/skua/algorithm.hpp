// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel algorithms under the names of <algorithm> and <numeric>. skua.hpp does not include them.
//
// Call them in a task. A call is a scope: it returns when all its work has ended, also what the
// element functions spawned. The first exception of an element function ends the work and is
// thrown; a cancelled scope ends it with cancelled_error. Element functions may suspend. They are
// called concurrently through one copy, so they must not change their own state without care.
//
// Iterators of random access are divided among the workers; with forward and input iterators, and
// with proxies such as those of vector<bool> as output, one task does the work in one pass.
// docs/reference/algorithms.md has a table.
#pragma once

#include <skua/algorithm/filter.hpp>
#include <skua/algorithm/find.hpp>
#include <skua/algorithm/for_each.hpp>
#include <skua/algorithm/min_max.hpp>
#include <skua/algorithm/reduce.hpp>
#include <skua/algorithm/scan.hpp>
#include <skua/algorithm/sort.hpp>

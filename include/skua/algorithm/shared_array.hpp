// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel algorithms over the elements of a skua::shared_array, at all places that have some.
// algorithm.hpp does not include them.
//
// One task at any place calls them. Each place works on its own elements with all its workers.
// Functions travel to the places as those of spawned tasks do. A call is a scope over all its
// places: the first exception of an element function stops all of them and is thrown by the call.
// docs/reference/algorithms.md has a table.
#pragma once

#include <skua/algorithm/shared_find.hpp>
#include <skua/algorithm/shared_for_each.hpp>
#include <skua/algorithm/shared_min_max.hpp>
#include <skua/algorithm/shared_reduce.hpp>
#include <skua/algorithm/shared_scan.hpp>
#include <skua/algorithm/shared_sort.hpp>

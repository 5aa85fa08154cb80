// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global memory: pointers, allocation, copies, atomics, shared objects, a map, a mutex, checkouts.
#pragma once

#include <skua/memory/allocate.hpp>
#include <skua/memory/checkout.hpp>
#include <skua/memory/copy.hpp>
#include <skua/memory/distribution.hpp>
#include <skua/memory/global_atomic.hpp>
#include <skua/memory/global_mutex.hpp>
#include <skua/memory/global_ptr.hpp>
#include <skua/memory/shared_array.hpp>
#include <skua/memory/shared_map.hpp>
#include <skua/memory/shared_var.hpp>
#include <skua/shared_static.hpp>

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes the whole public interface, except skua/search.hpp.
#pragma once

#include <skua/cancel.hpp>
#include <skua/collective.hpp>
#include <skua/coroutine.hpp>
#include <skua/error.hpp>
#include <skua/exit_codes.hpp>
#include <skua/finish.hpp>
#include <skua/for_async.hpp>
#include <skua/future.hpp>
#include <skua/invoke.hpp>
#include <skua/memory.hpp>
#include <skua/packaged_task.hpp>
#include <skua/phaser.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/place_set.hpp>
#include <skua/promise.hpp>
#include <skua/reducer.hpp>
#include <skua/remote_error.hpp>
#include <skua/run.hpp>
#include <skua/sim.hpp>
#include <skua/spawn.hpp>
#include <skua/spmd.hpp>
#include <skua/stats.hpp>
#include <skua/sync.hpp>
#include <skua/task_batch.hpp>
#include <skua/time.hpp>
#include <skua/when.hpp>

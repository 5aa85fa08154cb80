// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of scopes for the scheduler itself: tokens that come back, errors, the scopes around
// one.
#pragma once

#include <cstdint>
#include <exception>

#include <skua/detail/core/scope_frame.hpp>

namespace skua::sched {

struct place;
struct scope_extension;
struct task_counts;

/// The extension of a scope, made if there is none. Any thread that may touch the frame.
scope_extension* extend(scope_frame* frame);

/// Gives n tokens back. Returns the owner to resume if that was the last token and the owner waits.
fibre* complete_tokens(scope_frame* frame, std::int64_t n) noexcept;
/// Like release_token, for several tokens at once.
void release_tokens(place_front* at, std::uintptr_t scope_word, std::int64_t tokens) noexcept;

/// Records an exception of a task of the scope; cancels the scope unless it keeps going.
void record_error(place& place, scope_frame* frame, std::exception_ptr exception) noexcept;
bool is_cancelled_error(std::exception_ptr const& exception) noexcept;

/// The counts of the innermost counted scope around a frame, or nullptr.
task_counts* task_counts_around(scope_frame* frame) noexcept;
/// The proxy at the end of the chain of scopes; nullptr: the chain ends at a scope of this place.
proxy_frame* proxy_around(scope_frame* frame) noexcept;
/// Its serial, or 0.
std::uint64_t context_of(scope_frame* frame) noexcept;

}  // namespace skua::sched

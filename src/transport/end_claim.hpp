// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One place of a host reports why the run ends: the first that has a reason. The other places end
// silently, with that place's exit code.
//
// A place claims the end before it prints its message, and ends right afterwards. A place that
// later finds it lost therefore sees the claim (edge END, in the segment's header). So does a place
// that runs out of the same resource in the meantime.
#pragma once

namespace skua::transport {

struct segment_header;

/// Registers this process as that place of the segment: from now on base::claim_end uses this
/// header. Allocates no memory.
void take_part(segment_header& header, int place) noexcept;
/// Ends that registration. Any thread; the header must still be mapped.
void withdraw(segment_header& header) noexcept;

/// Calls `listener` with `context` and the exit code when this process claims its end, until it is
/// called again. With a null `listener` there are no more calls once this returns.
void listen_to_claims(void (*listener)(void* context, int code) noexcept, void* context) noexcept;

/// Does the same as take_part for a place that skua-run has started; must be the first call of the
/// place. The header stays mapped.
void take_part_in_launch() noexcept;

}  // namespace skua::transport

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which place of a host says why the run ends: the first that has a reason. The others end without
// a line and with its exit code.
//
// A place claims the end before it prints, and ends right after that. So a place that finds another
// one lost after that sees the claim (edge END, in the segment's header), and so does a place that
// runs out of the same resource meanwhile.
#pragma once

namespace skua::transport {

struct segment_header;

/// Exit code of a place that could not start.
inline constexpr int start_exit_code = 2;

/// This process is that place of the segment: base::claim_end asks there from now on. Needs no
/// memory.
void take_part(segment_header& h, int place) noexcept;
/// No longer. Any thread; the header is still there.
void withdraw(segment_header& h) noexcept;

/// The same as take_part for a place that skua-run has started, as its first act; the header stays
/// mapped.
void take_part_in_launch() noexcept;

}  // namespace skua::transport

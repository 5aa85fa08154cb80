// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place whose process has ended, as whoever watches over it tells an endpoint.
//
// W1  Ends that were there together are told together, and an end is never told before another that
//     had happened first. One look at several processes is not enough for that: the first may end
//     because the second did, between the looks at each. So whoever has found an end looks at all
//     of them once more before it tells.
#pragma once

#include <string>
#include <vector>

namespace skua::transport {

struct loss {
  int place;
  std::string how;  ///< a clause for people
  int code = 0;     ///< what a shell shows for that end: an exit code, 128 + the signal; 0: not known to this process
};

using losses = std::vector<loss>;

}  // namespace skua::transport

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel count.

#pragma once

#include "../common/search_options.hpp"
#include "problem.hpp"

namespace apps::semigroups {

struct outcome : search_outcome {
  tally count;  ///< of the whole tree, or of the part searched before the search was stopped
};

/// Call inside a task.
[[nodiscard]] outcome count_parallel(int genus, method representation, int unbuilt, search_request const& request);

}  // namespace apps::semigroups

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The count by the search engine.

#pragma once

#include "../skua/search_options.hpp"
#include "problem.hpp"

namespace apps::queens {

struct enumerated : search_outcome {
  tally count;  ///< of the whole tree, or of the part visited before the search was stopped
};

/// Call inside a task. The nodes of its statistics are the boards of the upper rows.
[[nodiscard]] enumerated search_by_engine(int size, search_request const& request);

}  // namespace apps::queens

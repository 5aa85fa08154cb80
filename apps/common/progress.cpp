// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options of the applications' progress lines.

#include <skua/progress.hpp>
#include <utility>

#include "app.hpp"

namespace apps {

skua::progress_options common_options::progress(std::string unit, std::optional<std::uint64_t> total) const {
  skua::progress_options line;
  line.unit = std::move(unit);
  line.total = total;
  line.visible = show_progress();
  return line;
}

}  // namespace apps

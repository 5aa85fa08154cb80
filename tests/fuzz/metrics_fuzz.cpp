// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as the OpenMetrics text of a run: refused, or shown by the live view in lines that fit
// the screen and leave the terminal as it is.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "observe/live_view.hpp"
#include "observe/metrics_client.hpp"
#include "observe/progress_text.hpp"

namespace {

using namespace skua::observe;

void require(bool holds) {
  if (!holds) std::abort();
}

void require_printable(std::string const& line) {
  for (char const c : line) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string text(reinterpret_cast<char const*>(data), size);
  if (!text.ends_with("# EOF\n")) text += "# EOF\n";
  auto numbers = parse_metrics(text);
  if (!numbers) return 0;
  run_answer answer;
  answer.processes.push_back(std::move(*numbers));
  view_maker views;
  for (int i = 0; i < 2; ++i) {  // the second view has rates
    run_view const view = views.next(answer);
    view_style const style{.columns = 60, .rows = 12, .blocks = i == 1, .colour = false};
    auto const lines = screen_lines(view, style);
    require(lines.size() <= style.rows);
    for (std::string const& line : lines) {
      require_printable(line);
      require(columns_of(line) <= style.columns);
    }
    require_printable(plain_line(view));
    for (place_numbers& p : answer.processes.front().local_places) p.uptime += 1;
  }
  return 0;
}

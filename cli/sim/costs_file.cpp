// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "costs_file.hpp"

#include <charconv>
#include <fstream>
#include <string_view>

#include "apps/common/error.hpp"
#include "apps/common/input.hpp"
#include "apps/common/output_file.hpp"
#include "apps/common/text.hpp"

namespace apps::sim {

namespace {
constexpr char const* first_words = "# seconds of each task in their order: ";
}

std::vector<double> read_costs(std::istream& input, std::string const& file) {
  constexpr double max_seconds = 1e6;
  line_reader lines(input, file);
  std::vector<double> costs;
  for (std::string line; lines.next(line);) {
    std::string_view rest = line;
    std::string_view const word = next_word(rest);
    if (word.empty() || word.front() == '#') continue;
    double seconds = -1;
    char const* const word_end = word.data() + word.size();
    bool const is_whole_word = std::from_chars(word.data(), word_end, seconds).ptr == word_end;
    if (!is_whole_word || !(seconds >= 0 && seconds <= max_seconds) || !next_word(rest).empty()) {
      lines.fail("the seconds of a task, 0 to 1000000", shown(line));
    }
    costs.push_back(seconds);
  }
  if (costs.empty()) lines.fail("the seconds of at least one task", "the end of the file");
  return costs;
}

std::vector<double> read_costs(std::string const& file) {
  auto input = open_input(file);
  return read_costs(input, file);
}

void try_costs(std::string const& option, std::string const& file) {
  try_replacing_own(option, file, "recorded costs", first_words);
}

void write_costs(std::string const& file, std::string const& title, std::vector<double> const& seconds) {
  std::string text = first_words + title + '\n';
  for (double const s : seconds) {
    text += decimals(s, 9) + '\n';
  }
  write_output(file, text);
}

}  // namespace apps::sim

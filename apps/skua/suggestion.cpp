// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

namespace apps {
namespace {

/// Letters inserted, removed, replaced, and neighbours exchanged; capitals count as small letters.
std::size_t edits(std::string_view a, std::string_view b) {
  auto const equal = [&](std::size_t i, std::size_t j) {
    return std::tolower(static_cast<unsigned char>(a[i - 1])) == std::tolower(static_cast<unsigned char>(b[j - 1]));
  };
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      auto& cell = table[i][j];
      if (i == 0 || j == 0) {
        cell = i + j;
        continue;
      }
      cell = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (equal(i, j) ? 0u : 1u)});
      if (i > 1 && j > 1 && equal(i, j - 1) && equal(i - 1, j)) cell = std::min(cell, table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

bool is_number(std::string_view text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text.front())) != 0 || text.front() == '.');
}

}  // namespace

std::string suggestion(std::string_view word, std::vector<std::string> const& names, std::string_view prefix) {
  constexpr std::size_t longest_word = 64;
  if (word.size() > longest_word) return "";
  std::string best;
  std::size_t best_distance = ~std::size_t{0};
  for (std::string const& name : names) {
    std::size_t const limit = std::clamp<std::size_t>(name.size() / 3, 1, 3);
    if (name.size() < 3) continue;
    if (std::size_t const distance = edits(word, name); distance <= limit && distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best.empty() ? "" : "; did you mean " + std::string(prefix) + best + "?";
}

std::string option_suggestion(std::vector<std::string> const& arguments, CLI::App const& command) {
  std::vector<std::string> names;
  for (CLI::Option const* option : command.get_options()) {
    for (std::string const& name : option->get_lnames()) names.push_back(name);
  }
  for (std::string const& argument : arguments) {
    if (argument == "--") break;
    std::size_t const dashes = argument.find_first_not_of('-');
    if (dashes == 0 || dashes == std::string::npos) continue;
    std::string const word = argument.substr(dashes, argument.find('=') - dashes);
    if (is_number(word)) continue;
    bool const is_known = dashes == 2 && std::find(names.begin(), names.end(), word) != names.end();
    bool const is_short = dashes == 1 && command.get_option_no_throw("-" + word.substr(0, 1)) != nullptr;
    if (!is_known && !is_short) return suggestion(word, names, "--");
  }
  return "";
}

}  // namespace apps

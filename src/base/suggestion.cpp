// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/suggestion.hpp"

#include <algorithm>
#include <utility>

namespace skua::base {
namespace {

char small_letter(char character) noexcept {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  auto const equal = [&](std::size_t i, std::size_t j) {
    return small_letter(left[i - 1]) == small_letter(right[j - 1]);
  };
  // Rows of the table of prefixes: two above, above, and the current one.
  std::vector<std::size_t> second(right.size() + 1);
  std::vector<std::size_t> above(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    std::swap(second, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (equal(i, j) ? 0u : 1u)});
      if (i > 1 && j > 1 && equal(i, j - 1) && equal(i - 1, j)) row[j] = std::min(row[j], second[j - 2] + 1);
    }
  }
  return row[right.size()];
}

std::string nearest(std::string_view word, std::vector<std::string> const& names) {
  constexpr std::size_t longest_word = 64;  // the table of a long argument would cost more than it helps
  std::string best;
  std::size_t best_distance = ~std::size_t{0};
  if (word.size() > longest_word) return best;
  for (std::string const& name : names) {
    std::size_t const limit = std::clamp<std::size_t>(name.size() / 3, 1, 3);
    // A name of one or two letters differs from too many words by one edit.
    if (name.size() < 3) continue;
    if (std::size_t const distance = edit_distance(word, name); distance <= limit && distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

}  // namespace skua::base

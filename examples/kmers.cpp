// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_map: counts the pieces of k letters (k-mers) of a text over all places. The hash of a
// piece says which place counts it.
#include <cstdio>
#include <string>
#include <unordered_map>

#include <skua/skua.hpp>

constexpr std::size_t letters = 30'000, k = 6;

/// A random text with a frequent piece.
std::string make_text() {
  std::string text;
  for (unsigned dice = 1; text.size() < letters;) {
    dice = dice * 1664525u + 1013904223u;
    if (dice >> 24 == 0) text += "GATTACA";
    text += "ACGT"[dice >> 30];
  }
  text.resize(letters);
  return text;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::shared_map<std::string, int> const counts;
    skua::run_spmd([counts] {  // each place counts the pieces that begin in its part of the text
      std::string const text = make_text();
      auto const parts = static_cast<std::size_t>(skua::places()), part = static_cast<std::size_t>(skua::here());
      std::size_t const end = (letters - k + 1) * (part + 1) / parts;
      for (std::size_t i = (letters - k + 1) * part / parts; i < end; ++i)
        counts.update(text.substr(i, k), [](int& n) { ++n; });  // 0 at first
    });                                                         // every update has arrived

    std::string const text = make_text();
    std::unordered_map<std::string, int> expected;
    for (std::size_t i = 0; i + k <= letters; ++i) ++expected[text.substr(i, k)];
    int wrong = 0;
    for (auto const& [piece, n] : expected) wrong += counts.get(piece) != n ? 1 : 0;
    int const frequent = counts.get("GATTAC").value_or(0);
    std::printf("%zu pieces, %d times GATTAC, %d wrong\n", counts.size(), frequent, wrong);
    return wrong == 0 && counts.size() == expected.size() && frequent > 100 ? 0 : 1;
  });
}

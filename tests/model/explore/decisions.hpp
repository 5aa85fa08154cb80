// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The path through the tree of decisions: depth-first search that runs each execution again from
// the start.
//
//   DECISIONS-1  Entries before the cursor were taken in this execution; entries after it will be
//     repeated.
//   DECISIONS-2  The last entry has been advanced; everything to its left in the tree has been
//     explored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skua::model {

class decisions {
 public:
  static constexpr std::size_t max_alternatives = 36;  // one digit or letter each

  /// Starts an execution at the root.
  void rewind() {
    cursor_ = 0;
    consistent_ = true;
  }

  /// Takes the next of `alternatives` ways: the recorded one, or the first.
  std::size_t take(std::size_t alternatives) {
    if (alternatives < 2) return 0;
    if (cursor_ == path_.size()) path_.push_back({0, static_cast<std::uint8_t>(alternatives)});
    entry& decision = path_[cursor_++];
    if (decision.alternatives == 0)  // read from a replay string, which has no counts
      decision.alternatives = static_cast<std::uint8_t>(alternatives);
    if (decision.alternatives != alternatives || decision.choice >= alternatives) {
      consistent_ = false;
      return 0;
    }
    return decision.choice;
  }

  /// False when a repeated execution met other decisions than before: the test is not
  /// deterministic.
  [[nodiscard]] bool consistent() const { return consistent_; }

  /// Moves on to the next unexplored path. Returns false if there is none.
  bool advance() {
    path_.resize(cursor_);
    while (!path_.empty() && path_.back().choice + 1 == path_.back().alternatives) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().choice;
    return true;
  }

  /// The path as a string: one character per decision, trailing first choices left out.
  [[nodiscard]] std::string encode() const {
    std::string text;
    for (std::size_t i = 0; i < cursor_; ++i) text += "0123456789abcdefghijklmnopqrstuvwxyz"[path_[i].choice];
    text.erase(text.find_last_not_of('0') + 1);
    return text.empty() ? "0" : text;
  }

  /// Loads a path written by encode(). Returns false if encode() cannot have written it.
  bool decode(std::string const& text) {
    path_.clear();
    for (char const c : text)
      if (c >= '0' && c <= '9')
        path_.push_back({static_cast<std::uint8_t>(c - '0'), 0});
      else if (c >= 'a' && c <= 'z')
        path_.push_back({static_cast<std::uint8_t>(c - 'a' + 10), 0});
      else
        return false;
    return true;
  }

 private:
  struct entry {
    std::uint8_t choice;
    std::uint8_t alternatives;
  };

  std::vector<entry> path_;
  std::size_t cursor_ = 0;
  bool consistent_ = true;
};

}  // namespace skua::model

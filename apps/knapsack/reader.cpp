// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "reader.hpp"

#include <filesystem>
#include <string_view>

#include "../common/input.hpp"

namespace apps::knapsack {
namespace {

class reader {
 public:
  reader(std::istream& input, std::string const& file) : lines_(input, file) {
    result_.name = std::filesystem::path(file).stem().string();
  }

  instance read() {
    constexpr amount max_value = std::numeric_limits<amount>::max();
    result_.capacity = only_number("the capacity", max_value);
    result_.stated_optimum = only_number("the optimum", max_value);
    while (next_line()) {
      if (result_.items.size() == max_items) {
        lines_.fail("at most " + std::to_string(max_items) + " items", "one more");
      }
      auto const profit = number("a profit from 0 to " + std::to_string(largest_value), 0, largest_value);
      auto const weight = number("a weight from 1 to " + std::to_string(largest_value), 1, largest_value);
      end_of_line();
      result_.items.push_back({profit, weight});
    }
    if (result_.items.empty()) lines_.fail("an item, its profit and its weight", "the end of the file");
    return std::move(result_);
  }

 private:
  /// Advances to the next line that is not empty; false at the end of the file.
  bool next_line() {
    while (lines_.next(text_)) {
      rest_ = text_;
      if (rest_.find_first_not_of(blank) != std::string_view::npos) return true;
    }
    return false;
  }

  amount number(std::string const& expected, amount min_value, amount max_value) {
    auto const text = next_word(rest_);
    if (text.empty()) lines_.fail(expected, "the end of the line");
    return lines_.number_in(text, expected, min_value, max_value);
  }

  amount only_number(std::string const& quantity, amount max_value) {
    if (!next_line()) lines_.fail(quantity, lines_.number() == 1 ? "an empty file" : "the end of the file");
    auto const value = number(quantity + ", a whole number from 0 to " + std::to_string(max_value), 0, max_value);
    end_of_line();
    return value;
  }

  void end_of_line() {
    if (auto const extra = next_word(rest_); !extra.empty()) lines_.fail("the end of the line", shown(extra));
  }

  line_reader lines_;
  std::string text_;
  std::string_view rest_;
  instance result_;
};

}  // namespace

instance read_kp(std::istream& input, std::string const& file) { return reader(input, file).read(); }

instance read_kp(std::string const& file) {
  auto input = open_input(file);
  return read_kp(input, file);
}

}  // namespace apps::knapsack

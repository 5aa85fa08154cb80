// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "base/suggestion.hpp"

namespace apps {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text.front())) != 0 || text.front() == '.');
}

}  // namespace

std::string suggestion(std::string_view word, std::vector<std::string> const& names, std::string_view prefix) {
  std::string const name = skua::base::nearest(word, names);
  return name.empty() ? "" : "; did you mean " + std::string(prefix) + name + "?";
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

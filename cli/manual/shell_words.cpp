// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "shell_words.hpp"

namespace apps::manual {

std::string joined_words(std::vector<std::string> const& words, std::string_view separator) {
  std::string text;
  for (auto const& word : words) text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

std::string in_quotes(std::string const& text) {
  std::string quoted = "'";
  for (char const c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c == '\n' ? ' ' : c;
    }
  }
  return quoted + "'";
}

std::string in_fish_quotes(std::string const& text) {
  std::string quoted = "'";
  for (char const c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "'";
}

std::string without_separators(std::string const& text) {
  std::string escaped;
  for (char const c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_option(option_entry const& option) {
  std::string const description = "[" + without_separators(option.description) + "]";
  std::string action;
  if (!option.value.empty()) {
    action = ":" + without_separators(option.value) + ":";
    action += option.choices.empty() ? "_files" : "(" + joined_words(option.choices, " ") + ")";
  }
  if (option.names.empty()) return "      " + in_quotes(action) + " \\\n";
  std::string text;
  for (auto const& name : option.names) {
    bool const is_long = name.starts_with("--");
    text += "      " + in_quotes(name + (action.empty() ? "" : is_long ? "=" : "+") + description + action) + " \\\n";
  }
  return text;
}

std::string names_with_value(command_entry const& command, std::string_view separator) {
  std::vector<std::string> names;
  for (auto const& option : command.options) {
    if (option.value.empty()) continue;
    for (auto const& name : option.names) names.push_back(in_quotes(name));
  }
  return joined_words(names, separator);
}

}  // namespace apps::manual

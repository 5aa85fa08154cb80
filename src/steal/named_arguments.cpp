// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/named_arguments.hpp"

#include <algorithm>

namespace skua::steal {
namespace {

/// Returns true if the argument is "key=value".
bool is_value_of(std::string_view argument, std::string_view key) {
  return argument.starts_with(key) && argument.size() > key.size() && argument[key.size()] == '=';
}

}  // namespace

named_arguments::named_arguments(std::string_view text) {
  std::string stripped;
  for (char const character : text) {
    if (character != ' ') stripped += character;
  }
  auto const open = stripped.find('(');
  name_ = stripped.substr(0, open);
  if (open == std::string::npos) return;
  is_closed_ = stripped.back() == ')';
  std::string argument;
  for (std::size_t i = open + 1; i < stripped.size() - (is_closed_ ? 1 : 0); ++i) {
    if (stripped[i] == ',') {
      arguments_.push_back(argument);
      argument.clear();
    } else {
      argument += stripped[i];
    }
  }
  arguments_.push_back(argument);
}

bool named_arguments::has_key(std::string_view key) const {
  return std::ranges::any_of(arguments_, [key](std::string const& argument) { return is_value_of(argument, key); });
}

bool named_arguments::take_flag(std::string_view flag) {
  auto const argument = std::find(arguments_.begin(), arguments_.end(), flag);
  if (argument == arguments_.end()) return false;
  arguments_.erase(argument);
  return true;
}

std::optional<std::string> named_arguments::take_value(std::string_view key) {
  for (auto argument = arguments_.begin(); argument != arguments_.end(); ++argument) {
    if (!is_value_of(*argument, key)) continue;
    std::string value = argument->substr(key.size() + 1);
    arguments_.erase(argument);
    return value;
  }
  return std::nullopt;
}

}  // namespace skua::steal

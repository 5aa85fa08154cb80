// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of an option that is a name with arguments: "name" or "name(1,flag,key=3)". A reader
// takes the arguments that it knows; an argument that is left is an error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::steal {

/// The largest number of places or tasks that an argument may be.
inline constexpr int largest_argument = 1'000'000;

class named_arguments {
 public:
  /// Spaces are ignored.
  explicit named_arguments(std::string_view text);

  [[nodiscard]] std::string const& name() const noexcept { return name_; }
  /// Returns false if the parenthesis at the end is missing.
  [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }
  /// Returns true if no argument is left.
  [[nodiscard]] bool is_empty() const noexcept { return arguments_.empty(); }
  /// Returns true if an argument "key=value" is left.
  [[nodiscard]] bool has_key(std::string_view key) const;

  /// Takes a flag. Returns false if it is not given.
  bool take_flag(std::string_view flag);

  /// Takes the first argument into `to`. Returns false if there is none, or `read` refuses it.
  template <class T, class Read>
  bool take_first(T& to, Read const& read) {
    if (arguments_.empty()) return false;
    auto const value = read(std::string_view(arguments_.front()));
    if (!value) return false;
    arguments_.erase(arguments_.begin());
    to = *value;
    return true;
  }

  /// Takes the value of "key=value" into `to`, if it is given. Returns false if `read` refuses it.
  /// A second value of the same key is left.
  template <class T, class Read>
  bool take_key(std::string_view key, T& to, Read const& read) {
    auto const text = take_value(key);
    if (!text) return true;
    auto const value = read(*text);
    if (!value) return false;
    to = *value;
    return true;
  }

 private:
  std::optional<std::string> take_value(std::string_view key);

  std::string name_;
  std::vector<std::string> arguments_;
  bool is_closed_ = true;
};

}  // namespace skua::steal

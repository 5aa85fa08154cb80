// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exception that replaces one of a user's type when it crosses from another place. Exceptions
// of the library's and the standard's types keep their type.
#pragma once

#include <string>
#include <utility>

#include <skua/detail/base/config.hpp>

namespace skua {

/// An exception of a user's type, thrown at another place. It arrives as remote_error_of<Base>,
/// where Base is the nearest standard class from which the user's type derives. Handlers for that
/// class catch it as they would at the other place; handlers for remote_error catch all of them.
class remote_error {
 public:
  remote_error(std::string type_name, std::string text, int place)
      : type_name_(std::move(type_name)), text_(std::move(text)), place_(place) {}
  virtual ~remote_error() = default;

  /// The type's name as in C++ source, "my::exception".
  std::string const& type_name() const noexcept { return type_name_; }
  /// The text of what() at that place; for other types, a sentence with the type's name.
  std::string const& text() const noexcept { return text_; }
  /// The place where it was thrown; -1 if unknown.
  int place() const noexcept { return place_; }

 protected:
  remote_error(remote_error const&) = default;
  remote_error& operator=(remote_error const&) = default;

 private:
  std::string type_name_;
  std::string text_;
  int place_;
};

/// See remote_error. what() returns text().
template <class Base>
class remote_error_of : public Base, public remote_error {
 public:
  remote_error_of(Base base, std::string type_name, std::string text, int place)
      : Base(std::move(base)), remote_error(std::move(type_name), std::move(text), place) {}
  /// Returns the same text as text().
  char const* what() const noexcept override { return text().c_str(); }
};

}  // namespace skua

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What arrives when a task at another place threw an exception of a type that is not the library's
// nor the standard's.
#pragma once

#include <string>
#include <utility>

namespace skua {

/// An exception of a user's type, thrown at another place. It is thrown as remote_error_of<the
/// nearest standard class its type derives from>, so handlers for that class catch it as they would
/// at home, and handlers for remote_error catch all such.
class remote_error {
 public:
  remote_error(std::string type_name, std::string text, int place)
      : type_name_(std::move(type_name)), text_(std::move(text)), place_(place) {}
  virtual ~remote_error() = default;

  /// The type as it is written in C++, "my::exception".
  std::string const& type_name() const noexcept { return type_name_; }
  /// What what() said there; for types without what(), a sentence with the type's name.
  std::string const& text() const noexcept { return text_; }
  /// The place where it was thrown; -1 if that is not known.
  int place() const noexcept { return place_; }

 protected:
  remote_error(remote_error const&) = default;
  remote_error& operator=(remote_error const&) = default;

 private:
  std::string type_name_;
  std::string text_;
  int place_;
};

/// See remote_error. what() is the text.
template <class Base>
class remote_error_of : public Base, public remote_error {
 public:
  remote_error_of(Base base, std::string type_name, std::string text, int place)
      : Base(std::move(base)), remote_error(std::move(type_name), std::move(text), place) {}
  char const* what() const noexcept override { return text().c_str(); }
};

}  // namespace skua

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exception types that arrive with their own type, and the parts needed to make a copy of one.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <typeinfo>
#include <vector>

namespace skua::wire {

/// An exception in parts.
struct description {
  bool exact = true;      // of the known type itself, not of a class derived from it
  std::string text;       // what()
  std::string type_name;  // if not exact
  int place = -1;         // if not exact
  int code = 0;           // system_error, future_error, regex_error and what derives from them
  std::uint8_t category = 0;
  std::array<std::string, 2> paths;        // filesystem_error
  std::vector<std::exception_ptr> errors;  // task_errors
  std::uint64_t total = 0;
  std::uint64_t never_started = 0;
};

/// Base of a class derived from a known type that counts as the known type itself.
class stands_for_known_type {
 public:
  virtual ~stands_for_known_type() = default;

 protected:
  stands_for_known_type() = default;
  stands_for_known_type(stands_for_known_type const&) = default;
  stands_for_known_type& operator=(stands_for_known_type const&) = default;
};

struct known_type {
  std::type_info const* type;
  bool (*is_base_of)(std::exception const&);
  /// Fills in the members that only this type has.
  void (*describe)(std::exception const&, description&);
  std::exception_ptr (*make)(description const&);
};

/// Number 0 is std::exception; derived classes have higher numbers than their bases.
known_type const& known_exception(std::size_t number);
/// The number of the nearest known base of the exception's type, or its own.
std::size_t nearest_known(std::exception const& failure) noexcept;
/// Whether `failure` is of that known type itself, by everything that a program can tell.
bool is_known(std::exception const& failure, std::size_t number);
/// A type's name as it is written in C++.
std::string demangled(std::type_info const& type);

}  // namespace skua::wire

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's own exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <skua/detail/base/config.hpp>

namespace skua {

/// A failure of the environment: an unknown option, no memory for stacks. The text says what to
/// try.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by a wait inside a cancelled scope, and by get() of a task that was cancelled before it
/// started. A task of a cancelled scope may end with it; that is not an error.
class cancelled_error : public std::exception {
 public:
  /// "skua: the scope was cancelled".
  char const* what() const noexcept override { return "skua: the scope was cancelled"; }
};

/// Several tasks of one scope threw: the first 16 exceptions, the total, and the scope's counts.
class task_errors : public std::exception {
 public:
  task_errors(std::vector<std::exception_ptr> errors, std::size_t total, std::uint64_t never_started);
  /// The number of tasks that threw, and the text of the first exception.
  char const* what() const noexcept override { return text_.c_str(); }
  /// The exceptions, at most 16, in the order in which they were caught.
  std::vector<std::exception_ptr> const& errors() const noexcept { return errors_; }
  /// The number of tasks that threw.
  std::size_t total() const noexcept { return total_; }
  /// Tasks of the scope that never started because the first exception cancelled it.
  std::uint64_t never_started() const noexcept { return never_started_; }

 private:
  std::vector<std::exception_ptr> errors_;
  std::size_t total_;
  std::uint64_t never_started_;
  std::string text_;
};

/// A place has not enough global memory for an allocation.
class bad_global_alloc : public std::bad_alloc {
 public:
  explicit bad_global_alloc(std::string text);
  /// The place, and the number of bytes that it has no room for.
  char const* what() const noexcept override { return text_->c_str(); }

 private:
  std::shared_ptr<std::string const> text_;
};

}  // namespace skua

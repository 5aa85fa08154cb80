// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The file of `--checkpoint`: what may be replaced, what becomes of a save that fails, and when the
// file is removed.

#pragma once

#include <functional>
#include <string>

#include "search_options.hpp"

namespace apps {

/// The checkpoint of one search; none if the request has no file for it. A symbolic link stays, and
/// the file that it names gets the content.
class checkpoint_file {
 public:
  /// Throws input_error if the file can hardly be written, or if it exists and is not a saved
  /// search (an instance, for example). It does so at once, since otherwise a search of hours would
  /// be lost at its end.
  explicit checkpoint_file(search_request const& request);

  [[nodiscard]] bool is_wanted() const { return !file_.empty(); }
  /// Calls write(FILE), which throws skua::error if it fails. The search continues after a failure:
  /// it is told once while the search runs, and is an error at its end if it was the last save.
  void save(std::function<void(std::string const&)> const& write, bool is_last);
  /// The search is complete: removes the file if it holds a part of it. Nothing is left to resume.
  void remove();

 private:
  std::string file_;
  bool holds_part_ = false;
  bool has_warned_ = false;
};

/// Why the last save of this process's search failed; empty: it did not. The driver prints it after
/// the result.
[[nodiscard]] std::string const& checkpoint_failure() noexcept;

}  // namespace apps

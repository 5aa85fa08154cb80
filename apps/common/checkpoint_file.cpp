// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checkpoint_file.hpp"

#include <cstdio>
#include <filesystem>
#include <skua/error.hpp>
#include <skua/search/checkpoint.hpp>
#include <system_error>

#include "error.hpp"
#include "output_file.hpp"

namespace apps {
namespace {

namespace fs = std::filesystem;

std::string last_failure;

/// The file that a symbolic link names, which need not exist; any other name as it is.
fs::path behind_links(fs::path name) {
  constexpr int most_links = 40;  // as the kernel
  std::error_code error;
  for (int links = 0; links < most_links && fs::is_symlink(name, error); ++links) {
    auto const target = fs::read_symlink(name, error);
    if (error) break;
    name = name.parent_path() / target;  // the target alone if it is absolute
  }
  return name;
}

/// An empty file may have been made to reserve the name.
bool may_be_replaced(std::string const& file) {
  std::error_code error;
  return !fs::exists(file, error) || fs::file_size(file, error) == 0 || skua::search::is_saved_search(file);
}

}  // namespace

checkpoint_file::checkpoint_file(search_request const& request) : file_(behind_links(request.checkpoint).string()) {
  if (!is_wanted()) return;
  try {
    try_replacing(file_);
    if (!may_be_replaced(file_))
      throw input_error(file_ + ": expected a new file or a saved search, found another file");
  } catch (input_error const& e) {
    throw input_error(std::string("--checkpoint: ") + e.what());
  }
  std::error_code error;
  holds_part_ = !request.resume.empty() && fs::equivalent(file_, request.resume, error);
}

void checkpoint_file::save(std::function<void(std::string const&)> const& write, bool is_last) {
  last_failure.clear();
  try {
    write(file_);
    holds_part_ = true;
    return;
  } catch (skua::error const& e) {
    last_failure = std::string("--checkpoint: ") + e.what();
  }
  if (is_last || has_warned_) return;
  has_warned_ = true;
  std::fprintf(stderr, "skua: %s; the search continues\n", last_failure.c_str());
}

void checkpoint_file::remove() {
  last_failure.clear();
  std::error_code ignored;
  if (holds_part_) fs::remove(file_, ignored);
}

std::string const& checkpoint_failure() noexcept { return last_failure; }

}  // namespace apps

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/common/error.hpp"
#include "apps/common/input.hpp"

namespace apps::new_project {
namespace {

constexpr std::size_t longest_name = 64;

// Targets that CMake or its generators make themselves, and the package itself.
constexpr std::array<std::string_view, 13> reserved_names{
    "all",     "clean",          "depend",     "edit_cache",    "help", "install", "list_install_components",
    "package", "package_source", "preinstall", "rebuild_cache", "skua", "test"};

constexpr char const* build_file = R"text(# @NAME@: a program that uses Skua.

cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES CXX)

# Without a build type CMake does not optimise, and tasks take 17 times as long.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()

find_package(skua @VERSION@ REQUIRED)

add_executable(@NAME@ src/main.cpp)
target_link_libraries(@NAME@ PRIVATE skua::skua)

# The same test on one place, and on two: places are processes.
enable_testing()
add_executable(@NAME@_test tests/queens_test.cpp)
target_include_directories(@NAME@_test PRIVATE src)
target_link_libraries(@NAME@_test PRIVATE skua::skua)
add_test(NAME one_place COMMAND @NAME@_test)
add_test(NAME two_places COMMAND @NAME@_test)
set_tests_properties(two_places PROPERTIES ENVIRONMENT SKUA_PLACES=2)
set_tests_properties(one_place two_places PROPERTIES TIMEOUT 60)
)text";

constexpr char const* header_file =
    R"text(// In how many ways can n queens stand on a board so that none attacks another?

#pragma once

#include <skua/skua.hpp>

// Puts a queen on each free square of `row`, and spawns a task for the rest of each board. The bits
// of `columns`, `left` and `right` are the squares of this row that other queens attack.
inline void place_queens(int row, int n, unsigned columns, unsigned left, unsigned right, skua::count solutions) {
  if (row == n) ++solutions;  // no lock: each worker has its part
  for (int column = 0; row < n && column < n; ++column) {
    unsigned const queen = 1u << column;
    if (((columns | left | right) & queen) != 0) continue;
    unsigned const next_left = (left | queen) << 1;
    unsigned const next_right = (right | queen) >> 1;
    if (row < 2) {  // any: another place may take this task, if there is one
      skua::spawn(skua::any, place_queens, row + 1, n, columns | queen, next_left, next_right, solutions);
    } else {
      skua::spawn(place_queens, row + 1, n, columns | queen, next_left, next_right, solutions);
    }
  }
}

inline long count_queens(int n) {
  skua::count solutions;
  skua::finish([&] { place_queens(0, n, 0, 0, 0, solutions); });  // waits for every task, at every place
  return static_cast<long>(solutions.get());
}
)text";

constexpr char const* main_file = R"text(// @NAME@ [N]: counts the ways to place N queens.

#include "queens.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  // run removes the arguments that begin with --skua- from argv; --skua-help lists them. The body
  // is the first task. It runs once, however many places there are.
  return skua::run(argc, argv, [&] {
    int const n = argc > 1 ? std::atoi(argv[1]) : 10;
    if (n < 1 || n > 16) {
      std::fprintf(stderr, "@NAME@: expected 1 to 16 queens, found \"%s\"\n", argv[1]);
      return 2;
    }
    int const places = skua::places();
    std::printf("%d queens: %ld solutions, by %d place%s\n", n, count_queens(n), places, places == 1 ? "" : "s");
    return 0;
  });
}
)text";

constexpr char const* test_file = R"text(// The numbers of solutions are known: https://oeis.org/A000170

#include "queens.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    long const known[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
    int failures = 0;
    for (int n = 1; n <= 10; ++n) {
      long const solutions = count_queens(n);
      if (solutions == known[n - 1]) continue;
      std::fprintf(stderr, "%d queens: expected %ld solutions, found %ld\n", n, known[n - 1], solutions);
      ++failures;
    }
    return failures == 0 ? 0 : 1;
  });
}
)text";

constexpr char const* readme_file = R"text(# @NAME@

A program that uses Skua. `skua new` wrote it; its files are yours.

    cmake -B build -Dskua_DIR="$(skua --cmake-dir)"
    cmake --build build
    ctest --test-dir build

`-Dskua_DIR` is needed only if Skua is in a folder that CMake does not search.

    build/@NAME@ 12                    # one process, all cores
    skua-run -n 2 build/@NAME@ 12      # two processes
    build/@NAME@ --skua-help           # options of the library

| file | contents |
|---|---|
| `src/queens.hpp` | the computation, in tasks |
| `src/main.cpp` | the program |
| `tests/queens_test.cpp` | known answers, on one place and on two |
)text";

constexpr char const* ignore_file = "/build/\n/compile_commands.json\n";

std::string completed(std::string text, std::string const& name) {
  for (auto const& [mark, value] :
       {std::pair{"@NAME@", name}, std::pair{"@VERSION@", std::string(SKUA_COMPATIBLE_VERSION)}}) {
    for (auto position = text.find(mark); position != std::string::npos;
         position = text.find(mark, position + value.size()))
      text.replace(position, std::strlen(mark), value);
  }
  return text;
}

/// Removes the folder unless `keep` is called.
class folder_guard {
 public:
  explicit folder_guard(std::filesystem::path folder) : folder_(std::move(folder)) {}
  folder_guard(folder_guard const&) = delete;
  folder_guard& operator=(folder_guard const&) = delete;
  ~folder_guard() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  void keep() { folder_.clear(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace

std::string name_error(std::string const& name) {
  auto const is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  auto const is_allowed = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  if (name.empty() || !is_letter(name.front()) || !std::all_of(name.begin(), name.end(), is_allowed))
    return "expected a name of letters, digits, _ and -, which begins with a letter, found " + shown(name);
  if (name.size() > longest_name)
    return "expected a name of at most " + std::to_string(longest_name) + " characters, found " +
           std::to_string(name.size());
  if (std::find(reserved_names.begin(), reserved_names.end(), name) != reserved_names.end())
    return "expected another name, since CMake or Skua uses " + name + " itself";
  return "";
}

std::vector<project_file> project_files(std::string const& name) {
  std::vector<project_file> files{{"CMakeLists.txt", build_file}, {"src/queens.hpp", header_file},
                                  {"src/main.cpp", main_file},    {"tests/queens_test.cpp", test_file},
                                  {"README.md", readme_file},     {".gitignore", ignore_file}};
  for (auto& file : files) file.text = completed(file.text, name);
  return files;
}

void write_project(std::filesystem::path const& folder, std::vector<project_file> const& files) {
  std::string const name = shown(folder.string());
  std::error_code error;
  // The folder is made by one call, so two processes cannot both believe that it is theirs.
  if (!std::filesystem::create_directory(folder, error)) {
    std::error_code ignored;
    if (!error || std::filesystem::exists(std::filesystem::symlink_status(folder, ignored)))
      throw input_error(name + " exists already: expected the name of a new folder");
    throw input_error(name + ": cannot make the folder: " + error.message());
  }
  folder_guard guard(folder);
  for (auto const& file : files) {
    auto const path = folder / file.path;
    std::filesystem::create_directories(path.parent_path(), error);
    std::ofstream out(path, std::ios::binary);
    out << file.text;
    if (!out.flush())
      throw input_error(shown(path.string()) + ": cannot write the file: " + std::strerror(errno) +
                        "; the new folder was removed");
  }
  guard.keep();
}

}  // namespace apps::new_project

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "../skua/error.hpp"

namespace apps::top {
namespace {

constexpr std::string_view scheme = "unix:";

std::string without_scheme(std::string_view text) {
  if (text.starts_with(scheme)) text.remove_prefix(scheme.size());
  return std::string(text);
}

std::vector<std::string> entries(std::string const& text) {
  std::vector<std::string> list;
  std::istringstream input(text);
  for (std::string entry; std::getline(input, entry, '\0');) list.push_back(entry);
  return list;
}

struct content {
  std::string text;
  int error = 0;
};

content read_all(std::string const& file) {
  errno = 0;
  std::ifstream input(file, std::ios::binary);
  if (!input) return {{}, errno != 0 ? errno : EIO};
  std::string text((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  return {std::move(text), 0};
}

std::string folder_of(std::string const& process) {
  std::error_code failed;
  return std::filesystem::read_symlink(process + "/cwd", failed).string();
}

std::optional<int> process_number(std::string const& text) {
  int number = 0;
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number < 1) return {};
  return number;
}

/// The path that a process serves; empty: none.
std::string path_of(int number) {
  std::string const process = "/proc/" + std::to_string(number);
  content const environment = read_all(process + "/environ");
  if (environment.error == ENOENT || environment.error == ESRCH)
    throw input_error("there is no process " + std::to_string(number) + "; the run may have ended");
  if (environment.error == EACCES || environment.error == EPERM)
    throw input_error("process " + std::to_string(number) + " belongs to another user");
  return find_path(environment.text, read_all(process + "/cmdline").text, folder_of(process));
}

std::vector<int> children_of(int number) {
  std::string const process = std::to_string(number);
  std::istringstream list(read_all("/proc/" + process + "/task/" + process + "/children").text);
  return {std::istream_iterator<int>(list), {}};
}

}  // namespace

std::string find_path(std::string const& environment, std::string const& arguments, std::string const& folder) {
  constexpr std::string_view variable = "SKUA_METRICS=";
  constexpr std::string_view option = "--skua-metrics";
  std::string path;
  for (std::string const& entry : entries(environment)) {
    if (entry.starts_with(variable)) path = without_scheme(std::string_view(entry).substr(variable.size()));
  }
  auto const words = entries(arguments);
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    std::string_view const word = words[i];
    if (word == option && i + 1 < words.size()) {
      path = without_scheme(words[i + 1]);
    } else if (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=') {
      path = without_scheme(word.substr(option.size() + 1));
    }
  }
  if (path.empty() || path.front() == '/' || folder.empty()) return path;
  return folder + "/" + path;
}

std::string socket_of(std::string const& target) {
  auto const number = process_number(target);
  if (!number) return without_scheme(target);
  if (std::string path = path_of(*number); !path.empty()) return path;
  for (int const child : children_of(*number)) {
    try {
      if (std::string path = path_of(child); !path.empty()) return path;
    } catch (input_error const&) {  // it has ended meanwhile
    }
  }
  throw input_error("process " + target +
                    " serves no numbers; start it with SKUA_METRICS=unix:PATH, or by skua-run --watch");
}

}  // namespace apps::top

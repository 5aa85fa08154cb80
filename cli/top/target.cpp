// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "apps/common/error.hpp"
#include "observe/attach.hpp"
#include "observe/metrics_client.hpp"

namespace apps::top {
namespace {

namespace observe = skua::observe;
using std::chrono::milliseconds;

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

/// Whether the process answers the request to serve its numbers, so that the signal does no harm.
bool is_attachable(int number) {
  std::string const process = "/proc/" + std::to_string(number);
  std::string const status = read_all(process + "/status").text;
  std::size_t const caught = status.find("SigCgt:\t");
  if (caught == status.npos || (std::strtoull(&status[caught + 8], nullptr, 16) >> (SIGUSR1 - 1) & 1) == 0)
    return false;
  std::error_code failed;
  for (std::filesystem::directory_iterator task(process + "/task", failed), end; !failed && task != end;
       task.increment(failed)) {
    if (read_all(task->path().string() + "/comm").text == std::string(observe::attachable_thread) + "\n") return true;
  }
  return false;
}

bool request_attachment(int number) {
  return is_attachable(number) && ::sigqueue(number, SIGUSR1, {.sival_int = observe::attach_request}) == 0;
}

/// The first answer of a process that was asked to attach; empty: none within the time limit.
std::optional<observe::process_numbers> first_answer(int number, milliseconds time_limit) {
  auto const deadline = std::chrono::steady_clock::now() + time_limit;
  while (std::chrono::steady_clock::now() < deadline && is_attachable(number)) {
    auto answer = observe::fetch_metrics({observe::attached_socket(number)}, time_limit);
    if (answer.front().numbers) return std::move(answer.front().numbers);
    std::this_thread::sleep_for(milliseconds(5));
  }
  return {};
}

/// Has the process, and the other places of its run on this host, serve their numbers. Returns
/// false if the process does not take the request.
bool attach(int number) {
  if (!request_attachment(number)) return false;
  auto const first = first_answer(number, milliseconds(10'000));
  if (!first) throw input_error("process " + std::to_string(number) + " does not answer; it may be stopped");
  std::vector<int> others;
  for (auto const& [place, pid] : first->pids) {
    if (pid != number && request_attachment(pid)) others.push_back(pid);
  }
  for (int const pid : others) (void)first_answer(pid, milliseconds(1000));
  return true;
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

namespace {

/// The socket of a process, or of one that it has started: launchers and shells have children.
std::string socket_of_process(int number, int generations) {
  if (std::string path = path_of(number); !path.empty()) return path;
  if (attach(number)) return observe::attached_socket(number);
  for (int const child : generations > 0 ? children_of(number) : std::vector<int>()) {
    try {
      if (std::string path = socket_of_process(child, generations - 1); !path.empty()) return path;
    } catch (input_error const&) {  // it has ended since then
    }
  }
  return {};
}

}  // namespace

std::string socket_of(std::string const& target) {
  auto const number = process_number(target);
  if (!number) return without_scheme(target);
  constexpr int generations = 3;
  if (std::string path = socket_of_process(*number, generations); !path.empty()) return path;
  throw input_error("process " + target +
                    " has no run of skua::run that takes SIGUSR1; start it with SKUA_METRICS=unix:PATH");
}

}  // namespace apps::top

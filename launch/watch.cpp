// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "watch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/environment.hpp"
#include "base/escape.hpp"
#include "failure.hpp"
#include "observe/metrics_client.hpp"
#include "observe/terminal_screen.hpp"
#include "system/files.hpp"
#include "transport/segment.hpp"

namespace launch {
namespace {

// All events of the run wait until the answers are there.
constexpr milliseconds answer_time_limit{200};

constexpr std::string_view folder_prefix = "skua-run-";
constexpr char const* lock_name = "/lock";  // locked while the skua-run of the folder lives

skua::system::unique_fd open_lock(std::string const& folder, int flags) {
  return skua::system::unique_fd(::open((folder + lock_name).c_str(), flags | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0600));
}

/// Removes the folders of this user that a skua-run which was killed has left.
void remove_dead_folders(std::filesystem::path const& parent) {
  std::error_code ignored;
  for (std::filesystem::directory_iterator entry(parent, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::string const folder = entry->path();
    struct stat status{};
    if (!entry->path().filename().string().starts_with(folder_prefix)) continue;
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()) continue;
    auto const lock = open_lock(folder, 0);
    // A skua-run that has just made the folder does not get the lock now, and makes another.
    if (!lock || !skua::system::lock_file(lock.get())) continue;
    std::error_code failure;
    std::filesystem::remove_all(entry->path(), failure);
  }
}

/// A fresh folder that only this user can enter.
std::string private_folder(skua::system::unique_fd& lock) {
  for (char const* const parent : {skua::base::variable("XDG_RUNTIME_DIR"), skua::base::variable("TMPDIR"), "/tmp"}) {
    if (parent == nullptr || *parent != '/') continue;
    remove_dead_folders(parent);
    for (;;) {
      std::string folder = std::string(parent) + "/" + std::string(folder_prefix) + "XXXXXX";
      if (::mkdtemp(folder.data()) == nullptr) break;
      lock = open_lock(folder, O_CREAT | O_EXCL);
      if (lock && skua::system::lock_file(lock.get())) return folder;
      bool const is_taken = static_cast<bool>(lock);  // by remove_dead_folders of another skua-run
      ::unlink((folder + lock_name).c_str());
      ::rmdir(folder.c_str());
      if (!is_taken) break;
    }
  }
  throw failure(
      exit_code::launcher_failed,
      std::string("--watch: no private folder can be made (XDG_RUNTIME_DIR, TMPDIR, /tmp): ") + std::strerror(errno));
}

}  // namespace

watch::watch(std::string const& metrics) {
  constexpr std::string_view scheme = "unix:";
  if (!metrics.empty()) {
    if (!std::string_view(metrics).starts_with(scheme) || metrics.size() == scheme.size())
      throw failure(exit_code::usage, "SKUA_METRICS: expected unix:PATH, found " + skua::base::quoted(metrics));
    path_ = metrics.substr(scheme.size());
    return;
  }
  folder_ = private_folder(lock_);
  path_ = folder_ + "/metrics";
  auto const longest = skua::observe::socket_of_place(path_, skua::transport::segment::most_places);
  if (longest.size() >= sizeof(sockaddr_un::sun_path)) {
    ::unlink((folder_ + lock_name).c_str());
    ::rmdir(folder_.c_str());
    throw failure(exit_code::usage, "--watch: the path " + skua::base::quoted(folder_) +
                                        " is too long for a socket; choose a shorter TMPDIR");
  }
}

watch::~watch() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);  // a place that was killed has left its socket
}

bool watch::look() {
  auto const answer = skua::observe::fetch_run(path_, answer_time_limit);
  if (answer.processes.empty()) return false;
  view_ = views_.next(answer);
  return true;
}

std::vector<std::string> watch::lines(int terminal) const {
  if (!view_) return {};
  auto const size = skua::observe::size_of_terminal(terminal);
  // Some rows stay for the output of the program, and the cursor stands below the view.
  std::size_t const rows = size.rows > 8 ? size.rows - 4 : size.rows > 2 ? size.rows - 2 : 1;
  // The last column may wrap a line.
  return skua::observe::screen_lines(
      *view_, {size.columns - 1, rows, skua::observe::terminal_shows_utf8(), skua::observe::terminal_shows_colour()});
}

std::string watch::line() const { return view_ ? skua::observe::plain_line(*view_) : std::string(); }

}  // namespace launch

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "start/metrics_server.hpp"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <skua/error.hpp>

#include "base/end_hook.hpp"
#include "base/escape.hpp"
#include "core/place.hpp"
#include "observe/attach.hpp"
#include "start/metrics_text.hpp"
#include "system/threads.hpp"

namespace skua::start {
namespace {

constexpr int request_ms = 1000;  // the time of a client to send its request, and to read each part
constexpr std::size_t max_request = 8192;

/// The socket of this process, removed at its end. Written before the hooks can read it, so that
/// they need no lock.
struct served_socket {
  char path[sizeof(sockaddr_un::sun_path)] = "";
  ::dev_t device = 0;
  ::ino_t inode = 0;
  ::pid_t owner = 0;
};
served_socket served;
base::atomic<bool> is_served{false};

/// Async-signal-safe. Another socket that has taken the path since then stays.
void remove_socket() noexcept {
  if (!is_served.load(std::memory_order_acquire) || served.owner != ::getpid()) return;  // sync: SERVED <- listen_at
  struct stat status{};
  if (::lstat(served.path, &status) == 0 && status.st_dev == served.device && status.st_ino == served.inode)
    ::unlink(served.path);
}

[[noreturn]] void refuse(std::string const& path, std::string const& reason) {
  throw error("skua: SKUA_METRICS: " + base::quoted(path) + ": " + reason);
}

system::unique_fd new_socket(std::string const& path) {
  system::unique_fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) refuse(path, std::string("no socket can be made: ") + std::strerror(errno));
  return fd;
}

sockaddr_un address_of(std::string const& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    refuse(path, "the path has " + std::to_string(path.size()) + " bytes, a socket allows " +
                     std::to_string(sizeof address.sun_path - 1) + "; choose a shorter one");
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

sockaddr const* generic(sockaddr_un const& address) noexcept { return reinterpret_cast<sockaddr const*>(&address); }

/// Removes the socket of a process of this user that has ended. Throws if something else is there.
void remove_dead_socket(std::string const& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) return;  // it has gone by now
  if (!S_ISSOCK(status.st_mode)) refuse(path, "exists and is not a socket; choose another path");
  if (status.st_uid != ::geteuid()) refuse(path, "is the socket of another user; choose another path");
  system::unique_fd const probe = new_socket(path);
  sockaddr_un const address = address_of(path);
  if (::connect(probe.get(), generic(address), sizeof address) == 0 || errno != ECONNREFUSED)
    refuse(path, "another run serves its numbers there; choose another path");
  ::unlink(path.c_str());
}

bool is_own_user(int client) noexcept {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == ::geteuid() || peer.uid == 0);
}

std::string program_name() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).filename().string();
}

std::string absolute(std::string const& path) {
  std::error_code failed;
  auto const full = std::filesystem::absolute(path, failed);
  return failed ? path : full.string();
}

}  // namespace

metrics_server::metrics_server(remote::job& job, std::string const& setting) : job_(job) {
  constexpr std::string_view scheme = "unix:";
  if (!std::string_view(setting).starts_with(scheme) || setting.size() == scheme.size())
    throw error("metrics: expected unix:PATH, found " + base::quoted(setting));
  path_ = setting.substr(scheme.size());
  if (!observe::is_attached_socket(path_)) path_ = absolute(path_);
  if (int const number = job.places.front()->number; number != 0 && !observe::is_attached_socket(path_))
    path_ += "." + std::to_string(number);
  stop_ = system::unique_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!stop_) refuse(path_, std::string("no event can be made: ") + std::strerror(errno));
  listen_at(path_);
}

void metrics_server::start() {
  try {
    thread_ = system::start_helper([this] { loop(); });
  } catch (std::system_error const& failure) {
    refuse(path_, std::string("cannot start the thread that serves it: ") + failure.what());
  }
}

metrics_server::~metrics_server() {
  if (thread_.joinable()) {
    system::add_helper_threads(-1);
    std::uint64_t const one = 1;
    while (::write(stop_.get(), &one, sizeof one) < 0 && errno == EINTR) {
    }
    thread_.join();
  }
  if (observe::is_attached_socket(path_)) return;
  remove_socket();
  is_served.store(false, std::memory_order_release);  // sync: SERVED -> remove_socket
}

void metrics_server::listen_at(std::string const& path) {
  bool const has_file = !observe::is_attached_socket(path);
  // sync: SERVED <- ~metrics_server
  if (has_file && is_served.load(std::memory_order_acquire))
    refuse(path, "another run of this process serves its numbers");
  sockaddr_un const address = address_of(path);
  listener_ = new_socket(path);
  // Linux gives the file the mode of the socket, so it never has another one.
  ::fchmod(listener_.get(), S_IRUSR | S_IWUSR);
  if (::bind(listener_.get(), generic(address), sizeof address) != 0) {
    if (errno != EADDRINUSE || !has_file) refuse(path, std::string("cannot be made: ") + std::strerror(errno));
    remove_dead_socket(path);
    if (::bind(listener_.get(), generic(address), sizeof address) != 0)
      refuse(path, std::string("cannot be made: ") + std::strerror(errno));
  }
  if (has_file) remove_at_end(address);
  if (::listen(listener_.get(), 16) != 0) {
    if (has_file) remove_socket();
    refuse(path, std::string("cannot be served: ") + std::strerror(errno));
  }
}

void metrics_server::remove_at_end(sockaddr_un const& address) {
  std::string const path = address.sun_path;
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) refuse(path, "has been replaced at once");
  std::memcpy(served.path, address.sun_path, sizeof served.path);
  served.device = status.st_dev;
  served.inode = status.st_ino;
  served.owner = ::getpid();
  is_served.store(true, std::memory_order_release);  // sync: SERVED -> remove_socket, listen_at
  base::set_end_hook(&remove_socket);
  static bool const at_exit = std::atexit([] { remove_socket(); }) == 0;
  static_cast<void>(at_exit);
}

bool metrics_server::wait_for(int fd, short events, int milliseconds) const noexcept {
  pollfd fds[2] = {{fd, events, 0}, {stop_.get(), POLLIN, 0}};
  int ready = 0;
  do {
    ready = ::poll(fds, 2, milliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready > 0 && fds[1].revents == 0;
}

void metrics_server::loop() noexcept {
  ::pthread_setname_np(::pthread_self(), "skua-metrics");
  while (wait_for(listener_.get(), POLLIN, -1)) {
    system::unique_fd const client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (client && is_own_user(client.get())) {
      serve(client.get());
    } else if (!client && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
      // no descriptor is free: a moment later there may be one
      pollfd stopped{stop_.get(), POLLIN, 0};
      if (::poll(&stopped, 1, request_ms) > 0) return;
    }
  }
}

std::string metrics_server::text() const {
  process_snapshot snapshot;
  snapshot.program = program_name();
  snapshot.pid = ::getpid();
  snapshot.places = job_.places.front()->total;
  if (!job_.ends.empty()) snapshot.transport = job_.ends.front()->name();
  for (sched::place* const place : job_.places) snapshot.local_places.push_back(sched::snapshot_of(*place));
  for (int number = 0; job_.ends.size() == 1 && number < snapshot.places; ++number) {
    if (!job_.ends.front()->same_host(number)) continue;
    std::string const location = job_.ends.front()->location(number);  // "host node1, pid 4711"
    snapshot.processes.emplace_back(number, location.substr(location.rfind(' ') + 1));
  }
  snapshot.searches = search::detail::running_searches();
  return metrics_text(snapshot);
}

void metrics_server::serve(int client) const noexcept {
  try {
    std::string request;
    auto const deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(request_ms);
    while (request.find("\r\n\r\n") == request.npos && request.find("\n\n") == request.npos) {
      auto const time_left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
      if (time_left <= 0 || !wait_for(client, POLLIN, static_cast<int>(time_left))) return;
      char part[1024];
      ssize_t const n = ::recv(client, part, sizeof part, 0);
      if (n == 0) break;
      if (n < 0) return;
      request.append(part, static_cast<std::size_t>(n));
      if (request.size() > max_request) return;
    }
    std::string const body = text();
    std::string answer = body;
    if (request.starts_with("GET ")) {
      answer =
          "HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"
          "Content-Length: " +
          std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    } else if (!request.empty()) {
      answer = "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    }
    for (std::size_t position = 0; position < answer.size();) {
      ssize_t const n = ::send(client, answer.data() + position, answer.size() - position, MSG_NOSIGNAL);
      if (n > 0) {
        position += static_cast<std::size_t>(n);
      } else if (errno != EINTR && (errno != EAGAIN || !wait_for(client, POLLOUT, request_ms))) {
        return;
      }
    }
    ::shutdown(client, SHUT_WR);
  } catch (...) {  // no memory for the answer: the client gets none
  }
}

}  // namespace skua::start

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/process_monitor.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <skua/error.hpp>

#include "system/threads.hpp"

namespace skua::transport {
peer_failure how_it_ended(int place, system::process_handle const& process) {
  auto const end = process.reap();
  if (!end) return {place, "has disappeared (killed or crashed)", 0};
  return {place, end->text() + (end->dumped_core ? " and dumped core" : ""), end->exit_code()};
}

process_monitor::process_monitor(std::vector<monitored> processes, report ended)
    : processes_(std::move(processes)), ended_(std::move(ended)) {
  if (processes_.empty()) return;
  stop_ = system::unique_fd(::eventfd(0, EFD_CLOEXEC));
  if (!stop_)
    throw error(std::string("skua: cannot create an event to stop the watch over other places: ") +
                std::strerror(errno));
  try {
    thread_ = system::start_helper([this] { loop(); });
  } catch (std::system_error const& failure) {
    throw error(std::string("skua: cannot start the thread that watches over other places: ") + failure.what());
  }
}

process_monitor::~process_monitor() {
  if (!thread_.joinable()) return;
  system::add_helper_threads(-1);
  std::uint64_t const one = 1;
  while (::write(stop_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  thread_.join();
}

void process_monitor::loop() {
  ::pthread_setname_np(::pthread_self(), "skua-watch");
  std::vector<pollfd> events;
  peer_failures ends;
  for (monitored const& monitored : processes_) {
    if (!monitored.process && monitored.connection < 0)
      ends.push_back(how_it_ended(monitored.place, monitored.process));
    events.push_back({monitored.process ? monitored.process.fd() : monitored.connection, POLLIN,
                      0});  // poll ignores negative descriptors
  }
  events.push_back({stop_.get(), POLLIN, 0});
  while (events.back().revents == 0) {
    if (ends.empty() && ::poll(events.data(), events.size(), -1) < 0) continue;
    if (::poll(events.data(), events.size(), 0) < 0) continue;  // PEER-FAILURE-1: the second scan
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (events[i].fd < 0 || events[i].revents == 0) continue;
      monitored const& ended = processes_[i];
      ends.push_back(ended.process ? how_it_ended(ended.place, ended.process) : peer_failure{ended.place, {}});
      events[i].fd = -1;
    }
    if (!ends.empty()) ended_(std::exchange(ends, {}));
  }
}

}  // namespace skua::transport

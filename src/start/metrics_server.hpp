// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Serves the numbers of the places of this process at a socket of the file system (SKUA_METRICS).
//
// A request of HTTP (curl --unix-socket PATH http://skua/metrics) gets an answer of HTTP; a client
// that sends nothing and closes its sending side gets the text alone. One thread serves one client
// after another. Only the user that runs the process, and root, get an answer. No network is used.
#pragma once

#include <sys/types.h>
#include <sys/un.h>

#include <string>
#include <thread>

#include "remote/job.hpp"
#include "system/unique_fd.hpp"

namespace skua::start {

class metrics_server final : public remote::job_observer {
 public:
  /// `setting`: options::metrics, "unix:PATH". The process with place 0 serves PATH, that with
  /// place P serves PATH.P. A socket of a process that has ended is replaced; anything else at that
  /// path is an error. An attached socket (observe/attach.hpp) has no file, and no number added.
  /// Throws skua::error.
  metrics_server(remote::job& job, std::string const& setting);
  ~metrics_server() override;
  /// Begins to answer, when the places have started. Throws skua::error.
  void start();

 private:
  void listen_at(std::string const& path);
  static void remove_at_end(sockaddr_un const& address);
  void loop() noexcept;
  void serve(int client) const noexcept;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool wait_for(int fd, short events, int milliseconds) const noexcept;

  remote::job& job_;
  std::string path_;
  system::unique_fd listener_;
  system::unique_fd stop_;
  std::thread thread_;
};

}  // namespace skua::start

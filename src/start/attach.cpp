// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "start/attach.hpp"

#include <unistd.h>

#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include "instruments/signals.hpp"
#include "instruments/stats.hpp"
#include "observe/attach.hpp"
#include "start/metrics_server.hpp"

namespace skua::start {
namespace {

/// The job whose numbers `skua top` may ask for.
struct attachable_job {
  std::mutex lock;
  remote::job* j = nullptr;
};
attachable_job& attachable() {
  static attachable_job* const one = new attachable_job;  // never destroyed: a service thread may run at exit
  return *one;
}

/// Called by a service thread. If the socket cannot be made, `skua top` says that there is no
/// answer.
void serve_attached() noexcept {
  std::lock_guard const hold(attachable().lock);
  remote::job* const job = attachable().j;
  if (job == nullptr || job->attached != nullptr) return;
  for (sched::place* const place : job->places) sched::start_timing(*place);
  try {
    auto server = std::make_unique<metrics_server>(*job, "unix:" + observe::attached_socket(::getpid()));
    server->start();
    job->attached = std::move(server);
  } catch (std::exception const&) {
  }
}

}  // namespace

void allow_attaching(remote::job* job) noexcept {
  std::lock_guard const hold(attachable().lock);
  attachable().j = job;
  sched::on_attach(&serve_attached);
}

void end_observers(remote::job& job) noexcept {
  {
    std::lock_guard const hold(attachable().lock);
    if (attachable().j == &job) attachable().j = nullptr;
  }
  job.attached.reset();
  job.observer.reset();
}

}  // namespace skua::start

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts and ends MPI, and defines the table that the module exports.
//
// A process can start MPI only once, but a program may have several runs, one after the other. So
// each link has its own communicator, and MPI is finalised when the process ends.
#if defined(SKUA_MPI_MODULE)
#include "transport/mpi/module/start.hpp"

#include <mpi.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>

#include "base/parse.hpp"

namespace skua::transport::mpi {
namespace {

#if defined(OMPI_MAJOR_VERSION)
constexpr char const* flavour = "Open MPI";
#elif defined(MPICH_NUMVERSION)
constexpr char const* flavour = "MPICH";
#else
constexpr char const* flavour = "this MPI";
#endif

bool started_here = false;                     // this module started MPI, so it must finalise it
void (*before_finalise)() noexcept = nullptr;  // of the last open

void complain(char* why, std::size_t size, char const* text) noexcept {
  std::snprintf(why, size, "%s: %s", flavour, text);
}

/// Waits for a collective operation; sleeps between polls, so as not to keep a core busy.
void wait_for(MPI_Request& request) noexcept {
  long pause_ns = 1'000;
  for (;;) {
    int ended = 0;
    if (MPI_Test(&request, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS || ended != 0) return;
    timespec const time{0, pause_ns};
    ::nanosleep(&time, nullptr);
    if (pause_ns < 1'000'000) pause_ns += pause_ns / 4;
  }
}

/// MPI_Finalize begins with the end of MPI_COMM_SELF, and so with a call of this function.
int on_finalise(MPI_Comm, int, void*, void*) {
  if (before_finalise != nullptr) before_finalise();
  return MPI_SUCCESS;
}

/// Has on_finalise called by the program's MPI_Finalize.
void watch_finalise() noexcept {
  static bool watched = false;
  int key = MPI_KEYVAL_INVALID;
  if (watched || MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &on_finalise, &key, nullptr) != MPI_SUCCESS) return;
  watched = MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr) == MPI_SUCCESS;
}

/// Starts MPI unless the program has done so. Returns false on failure; `why` holds the reason.
bool start(char* why, std::size_t size) noexcept {
  int begun = 0;
  int ended = 0;
  MPI_Initialized(&begun);
  MPI_Finalized(&ended);
  if (ended != 0) {
    complain(why, size, "already finalised in this process; places can only be started before MPI_Finalize");
    return false;
  }
  int level = MPI_THREAD_SINGLE;
  if (begun == 0) {
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS) {
      complain(why, size, "MPI_Init_thread failed");
      return false;
    }
    started_here = true;
  } else {
    MPI_Query_thread(&level);
  }
  if (level >= MPI_THREAD_SERIALIZED) return true;
  complain(
      why, size,
      started_here
          ? "does not support threads; install a build with MPI_THREAD_MULTIPLE"
          : "the program called MPI_Init; it must call MPI_Init_thread with MPI_THREAD_MULTIPLE (at least SERIALIZED)");
  return false;
}

link* open(char* why, std::size_t size, void (*finalising)() noexcept) noexcept {
  if (!start(why, size)) return nullptr;
  before_finalise = finalising;
  if (!started_here) watch_finalise();
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request) != MPI_SUCCESS) {
    complain(why, size, "MPI_Comm_idup failed");
    return nullptr;
  }
  wait_for(request);
  try {
    return link_over(MPI_Comm_c2f(comm), !started_here).release();
  } catch (std::exception const& failure) {
    complain(why, size, failure.what());
    return nullptr;
  }
}

#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40200000
/// MPICH before 4.2 finalises in two steps. A place first closes its connections; UCX over TCP
/// waits for an answer from the peer of each connection. Then the place waits for all places in a
/// barrier of the launcher, where it answers no peer. So with ranks on several hosts a late rank
/// waits for ever. This class lets the places wait in the same barrier of the launcher, but they
/// keep answering their peers there. After the barrier no place needs another one. Each only tells
/// the launcher that it ends in order, and skips MPI_Finalize.
///
/// The launcher is Hydra. It uses version 1 of PMI: lines of text over a socket whose descriptor is
/// in the environment.
class launcher_of_mpich {
 public:
  launcher_of_mpich() noexcept : fd_(number("PMI_FD")) {}

  /// Whether the places are on several hosts. Only Hydra, no other launcher, tells all places this.
  bool several_hosts() const noexcept {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int const local_ranks = number("MPI_LOCALNRANKS");
    return fd_ >= 0 && local_ranks > 0 && local_ranks < ranks;
  }
  /// Waits for all places, then announces the end; false if the launcher does not understand.
  bool leave() const noexcept {
    return ask("cmd=barrier_in\n", "cmd=barrier_out") && ask("cmd=finalize\n", "cmd=finalize_ack");
  }

 private:
  static int number(char const* name) noexcept {
    char const* const text = std::getenv(name);
    return text != nullptr ? base::parse_number<int>(text).value_or(-1) : -1;
  }

  /// Sends a line and waits for the answer; MPI_Iprobe answers other places in the meantime.
  bool ask(std::string_view line, std::string_view answer) const noexcept {
    if (::send(fd_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) return false;
    char text[256];
    std::size_t size = 0;
    for (;;) {
      int has_message = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_message, MPI_STATUS_IGNORE);
      pollfd event{fd_, POLLIN, 0};
      int const ready = ::poll(&event, 1, 1);
      if (ready < 0 && errno != EINTR) return false;
      if (ready <= 0) continue;
      ssize_t const received = ::recv(fd_, text + size, sizeof text - size, 0);
      if (received < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (received <= 0) return false;
      size += static_cast<std::size_t>(received);
      if (text[size - 1] == '\n') return std::string_view(text, size).starts_with(answer);
      if (size == sizeof text) return false;
    }
  }

  int fd_;
};

bool left_without_finalising() noexcept {
  launcher_of_mpich const launcher;
  return launcher.several_hosts() && launcher.leave();
}
#else
bool left_without_finalising() noexcept { return false; }
#endif

/// MPI_Finalize may wait for connections that the peer no longer serves (see above; for launchers
/// other than Hydra there is no better remedy). All places have reached their end here, so a place
/// that is stuck exits after 3 s.
class finalise_timeout {
 public:
  explicit finalise_timeout(int status) noexcept try {
    std::fflush(nullptr);
    std::thread([status] {
      timespec const time{finalise_seconds, 0};
      ::nanosleep(&time, nullptr);
      if (!finalised.load()) ::_exit(status);
    }).detach();
  } catch (std::exception const&) {
    // Without a thread MPI_Finalize has no time limit.
  }
  ~finalise_timeout() { finalised.store(true); }

 private:
  static constexpr time_t finalise_seconds = 3;
  static inline std::atomic<bool> finalised{false};  // outlives the process's other statics, as the thread may
};

void close(int status) noexcept {
  int ended = 0;
  if (!started_here || MPI_Finalized(&ended) != MPI_SUCCESS || ended != 0) return;
  // MPI_Finalize may keep a core busy until the last place calls it.
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Ibarrier(MPI_COMM_WORLD, &request) == MPI_SUCCESS) wait_for(request);
  if (left_without_finalising()) {
    started_here = false;
    return;
  }
  finalise_timeout const guard(status);
  MPI_Finalize();
}

constexpr module_table table{module_version, flavour, &open, &close};

}  // namespace
}  // namespace skua::transport::mpi

/// The library looks this symbol up.
extern "C" __attribute__((visibility("default"))) skua::transport::mpi::module_table const* skua_mpi_module() {
  return &skua::transport::mpi::table;
}
#endif

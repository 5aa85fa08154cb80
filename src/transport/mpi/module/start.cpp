// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting and ending MPI, and the table that the module exports.
//
// MPI can be started once in the life of a process, but a program may have one run after the other:
// so each link has a communicator of its own, and MPI is finalised when the process ends.
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

namespace skua::transport::mpi {
namespace {

#if defined(OMPI_MAJOR_VERSION)
constexpr char const* flavour = "Open MPI";
#elif defined(MPICH_NUMVERSION)
constexpr char const* flavour = "MPICH";
#else
constexpr char const* flavour = "this MPI";
#endif

bool ours = false;  // we started MPI, so we finalise it

void complain(char* why, std::size_t size, char const* text) noexcept {
  std::snprintf(why, size, "%s: %s", flavour, text);
}

/// Waits for a collective call at the pace of the slowest place, without keeping a core busy.
void wait_for(MPI_Request& request) noexcept {
  long pause_ns = 1'000;
  for (;;) {
    int ended = 0;
    if (MPI_Test(&request, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS || ended != 0) return;
    timespec const t{0, pause_ns};
    ::nanosleep(&t, nullptr);
    if (pause_ns < 1'000'000) pause_ns += pause_ns / 4;
  }
}

/// Starts MPI unless the program has; false with a reason.
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
    ours = true;
  } else {
    MPI_Query_thread(&level);
  }
  if (level >= MPI_THREAD_SERIALIZED) return true;
  complain(
      why, size,
      ours
          ? "does not support threads; install a build with MPI_THREAD_MULTIPLE"
          : "the program called MPI_Init; it must call MPI_Init_thread with MPI_THREAD_MULTIPLE (at least SERIALIZED)");
  return false;
}

link* open(char* why, std::size_t size) noexcept {
  if (!start(why, size)) return nullptr;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request) != MPI_SUCCESS) {
    complain(why, size, "MPI_Comm_idup failed");
    return nullptr;
  }
  wait_for(request);
  try {
    return link_over(MPI_Comm_c2f(comm)).release();
  } catch (std::exception const& e) {
    complain(why, size, e.what());
    return nullptr;
  }
}

#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40200000
/// MPICH before 4.2 finalises in two steps. A place first closes its connections, for which UCX
/// over TCP waits for an answer of each other side. Then it waits for all places in a barrier of
/// the launcher, where it answers nobody. So if ranks are on several hosts, whoever is a little
/// late waits for ever. Here the places meet in the same barrier of the launcher, but go on
/// answering in it. After it nobody needs anybody, so each only tells the launcher that it ends in
/// order, and MPI_Finalize is left out.
///
/// The launcher is Hydra, which speaks version 1 of PMI: lines of text over a socket whose number
/// is in the environment.
class launcher_of_mpich {
 public:
  launcher_of_mpich() noexcept : fd_(number("PMI_FD")) {}

  /// Whether the places are on several hosts, as Hydra (and no other launcher) tells all of them.
  bool several_hosts() const noexcept {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int const near = number("MPI_LOCALNRANKS");
    return fd_ >= 0 && near > 0 && near < ranks;
  }
  /// Meets all places and takes leave; false if the launcher does not understand.
  bool leave() const noexcept {
    return ask("cmd=barrier_in\n", "cmd=barrier_out") && ask("cmd=finalize\n", "cmd=finalize_ack");
  }

 private:
  static int number(char const* name) noexcept {
    char const* const text = std::getenv(name);
    return text != nullptr && *text != '\0' ? std::atoi(text) : -1;
  }

  /// Sends a line and waits for the answer, and meanwhile answers other places.
  bool ask(std::string_view line, std::string_view answer) const noexcept {
    if (::send(fd_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) return false;
    char text[256];
    std::size_t size = 0;
    for (;;) {
      int some = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &some, MPI_STATUS_IGNORE);
      pollfd from{fd_, POLLIN, 0};
      int const ready = ::poll(&from, 1, 1);
      if (ready < 0 && errno != EINTR) return false;
      if (ready <= 0) continue;
      ssize_t const got = ::recv(fd_, text + size, sizeof text - size, 0);
      if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (got <= 0) return false;
      size += static_cast<std::size_t>(got);
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

/// MPI_Finalize may wait for connections that its other side no longer serves (see above; under
/// another launcher than Hydra nothing better is known). All places are at their end here, so who
/// is stuck simply exits.
class way_out {
 public:
  explicit way_out(int status) noexcept try {
    std::fflush(nullptr);
    std::thread([status] {
      timespec const t{finalise_seconds, 0};
      ::nanosleep(&t, nullptr);
      if (!finalised.load()) ::_exit(status);
    }).detach();
  } catch (std::exception const&) {
    // No thread, no way out.
  }
  ~way_out() { finalised.store(true); }

 private:
  static constexpr time_t finalise_seconds = 3;
  static inline std::atomic<bool> finalised{false};  // outlives the process's other statics, as the thread may
};

void close(int status) noexcept {
  int ended = 0;
  if (!ours || MPI_Finalized(&ended) != MPI_SUCCESS || ended != 0) return;
  // MPI_Finalize may keep a core busy until the last place calls it.
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Ibarrier(MPI_COMM_WORLD, &request) == MPI_SUCCESS) wait_for(request);
  if (left_without_finalising()) {
    ours = false;
    return;
  }
  way_out const guard(status);
  MPI_Finalize();
}

constexpr module_table table{module_version, flavour, &open, &close};

}  // namespace
}  // namespace skua::transport::mpi

/// What the library looks up.
extern "C" __attribute__((visibility("default"))) skua::transport::mpi::module_table const* skua_mpi_module() {
  return &skua::transport::mpi::table;
}
#endif

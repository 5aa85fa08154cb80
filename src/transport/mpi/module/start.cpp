// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting and ending MPI, and the table that the module exports.
//
// MPI can be started once in the life of a process, but a program may have one run after the other: so each link has a
// communicator of its own, and MPI is finalised when the process ends.
#if defined(SKUA_MPI_MODULE)
#include "transport/mpi/module/start.hpp"

#include <mpi.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <exception>
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

/// MPI_Finalize may wait for connections that its other side no longer serves (MPICH before 4.2 over TCP: a place in the
/// final barrier of its launcher makes no progress). All places are at their end here, so who is stuck simply exits.
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

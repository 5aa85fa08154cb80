// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/load.hpp"

#include <stdlib.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <utility>

#include <skua/error.hpp>

#include "system/process.hpp"
#include "system/threads.hpp"
#include "transport/mpi/endpoint.hpp"
#include "transport/mpi/launcher.hpp"
#include "transport/mpi/module.hpp"

namespace skua::transport {
namespace {

/// MPI exists once per process, whatever number of runs the program makes; so does this.
struct process {
  std::atomic<mpi::module_table const*> module{nullptr};
  std::atomic<int> ends{0};     // endpoints that have not ended in order
  std::atomic<int> status{0};   // of the exit in progress
  system::maker_process maker;  // the process that owns the connections

  static process& get() noexcept {
    static process instance;
    return instance;
  }
};

void end_at_exit(int status, void*) noexcept {
  process::get().status.store(status);  // a static object may own an endpoint, and call mpi_end in its destructor
  mpi_end(status);
}

// env SKUA_MPI: which MPI to use, whatever the launcher is: openmpi, mpich, or the path (with a
// slash) of a module
mpi::module_table const& module(mpi::launch const& job) {
  process& state = process::get();
  if (auto const* const loaded = state.module.load()) return *loaded;
  auto const& table = mpi::load_module(mpi::flavours(std::getenv("SKUA_MPI"), mpi::linked_flavour(), job));
  if (state.module.exchange(&table) == nullptr) ::on_exit(&end_at_exit, nullptr);
  return table;
}

void end_of_endpoint(bool in_order) noexcept {
  if (in_order) process::get().ends.fetch_sub(1);
}

/// With the launcher of one MPI and the library of another, each process would be a job of one
/// rank.
void require_company(mpi::launch const& job, mpi::link const& connection, char const* flavour) {
  if (job.ranks <= 1 || connection.places() != 1) return;
  throw error(
      "skua: " + std::string(job.launcher) + " started " + std::to_string(job.ranks) + " ranks, but " + flavour +
      " finds itself alone: it belongs to another launcher; set SKUA_MPI to openmpi or mpich, or use its own mpirun");
}

}  // namespace

bool started_by_mpi() noexcept {
  mpi::launch const job = mpi::find_launch();
  return job.launcher != nullptr && job.ranks != 1;
}

std::unique_ptr<endpoint> mpi_start(std::uint64_t identity, void (*finalising)() noexcept) {
  mpi::launch const job = mpi::find_launch();
  mpi::module_table const& table = module(job);
  char why[512] = "";
  bool const one_thread = system::threads_of_process() == 1;
  std::unique_ptr<mpi::link> connection(table.open(why, sizeof why, finalising));
  // Threads that appear while the only thread is inside open are MPI's own.
  if (one_thread) system::others_are_helpers();
  if (!connection) throw error(std::string("skua: cannot start the MPI transport: ") + why);
  require_company(job, *connection, table.flavour);
  auto rank_infos = mpi::gather(*connection, mpi::own_rank_info(identity));
  mpi::require_one_build(rank_infos);
  process::get().ends.fetch_add(1);
  return std::make_unique<mpi::rank_endpoint>(std::move(connection), std::move(rank_infos), &end_of_endpoint);
}

void mpi_end(int status) noexcept {
  process& state = process::get();
  if (!state.maker.is_this()) return;  // a forked child must not end its parent's MPI
  if (state.ends.load() != 0) return;  // MPI_Finalize could wait for ever for a lost rank; the launcher cleans up
  if (auto const* const table = state.module.exchange(nullptr))
    table->close(status != 0 ? status : state.status.load());
}

}  // namespace skua::transport

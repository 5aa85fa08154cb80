// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connections between the hosts of a job, by which they notice lost places: MPI does not report
// them, and not every launcher ends the job (srun without -K).
//
// One rank of each host, or of each group of ranks that share rings, is connected to rank 0 by TCP.
// However a process ends, the kernel closes its connections; if a host falls silent, the kernel of
// the other one finds out. So nothing is sent while all is well, a stopped or busy process is not
// taken for lost, and there is no load to pay. The first thing that arrives on a connection says
// why the run ends (`notice`); rank 0 passes it on.
#pragma once

#include <cstdint>
#include <vector>

#include "system/unique_fd.hpp"
#include "transport/mpi/host_rings.hpp"
#include "transport/process_monitor.hpp"

namespace skua::transport::mpi {

class host_connections {
 public:
  /// `place` is lost. `code`: its exit code, if a place has printed the reason; else 0.
  struct notice {
    static constexpr std::int32_t has_left = -1;  // as `place`: the sender ends in order

    std::int32_t place;
    std::int32_t code;
  };

  /// Collective. The connections are limited to 3 s; two hosts that cannot connect have none.
  host_connections(link& connection, std::vector<rank_info> const& rank_infos, host_rings const& host);
  host_connections(host_connections const&) = delete;
  ~host_connections();

  /// Whether the lowest remaining place notices every loss, even at another host.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// Adds the connections to the list of a monitor, with ~rank as place.
  void add_to(std::vector<process_monitor::monitored>& list) const;
  /// Tells it to the other ends. Any thread may call it, even in a signal handler.
  void tell(notice notice) const noexcept;
  /// The notice of that rank, whose connection the monitor has reported; {rank, 0} if its process
  /// has ended without one, or if its host does not answer (`is_silent`).
  [[nodiscard]] notice read(int rank, bool& is_silent) const noexcept;
  /// Whether the process at another end has ended.
  [[nodiscard]] bool any_closed() const noexcept;

 private:
  struct peer {
    int rank;
    system::unique_fd socket;
  };

  std::vector<peer> peers_;
  int own_rank_;
  bool complete_ = false;
};

}  // namespace skua::transport::mpi

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/host_rings.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <exception>
#include <string>

#include "system/shared_memory.hpp"
#include "transport/end_claim.hpp"
#include "transport/segment.hpp"

namespace skua::transport::mpi {
namespace {

/// The descriptor of a host's shared memory, which the first rank of the host has created.
struct offer {
  std::int32_t fd;  // -1: none
  std::uint64_t device, inode;
};

offer describe(int fd) noexcept {
  struct stat s{};
  if (::fstat(fd, &s) != 0) return {-1, 0, 0};
  return {fd, s.st_dev, s.st_ino};
}

int make_memory(int places) noexcept {
  try {
    std::size_t const capacity = segment::usual_capacity(places);
    int const fd = system::anonymous_file("skua-mpi", segment::file_bytes(places, capacity));
    auto const memory = system::mapping::of_file(fd, 0, segment::bytes_for(places, capacity));
    segment::initialise({memory.data(), memory.size()}, places, capacity, segment::memory_in_file(places, capacity));
    return fd;
  } catch (std::exception const&) {
    return -1;  // the ranks of this host use MPI
  }
}

/// Opens the memory that another process has offered; -1 if that is not permitted, or if the
/// descriptor now belongs to another file.
int open_offer(std::int32_t pid, offer const& expected) noexcept {
  if (expected.fd < 0) return -1;
  std::string const path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(expected.fd);
  int const fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return -1;
  offer const opened = describe(fd);
  if (opened.device == expected.device && opened.inode == expected.inode) return fd;
  ::close(fd);
  return -1;
}

std::unique_ptr<host_endpoint> attach(int fd, int own_place) noexcept {
  if (fd < 0) return nullptr;
  try {
    auto const shared = std::make_shared<segment const>(fd);
    shared->block(own_place).pid = ::getpid();
    take_part(shared->header(), own_place);
    return std::make_unique<host_endpoint>("mpi", shared, own_place);
  } catch (std::exception const&) {
    return nullptr;
  }
}

}  // namespace

host_rings share_host(link& connection, std::vector<rank_info> const& rank_infos) {
  host_rings result;
  auto const own = static_cast<std::size_t>(connection.here());
  bool use_rings = true;
  result.index.assign(rank_infos.size(), -1);
  for (std::size_t rank = 0; rank < rank_infos.size(); ++rank) {
    if (!same_host(rank_infos[rank], rank_infos[own])) continue;
    use_rings &= rank_infos[rank].rings != 0;
    result.index[rank] = static_cast<int>(result.ranks.size());
    result.ranks.push_back(static_cast<int>(rank));
  }
  int const places = static_cast<int>(result.ranks.size());
  use_rings &= places > 1 && places <= segment::most_places;
  int const first = result.ranks.front();
  bool const is_creator = first == connection.here();

  // All ranks of the job must take part in both gathers, whatever their host does.
  int const created = is_creator && use_rings ? make_memory(places) : -1;
  auto const offers = gather(connection, created >= 0 ? describe(created) : offer{-1, 0, 0});
  auto const creator = static_cast<std::size_t>(first);
  int const fd = is_creator ? created : use_rings ? open_offer(rank_infos[creator].pid, offers[creator]) : -1;
  result.endpoint = attach(fd, result.index[own]);
  auto const attached = gather(connection, std::int32_t{result.endpoint != nullptr});
  if (fd >= 0) ::close(fd);

  for (int const rank : result.ranks) {
    if (attached[static_cast<std::size_t>(rank)] == 0) result.endpoint.reset();
  }
  if (!result.endpoint) result.index.assign(rank_infos.size(), -1);
  return result;
}

}  // namespace skua::transport::mpi

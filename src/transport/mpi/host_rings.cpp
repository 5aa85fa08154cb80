// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/host_rings.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <exception>
#include <string>

#include "system/shared_memory.hpp"
#include "system/unique_fd.hpp"
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
  struct stat status{};
  if (::fstat(fd, &status) != 0) return {-1, 0, 0};
  return {fd, status.st_dev, status.st_ino};
}

system::unique_fd make_memory(int places) noexcept {
  try {
    std::size_t const capacity = segment::usual_capacity(places);
    system::unique_fd fd = system::anonymous_file("skua-mpi", segment::file_bytes(places, capacity));
    auto const memory = system::mapping::of_file(fd.get(), 0, segment::bytes_for(places, capacity));
    segment::initialise({memory.data(), memory.size()}, places, capacity, segment::memory_in_file(places, capacity));
    return fd;
  } catch (std::exception const&) {
    return system::unique_fd();  // the ranks of this host use MPI
  }
}

/// Opens the memory that another process has offered; none if that is not permitted, or if the
/// descriptor now belongs to another file.
system::unique_fd open_offer(std::int32_t pid, offer const& expected) noexcept {
  if (expected.fd < 0) return system::unique_fd();
  std::string const path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(expected.fd);
  system::unique_fd fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!fd) return fd;
  offer const opened = describe(fd.get());
  if (opened.device != expected.device || opened.inode != expected.inode) fd.close();
  return fd;
}

std::unique_ptr<host_endpoint> attach(system::unique_fd const& fd, int own_place) noexcept {
  if (!fd) return nullptr;
  try {
    auto const shared = std::make_shared<segment const>(fd.get());
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
  system::unique_fd fd = is_creator && use_rings ? make_memory(places) : system::unique_fd();
  auto const offers = gather(connection, fd ? describe(fd.get()) : offer{-1, 0, 0});
  auto const creator = static_cast<std::size_t>(first);
  if (!is_creator && use_rings) fd = open_offer(rank_infos[creator].pid, offers[creator]);
  result.endpoint = attach(fd, result.index[own]);
  auto const attached = gather(connection, std::int32_t{result.endpoint != nullptr});
  fd.close();

  for (int const rank : result.ranks) {
    if (attached[static_cast<std::size_t>(rank)] == 0) result.endpoint.reset();
  }
  if (!result.endpoint) result.index.assign(rank_infos.size(), -1);
  return result;
}

}  // namespace skua::transport::mpi

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

/// Where the memory of a host is; made by its first rank.
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

/// Opens what another process offered; -1 if that is not permitted or something else lies there.
int open_offer(std::int32_t pid, offer const& of) noexcept {
  if (of.fd < 0) return -1;
  std::string const path = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(of.fd);
  int const fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return -1;
  offer const found = describe(fd);
  if (found.device == of.device && found.inode == of.inode) return fd;
  ::close(fd);
  return -1;
}

std::unique_ptr<host_endpoint> attach(int fd, int here) noexcept {
  if (fd < 0) return nullptr;
  try {
    auto const shared = std::make_shared<segment const>(fd);
    shared->block(here).pid = ::getpid();
    take_part(shared->header(), here);
    return std::make_unique<host_endpoint>("mpi", shared, here);
  } catch (std::exception const&) {
    return nullptr;
  }
}

}  // namespace

host_rings share_host(link& over, std::vector<card> const& all) {
  host_rings result;
  auto const own = static_cast<std::size_t>(over.here());
  bool wanted = true;
  result.index.assign(all.size(), -1);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (!same_host(all[rank], all[own])) continue;
    wanted &= all[rank].rings != 0;
    result.index[rank] = static_cast<int>(result.ranks.size());
    result.ranks.push_back(static_cast<int>(rank));
  }
  int const places = static_cast<int>(result.ranks.size());
  wanted &= places > 1 && places <= segment::most_places;
  int const first = result.ranks.front();
  bool const maker = first == over.here();

  // All ranks of the job take part in each gather, whatever their host does.
  int const made = maker && wanted ? make_memory(places) : -1;
  auto const offers = gather(over, made >= 0 ? describe(made) : offer{-1, 0, 0});
  auto const at = static_cast<std::size_t>(first);
  int const fd = maker ? made : wanted ? open_offer(all[at].pid, offers[at]) : -1;
  result.endpoint = attach(fd, result.index[own]);
  auto const attached = gather(over, std::int32_t{result.endpoint != nullptr});
  if (fd >= 0) ::close(fd);

  for (int const rank : result.ranks) {
    if (attached[static_cast<std::size_t>(rank)] == 0) result.endpoint.reset();
  }
  if (!result.endpoint) result.index.assign(all.size(), -1);
  return result;
}

}  // namespace skua::transport::mpi

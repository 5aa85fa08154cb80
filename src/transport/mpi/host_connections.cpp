// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/host_connections.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "system/machine.hpp"
#include "transport/end_claim.hpp"

namespace skua::transport::mpi {
namespace {

constexpr std::uint64_t connect_limit = 3'000'000'000;  // ns
constexpr int socket_flags = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;

/// Where rank 0 takes connections, for as long as the ranks start.
struct meeting_point {
  std::uint64_t token;  // keeps strangers out
  std::int32_t addresses;
  std::array<sockaddr_in6, 8> address;  // or a sockaddr_in
};

struct greeting {
  std::uint64_t token;
  std::int64_t rank;
};

sockaddr* generic(sockaddr_in6& address) noexcept { return reinterpret_cast<sockaddr*>(&address); }

/// Listens at all addresses of this host. Without a socket there are no addresses.
system::unique_fd listen_at(meeting_point& point) noexcept {
  sockaddr_in6 own{};
  own.sin6_family = AF_INET6;
  socklen_t size = sizeof own;
  system::unique_fd fd(::socket(AF_INET6, socket_flags, 0));  // takes IPv4 as well
  if (!fd) {
    own.sin6_family = AF_INET;
    fd = system::unique_fd(::socket(AF_INET, socket_flags, 0));
  }
  if (!fd || ::bind(fd.get(), generic(own), size) != 0 || ::listen(fd.get(), SOMAXCONN) != 0 ||
      ::getsockname(fd.get(), generic(own), &size) != 0 || ::getrandom(&point.token, sizeof point.token, 0) < 0)
    return system::unique_fd();
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) return system::unique_fd();
  for (ifaddrs const* ifaddrs = list; ifaddrs != nullptr; ifaddrs = ifaddrs->ifa_next) {
    if (ifaddrs->ifa_addr == nullptr || (ifaddrs->ifa_flags & IFF_UP) == 0) continue;
    if (point.addresses == static_cast<int>(point.address.size())) break;
    int const family = ifaddrs->ifa_addr->sa_family;
    if (family != AF_INET && (family != AF_INET6 || own.sin6_family != AF_INET6)) continue;
    sockaddr_in6& next = point.address[static_cast<std::size_t>(point.addresses)];
    std::memcpy(&next, ifaddrs->ifa_addr, family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6));
    if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&next.sin6_addr)) continue;
    next.sin6_port = own.sin6_port;  // IPv4 has it at the same offset
    ++point.addresses;
  }
  ::freeifaddrs(list);
  return fd;
}

/// A connection to rank 0, over whichever of its addresses it answers first.
system::unique_fd connect_to(meeting_point point, int own_rank) {
  std::vector<pollfd> tries;
  for (int address = 0; address < point.addresses; ++address) {
    sockaddr_in6& to = point.address[static_cast<std::size_t>(address)];
    system::unique_fd fd(::socket(to.sin6_family, socket_flags, 0));
    if (fd && (::connect(fd.get(), generic(to), sizeof to) == 0 || errno == EINPROGRESS))
      tries.push_back({fd.release(), POLLOUT, 0});
  }
  system::unique_fd connected;
  std::uint64_t const limit = system::monotonic_ns() + connect_limit;
  while (!tries.empty() && !connected && system::monotonic_ns() < limit) {
    ::poll(tries.data(), tries.size(), 100);
    std::erase_if(tries, [&](pollfd& watched) {
      if (watched.revents == 0) return false;
      greeting text{point.token, own_rank};
      bool keeps = false;
      if (watched.events == POLLOUT) {
        keeps = ::send(watched.fd, &text, sizeof text, MSG_NOSIGNAL) == sizeof text;
        watched.events = POLLIN;
      } else if (::recv(watched.fd, &text, sizeof text, 0) == sizeof text && text.token == point.token && !connected) {
        connected = system::unique_fd(watched.fd);
        return true;
      }
      if (!keeps) ::close(watched.fd);
      return !keeps;
    });
  }
  for (pollfd const& watched : tries) ::close(watched.fd);
  return connected;
}

/// The kernel checks a silent connection at intervals, and gives it up after `seconds`.
void limit_silence(int fd, int seconds) noexcept {
  int const interval = std::max(1, seconds / 3);
  int const on = 1;
  unsigned const limit_ms = static_cast<unsigned>(seconds) * 1000;
  ::setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &interval, sizeof interval);
  ::setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  ::setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit_ms, sizeof limit_ms);
  ::setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

host_connections* of_this_process = nullptr;  // for the child of a fork, which would keep the connections open

}  // namespace

host_connections::host_connections(link& connection, std::vector<rank_info> const& rank_infos, host_rings const& host)
    : own_rank_(connection.here()) {
  if (host.endpoint && host.ranks.size() == rank_infos.size()) return;
  int const silence = static_cast<int>(rank_infos.front().silence);
  meeting_point own{};
  system::unique_fd const listener = own_rank_ == 0 && silence != 0 ? listen_at(own) : system::unique_fd();
  meeting_point const point = gather(connection, own).front();
  bool const is_connector = own_rank_ != 0 && (!host.endpoint || host.ranks.front() == own_rank_);
  if (is_connector) {
    if (system::unique_fd fd = connect_to(point, own_rank_)) peers_.push_back({0, std::move(fd)});
  }
  std::vector<pollfd> arrived;  // connections without a greeting
  std::vector<std::int32_t> connected(rank_infos.size());
  std::int32_t const is_connected = !is_connector || !peers_.empty();
  connection.gather(&is_connected, sizeof is_connected, connected.data());
  wait_until_done(connection, 0, [&](link&) {
    for (int fd = 0; listener && fd >= 0;) {
      fd = ::accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd >= 0) arrived.push_back({fd, POLLIN, 0});
    }
    std::erase_if(arrived, [&](pollfd const& address) {
      greeting text{};
      ssize_t const n = ::recv(address.fd, &text, sizeof text, 0);
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
      auto const rank = static_cast<int>(text.rank);
      bool const is_known =
          std::any_of(peers_.begin(), peers_.end(), [&](peer const& peer) { return peer.rank == rank; });
      if (n == sizeof text && text.token == point.token && !is_known &&
          ::send(address.fd, &text, sizeof text, MSG_NOSIGNAL) == n) {
        peers_.push_back({rank, system::unique_fd(address.fd)});
      } else {
        ::close(address.fd);
      }
      return true;
    });
  });
  for (pollfd const& address : arrived) ::close(address.fd);
  complete_ = point.addresses != 0 && std::find(connected.begin(), connected.end(), 0) == connected.end();
  for (peer const& peer : peers_) limit_silence(peer.socket.get(), silence);
  static bool const forgets_in_child = ::pthread_atfork(nullptr, nullptr, [] {
                                         if (of_this_process == nullptr) return;
                                         for (peer& peer : of_this_process->peers_) peer.socket.close();
                                       }) == 0;
  static_cast<void>(forgets_in_child);
  of_this_process = this;
  listen_to_claims(
      [](void* self, int code) noexcept {
        auto const& connections = *static_cast<host_connections*>(self);
        connections.tell({connections.own_rank_, code});
      },
      this);
}

host_connections::~host_connections() {
  if (of_this_process != this) return;
  listen_to_claims(nullptr, nullptr);
  of_this_process = nullptr;
}

void host_connections::add_to(std::vector<process_monitor::monitored>& list) const {
  for (peer const& peer : peers_) list.push_back({~peer.rank, {}, peer.socket.get()});
}

void host_connections::tell(notice notice) const noexcept {
  for (peer const& peer : peers_)
    static_cast<void>(
        ::send(peer.socket.get(), &notice, sizeof notice, MSG_DONTWAIT | MSG_NOSIGNAL));  // a lost end needs no notice
}

host_connections::notice host_connections::read(int rank, bool& is_silent) const noexcept {
  auto const sender = std::find_if(peers_.begin(), peers_.end(), [&](peer const& peer) { return peer.rank == rank; });
  notice answer{};
  ssize_t const size = ::recv(sender->socket.get(), &answer, sizeof answer, MSG_DONTWAIT);
  is_silent = size < 0 && errno != ECONNRESET;  // ETIMEDOUT, or the error of an intermediate host
  return size == sizeof answer ? answer : notice{rank, 0};
}

bool host_connections::any_closed() const noexcept {
  return std::any_of(peers_.begin(), peers_.end(), [](peer const& peer) {
    notice notice{};
    ssize_t size = sizeof notice;
    while (size == sizeof notice) size = ::recv(peer.socket.get(), &notice, sizeof notice, MSG_DONTWAIT);
    return size >= 0 || (errno != EAGAIN && errno != EINTR);
  });
}

}  // namespace skua::transport::mpi

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The round trips, without the library (the cost of the operating system and of the memory) and
// with it.

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <skua/skua.hpp>
#include <stdexcept>
#include <thread>
#include <utility>

#include "../common/stopwatch.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::pingpong {

namespace {

constexpr std::uint64_t pattern(std::uint64_t i) noexcept { return i * 0x9E3779B97F4A7C15u; }

/// Two connected ends.
class sockets {
 public:
  sockets() {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends_) != 0) throw std::runtime_error("cannot create a pair of sockets");
  }
  sockets(sockets const&) = delete;
  sockets& operator=(sockets const&) = delete;
  ~sockets() {
    for (int const end : ends_) close(end);
  }
  void send(int end, payload const& p) const {
    auto const* position = reinterpret_cast<char const*>(p.data());
    for (std::size_t bytes_left = p.size() * sizeof(p[0]); bytes_left > 0;) {
      ssize_t const bytes_written = write(ends_[end], position, bytes_left);
      if (bytes_written <= 0) throw std::runtime_error("cannot write to the socket");
      position += bytes_written;
      bytes_left -= static_cast<std::size_t>(bytes_written);
    }
  }
  void receive(int end, payload& p) const {
    auto* position = reinterpret_cast<char*>(p.data());
    for (std::size_t bytes_left = p.size() * sizeof(p[0]); bytes_left > 0;) {
      ssize_t const bytes_read = read(ends_[end], position, bytes_left);
      if (bytes_read <= 0) throw std::runtime_error("cannot read from the socket");
      position += bytes_read;
      bytes_left -= static_cast<std::size_t>(bytes_read);
    }
  }

 private:
  int ends_[2] = {-1, -1};
};

/// A buffer and the end that may read it; a waiting thread polls.
class shared_buffer {
 public:
  explicit shared_buffer(std::size_t words) : words_(words) {}
  void send(int end, payload const& p) {
    std::copy(p.begin(), p.end(), words_.begin());
    receiver_.store(1 - end, std::memory_order_release);  // sync: TURN -> receive
  }
  void receive(int end, payload& p) {
    constexpr int spin_limit = 1000;  // then it yields: the other thread may need this core
    for (int i = 0; receiver_.load(std::memory_order_acquire) != end; ++i)  // sync: TURN <- send
      if (i > spin_limit) std::this_thread::yield();
    std::copy(words_.begin(), words_.end(), p.begin());
  }

 private:
  payload words_;
  alignas(64) std::atomic<int> receiver_{0};
};

template <typename Channel>
double round_trips(Channel& channel, std::size_t bytes, int rounds, bool& is_right) {
  constexpr int warm_up = 2;
  std::thread partner([&] {
    payload p(make_payload(bytes).size());
    for (int i = 0; i < warm_up + rounds; ++i) {
      channel.receive(1, p);
      count_hop(p);
      channel.send(1, p);
    }
  });
  std::vector<double> seconds;
  payload echoed(make_payload(bytes).size());
  for (int i = -warm_up; i < rounds; ++i) {
    payload const p = make_payload(bytes);
    stopwatch const watch;  // while the payload is on its way, not while it is checked
    channel.send(0, p);
    channel.receive(0, echoed);
    if (i >= 0) seconds.push_back(watch.seconds());
    is_right = is_right && is_payload(echoed, bytes, 1);
  }
  partner.join();
  return median(seconds);
}

}  // namespace

payload make_payload(std::size_t bytes) {
  payload p(std::max<std::size_t>(bytes / sizeof(std::uint64_t), 1));
  for (std::size_t i = 1; i < p.size(); ++i) p[i] = pattern(i);
  return p;
}

void count_hop(payload& p) noexcept { ++p[0]; }

bool is_payload(payload const& p, std::size_t bytes, std::uint64_t hops) noexcept {
  if (p.size() != std::max<std::size_t>(bytes / sizeof(std::uint64_t), 1) || p[0] != hops) return false;
  for (std::size_t i = 1; i < p.size(); ++i)
    if (p[i] != pattern(i)) return false;
  return true;
}

std::vector<std::size_t> sizes_up_to(std::size_t largest) {
  constexpr std::size_t factor = 8;
  std::vector<std::size_t> sizes;
  for (std::size_t bytes = sizeof(std::uint64_t); bytes < largest; bytes *= factor) sizes.push_back(bytes);
  sizes.push_back(largest);
  return sizes;
}

int rounds_of(std::size_t bytes, int rounds) noexcept {
  constexpr std::size_t large = 32768;
  if (bytes <= large) return rounds;
  return std::max(std::min(rounds, 20), static_cast<int>(static_cast<std::size_t>(rounds) * large / bytes));
}

raw_trips measure_raw(std::size_t bytes, int rounds) {
  raw_trips result;
  sockets wires;
  result.socket = round_trips(wires, bytes, rounds, result.is_right);
  shared_buffer memory_channel(make_payload(bytes).size());
  result.memory = round_trips(memory_channel, bytes, rounds, result.is_right);
  return result;
}

namespace {

payload echo(payload p) {
  count_hop(p);
  return p;
}

/// The end of the chain of tasks.
struct goal {
  payload last_payload;
};

/// One link: continues at the other place until no hops are left.
struct hop {
  skua::place_local<goal> chain_end;
  int next_place;
  int current_place;
  int hops_left;

  void operator()(payload p) const {
    if (hops_left == 0) {
      chain_end->last_payload = std::move(p);
      return;
    }
    count_hop(p);
    skua::spawn(skua::on(next_place), hop{chain_end, current_place, next_place, hops_left - 1}, std::move(p));
  }
};

double by_futures(std::size_t bytes, int rounds, int partner, bool& is_right) {
  std::vector<double> seconds;
  for (int i = -2; i < rounds; ++i) {
    payload const p = make_payload(bytes);
    stopwatch const watch;
    payload const echoed = skua::async(skua::on(partner), echo, p).get();
    if (i >= 0) seconds.push_back(watch.seconds());
    is_right = is_right && is_payload(echoed, bytes, 1);
  }
  return median(seconds);
}

double by_tasks(std::size_t bytes, int rounds, int partner, bool& is_right) {
  constexpr int parts = 10;
  int const hops = 2 * ((rounds + parts - 1) / parts);
  std::vector<double> seconds;
  for (int i = -1; i < parts; ++i) {
    skua::finish([&] {
      skua::place_local<goal> const chain_end;
      payload p = make_payload(bytes);
      stopwatch const watch;
      skua::finish([&] { skua::spawn(skua::on(partner), hop{chain_end, skua::here(), partner, hops}, std::move(p)); });
      if (i >= 0) seconds.push_back(watch.seconds() / ((hops + 1) / 2.0));
      payload const echoed =
          skua::at(hops % 2 == 0 ? partner : skua::here(), [chain_end] { return chain_end->last_payload; });
      is_right = is_right && is_payload(echoed, bytes, static_cast<std::uint64_t>(hops));
    });
  }
  return median(seconds);
}

}  // namespace

trips measure(std::size_t bytes, int rounds, int partner) {
  trips result;
  result.future = by_futures(bytes, rounds, partner, result.is_right);
  result.task = by_tasks(bytes, rounds, partner, result.is_right);
  return result;
}

}  // namespace apps::pingpong

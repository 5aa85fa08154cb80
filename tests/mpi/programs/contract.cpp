// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of a transport, checked by all ranks of a job at once.
//
// usage: contract FOLDER CHECK…
// FOLDER is shared by all ranks. CHECK: order, sizes, full, sleep, idle, wake, twice, identity,
// die (place 1 kills itself and the others report it), near=N (N ranks on this host).
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "programs/job.hpp"
#include "transport/mpi/load.hpp"

namespace {

using namespace job;

struct stamp {
  std::uint32_t number;
  std::uint32_t length;
};

std::byte pattern(std::uint32_t number, std::size_t at) {
  return static_cast<std::byte>((number * 31 + at * 7) & 0xff);
}

/// All places send to all: sizes from an arithmetic sequence, more messages than any buffer holds.
void check_order(box& b) {
  endpoint& e = b.end();
  constexpr std::uint32_t message_count = 20'000;
  auto const place_count = static_cast<std::size_t>(e.places());
  std::vector<std::uint32_t> expected(place_count, 0);
  std::vector<std::uint32_t> sent_count(place_count, 0);
  b.on_message = [&](int from, std::uint32_t kind, bytes body) {
    auto const f = static_cast<std::size_t>(from);
    stamp s{};
    CHECK(kind == data_kind + expected[f] % 5 && body.size() >= sizeof s);
    std::memcpy(&s, body.data(), sizeof s);
    CHECK(s.number == expected[f] && body.size() == sizeof s + s.length);
    for (std::size_t i = 0; i < s.length; i += 17) CHECK(body[sizeof s + i] == pattern(s.number, i));
    ++expected[f];
  };
  b.barrier();
  std::vector<std::byte> body(4096);
  std::uint64_t sent_bytes = 0;
  auto const before = e.sent();
  auto const finished = [&](std::vector<std::uint32_t> const& counts) {
    for (std::size_t p = 0; p < place_count; ++p) {
      if (static_cast<int>(p) != e.here() && counts[p] != message_count) return false;
    }
    return true;
  };
  b.until([&] {
    for (std::size_t p = 0; p < place_count; ++p) {
      if (static_cast<int>(p) == e.here()) continue;
      for (int burst = 0; burst < 8 && sent_count[p] < message_count; ++burst) {
        std::uint32_t const n = sent_count[p];
        stamp const s{n, n % 50 == 0 ? n * 13 % 4096 : n % 40};
        for (std::size_t i = 0; i < s.length; ++i) body[i] = pattern(n, i);
        if (!e.try_send(static_cast<int>(p), data_kind + n % 5, bytes_of(s), bytes(body.data(), s.length))) break;
        ++sent_count[p];
        sent_bytes += sizeof s + s.length + skua::transport::header_bytes;
      }
    }
    return finished(sent_count) && finished(expected);
  });
  auto const after = e.sent();
  CHECK(after.messages - before.messages >= message_count * (place_count - 1));
  CHECK(after.bytes - before.bytes >= sent_bytes);
}

/// Every split into head and body, with sizes near the limits.
void check_sizes(box& b) {
  endpoint& e = b.end();
  std::size_t const largest = e.limits().largest_message;
  CHECK(largest >= 1024);
  constexpr std::uint32_t first = 100;  // message kind of the first size
  std::vector<std::size_t> const sizes = {0, 1, 7, 8, 64, 111, 112, 113, 1000, largest / 2, largest - 1, largest};
  std::vector<std::byte> data(largest);
  for (std::size_t i = 0; i < largest; ++i) data[i] = pattern(9, i);
  int received_count = 0;
  b.on_message = [&](int from, std::uint32_t kind, bytes body) {
    CHECK(from == (e.here() + e.places() - 1) % e.places());
    CHECK(kind >= first && kind - first < sizes.size() && body.size() == sizes[kind - first]);
    CHECK(std::equal(body.begin(), body.end(), data.begin()));
    ++received_count;
  };
  b.barrier();
  int const next = (e.here() + 1) % e.places();
  int sent_count = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    for (std::size_t const head : {std::size_t{0}, sizes[k] / 2, sizes[k]}) {
      b.send(next, first + static_cast<std::uint32_t>(k), bytes(data.data(), head),
             bytes(data.data() + head, sizes[k] - head));
      ++sent_count;
    }
  }
  b.until([&] { return received_count == sent_count; });
}

/// Place 0 sends to place 1, which does not poll, until there is no room. No message is lost.
void check_full(box& b, std::string const& folder) {
  endpoint& e = b.end();
  std::string const mark = folder + "/full";
  std::uint64_t accepted_count = 0;
  std::uint64_t received_count = 0;
  std::uint64_t total = ~std::uint64_t{0};
  std::vector<std::byte> const body(256);
  b.on_message = [&](int, std::uint32_t kind, bytes message) {
    if (kind == reply_kind)
      std::memcpy(&total, message.data(), sizeof total);
    else
      ++received_count;
  };
  b.barrier();
  if (e.here() == 0) {
    while (e.try_send(1, data_kind, {}, body)) CHECK(++accepted_count < 100'000);
    CHECK(accepted_count > 1);
    std::ofstream(mark).put('x');
    b.send(1, reply_kind, bytes_of(accepted_count), {});
  } else if (e.here() == 1) {
    for (double const begin = seconds(); ::access(mark.c_str(), F_OK) != 0; ::sched_yield())
      CHECK(seconds() - begin < 60);
    b.until([&] { return total != ~std::uint64_t{0}; });
    CHECK(received_count == total);
  }
  b.barrier();
  if (e.here() == 0) ::unlink(mark.c_str());
}

/// A message ends sleep although no thread polls: place 0 plays ping-pong with each sleeper.
void check_sleep(box& b) {
  endpoint& e = b.end();
  constexpr int rounds = 200;
  int received_count = 0;
  b.on_message = [&](int, std::uint32_t, bytes) { ++received_count; };
  b.barrier();
  auto const sleep_until = [&](int target) {
    double const begin = seconds();
    while (received_count < target) {
      CHECK(seconds() - begin < 60);
      e.sleep(0);
      e.poll(b, 64);
    }
  };
  if (e.here() == 0) {
    double const begin = seconds();
    for (int p = 1, target = 0; p < e.places(); ++p) {
      for (int i = 0; i < rounds; ++i) {
        b.send(p, echo_kind, {}, {});
        sleep_until(++target);
      }
    }
    std::printf("sleep: %.1f us per round trip of two sleepers\n",
                1e6 * (seconds() - begin) / rounds / (e.places() - 1));
  } else {
    for (int i = 0; i < rounds; ++i) {
      sleep_until(i + 1);
      b.send(0, reply_kind, {}, {});
    }
  }
}

void check_idle(box& b) {
  endpoint& e = b.end();
  b.on_message = [](int, std::uint32_t, bytes) {};
  auto const rest = [&](double until) {
    for (double remaining_seconds = 0; (remaining_seconds = until - seconds()) > 0;) {
      e.sleep(static_cast<std::uint64_t>(1e9 * remaining_seconds) + 1);
      e.poll(b, 64);
    }
  };
  b.barrier();
  // A thread that spins uses a whole core. Other load on the machine only adds, so the least of
  // several windows counts.
  double const few = e.limits().wakes ? 0.01 : 0.05;
  rest(seconds() + 0.5);  // until the poll back-off has reached its maximum
  double share = 1;
  for (int window = 0; window < 5 && share >= few; ++window) {
    double const begin = seconds();
    double const used = thread_seconds();
    rest(begin + 1);
    share = std::min(share, (thread_seconds() - used) / (seconds() - begin));
  }
  std::printf("idle: place %d %s, %.3f %% of a core\n", e.here(), e.limits().wakes ? "wakes" : "looks", 100 * share);
  CHECK(share < few);
}

void check_wake(box& b) {
  endpoint& e = b.end();
  e.wake();
  e.sleep(0);  // a wake-up before the sleep
  for (int i = 0; i < 50; ++i) {
    std::atomic<bool> woken{false};
    std::thread other([&] {
      woken = true;
      e.wake();
    });
    while (!woken) e.sleep(0);
    other.join();
  }
}

void check_near(box& b, int expected) {
  endpoint& e = b.end();
  int count = 0;
  for (int p = 0; p < e.places(); ++p) {
    count += e.same_host(p) ? 1 : 0;
    CHECK(e.location(p).starts_with("host ") && e.location(p).find(", pid ") != std::string::npos);
  }
  CHECK(e.same_host(e.here()));
  CHECK(count == expected);
}

/// Place 1 dies. Each place that learns of it through the rings writes a note before the launcher
/// also ends that place.
void check_die(box& b, std::string const& folder) {
  b.on_loss = [&](int place, char const* cause) {
    CHECK(place == 1);
    // The launcher may end the process at any moment. The rename makes the note appear as a whole
    // or not at all.
    std::string const number = std::to_string(b.end().here());
    std::ofstream(folder + "/half." + number) << "lost: place " << place << ' ' << cause << '\n';
    std::filesystem::rename(folder + "/half." + number, folder + "/lost." + number);
    std::_Exit(7);
  };
  b.barrier();
  if (b.end().here() == 1) ::kill(::getpid(), SIGKILL);
  for (;;) {
    b.end().sleep(0);
    b.end().poll(b, 64);
  }
}

void one(box& b, std::string const& check_name, std::string const& folder) {
  if (b.end().here() == 0) {
    std::printf("%s\n", check_name.c_str());
    std::fflush(stdout);
  }
  if (check_name == "order")
    check_order(b);
  else if (check_name == "sizes")
    check_sizes(b);
  else if (check_name == "full")
    check_full(b, folder);
  else if (check_name == "sleep")
    check_sleep(b);
  else if (check_name == "idle")
    check_idle(b);
  else if (check_name == "wake")
    check_wake(b);
  else if (check_name == "die")
    check_die(b, folder);
  else if (check_name.starts_with("near="))
    check_near(b, std::stoi(check_name.substr(5)));
  else
    CHECK(false);  // an unknown check
  b.barrier();
}

int rank_by_environment() {
  for (char const* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (char const* const text = std::getenv(name)) return std::atoi(text);
  }
  return -1;
}

int refused() {
  try {
    auto const e = skua::transport::mpi_start(static_cast<std::uint64_t>(100 + rank_by_environment()));
  } catch (std::exception const& e) {
    std::printf("%s\n", e.what());
    return std::string(e.what()).find("does not run the same build of the program as place 0") != std::string::npos ? 0
                                                                                                                    : 1;
  }
  return 1;
}

void run(std::vector<std::string> const& checks, std::string const& folder) {
  auto const e = skua::transport::mpi_start(42);
  box b(*e);
  CHECK(e->here() == rank_by_environment());
  b.barrier();
  for (auto const& check_name : checks) one(b, check_name, folder);
  e->begin_shutdown();
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) return 2;
  std::vector<std::string> checks(argv + 2, argv + argc);
  if (!skua::transport::started_by_mpi()) {
    std::fprintf(stderr, "not started by an MPI launcher\n");
    return 3;
  }
  if (checks[0] == "identity") return refused();
  bool const twice = std::erase(checks, "twice") != 0;
  run(checks, argv[1]);
  if (twice) run({"order"}, argv[1]);
  if (place_of_messages() == 0) std::printf("contract: held\n");
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of a transport, checked by all ranks of a job at once.
//
// usage: contract FOLDER CHECK…
// FOLDER is shared by all ranks. CHECK: order, sizes, full, sleep, idle, wake, twice, identity,
// die (place 1 kills itself and the others report it), near=N (so many ranks on this host).
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

/// All to all, sizes from an arithmetic sequence, more than any buffer holds.
void check_order(box& b) {
  endpoint& e = b.end();
  constexpr std::uint32_t each = 20'000;
  auto const all = static_cast<std::size_t>(e.places());
  std::vector<std::uint32_t> expected(all, 0);
  std::vector<std::uint32_t> sent(all, 0);
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
  auto const finished = [&](std::vector<std::uint32_t> const& counts) {
    for (std::size_t p = 0; p < all; ++p) {
      if (static_cast<int>(p) != e.here() && counts[p] != each) return false;
    }
    return true;
  };
  b.until([&] {
    for (std::size_t p = 0; p < all; ++p) {
      if (static_cast<int>(p) == e.here()) continue;
      for (int burst = 0; burst < 8 && sent[p] < each; ++burst) {
        std::uint32_t const n = sent[p];
        stamp const s{n, n % 50 == 0 ? n * 13 % 4096 : n % 40};
        for (std::size_t i = 0; i < s.length; ++i) body[i] = pattern(n, i);
        if (!e.try_send(static_cast<int>(p), data_kind + n % 5, bytes_of(s), bytes(body.data(), s.length))) break;
        ++sent[p];
      }
    }
    return finished(sent) && finished(expected);
  });
}

/// Every split into head and body near the limits.
void check_sizes(box& b) {
  endpoint& e = b.end();
  std::size_t const largest = e.bounds().largest_message;
  CHECK(largest >= 1024);
  constexpr std::uint32_t first = 100;  // the kind says which size it is
  std::vector<std::size_t> const sizes = {0, 1, 7, 8, 64, 111, 112, 113, 1000, largest / 2, largest - 1, largest};
  std::vector<std::byte> data(largest);
  for (std::size_t i = 0; i < largest; ++i) data[i] = pattern(9, i);
  int got = 0;
  b.on_message = [&](int from, std::uint32_t kind, bytes body) {
    CHECK(from == (e.here() + e.places() - 1) % e.places());
    CHECK(kind >= first && kind - first < sizes.size() && body.size() == sizes[kind - first]);
    CHECK(std::equal(body.begin(), body.end(), data.begin()));
    ++got;
  };
  b.barrier();
  int const next = (e.here() + 1) % e.places();
  int sent = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    for (std::size_t const head : {std::size_t{0}, sizes[k] / 2, sizes[k]}) {
      b.send(next, first + static_cast<std::uint32_t>(k), bytes(data.data(), head),
             bytes(data.data() + head, sizes[k] - head));
      ++sent;
    }
  }
  b.until([&] { return got == sent; });
}

/// Place 0 sends to place 1, which does not look, until there is no room; nothing is lost by that.
void check_full(box& b, std::string const& folder) {
  endpoint& e = b.end();
  std::string const mark = folder + "/full";
  std::uint64_t taken = 0;
  std::uint64_t got = 0;
  std::uint64_t total = ~std::uint64_t{0};
  std::vector<std::byte> const body(256);
  b.on_message = [&](int, std::uint32_t kind, bytes message) {
    if (kind == reply_kind)
      std::memcpy(&total, message.data(), sizeof total);
    else
      ++got;
  };
  b.barrier();
  if (e.here() == 0) {
    while (e.try_send(1, data_kind, {}, body)) CHECK(++taken < 100'000);
    CHECK(taken > 1);
    std::ofstream(mark).put('x');
    b.send(1, reply_kind, bytes_of(taken), {});
  } else if (e.here() == 1) {
    for (double const begin = seconds(); ::access(mark.c_str(), F_OK) != 0; ::sched_yield())
      CHECK(seconds() - begin < 60);
    b.until([&] { return total != ~std::uint64_t{0}; });
    CHECK(got == total);
  }
  b.barrier();
  if (e.here() == 0) ::unlink(mark.c_str());
}

/// A message ends sleep without anybody polling: place 0 plays ping-pong with each sleeper.
void check_sleep(box& b) {
  endpoint& e = b.end();
  constexpr int rounds = 200;
  int got = 0;
  b.on_message = [&](int, std::uint32_t, bytes) { ++got; };
  b.barrier();
  auto const sleep_until = [&](int wanted) {
    double const begin = seconds();
    while (got < wanted) {
      CHECK(seconds() - begin < 60);
      e.sleep(0);
      e.poll(b, 64);
    }
  };
  if (e.here() == 0) {
    double const begin = seconds();
    for (int p = 1, wanted = 0; p < e.places(); ++p) {
      for (int i = 0; i < rounds; ++i) {
        b.send(p, echo_kind, {}, {});
        sleep_until(++wanted);
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
    for (double left = 0; (left = until - seconds()) > 0;) {
      e.sleep(static_cast<std::uint64_t>(1e9 * left) + 1);
      e.poll(b, 64);
    }
  };
  b.barrier();
  // Who spins uses a whole core. What else the machine does only adds: the least of a few windows
  // counts.
  double const few = e.bounds().wakes ? 0.01 : 0.05;
  rest(seconds() + 0.5);  // to become patient
  double share = 1;
  for (int window = 0; window < 5 && share >= few; ++window) {
    double const begin = seconds();
    double const used = thread_seconds();
    rest(begin + 1);
    share = std::min(share, (thread_seconds() - used) / (seconds() - begin));
  }
  std::printf("idle: place %d %s, %.3f %% of a core\n", e.here(), e.bounds().wakes ? "wakes" : "looks", 100 * share);
  CHECK(share < few);
}

void check_wake(box& b) {
  endpoint& e = b.end();
  e.wake();
  e.sleep(0);  // a wake before it
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

void check_near(box& b, int wanted) {
  endpoint& e = b.end();
  int count = 0;
  for (int p = 0; p < e.places(); ++p) {
    count += e.near(p) ? 1 : 0;
    CHECK(e.whereabouts(p).starts_with("host ") && e.whereabouts(p).find(", pid ") != std::string::npos);
  }
  CHECK(e.near(e.here()));
  CHECK(count == wanted);
}

/// Place 1 dies. Whoever hears of it through the rings says so before the launcher ends it, too.
void check_die(box& b, std::string const& folder) {
  b.on_loss = [&](int place, char const* how) {
    CHECK(place == 1);
    // The launcher may end it at any moment: a note is there whole or not at all.
    std::string const here = std::to_string(b.end().here());
    std::ofstream(folder + "/half." + here) << "lost: place " << place << ' ' << how << '\n';
    std::filesystem::rename(folder + "/half." + here, folder + "/lost." + here);
    std::_Exit(7);
  };
  b.barrier();
  if (b.end().here() == 1) ::kill(::getpid(), SIGKILL);
  for (;;) {
    b.end().sleep(0);
    b.end().poll(b, 64);
  }
}

void one(box& b, std::string const& what, std::string const& folder) {
  if (b.end().here() == 0) {
    std::printf("%s\n", what.c_str());
    std::fflush(stdout);
  }
  if (what == "order")
    check_order(b);
  else if (what == "sizes")
    check_sizes(b);
  else if (what == "full")
    check_full(b, folder);
  else if (what == "sleep")
    check_sleep(b);
  else if (what == "idle")
    check_idle(b);
  else if (what == "wake")
    check_wake(b);
  else if (what == "die")
    check_die(b, folder);
  else if (what.starts_with("near="))
    check_near(b, std::stoi(what.substr(5)));
  else
    CHECK(false);  // a known check
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
    return std::string(e.what()).find("runs another build of the program than place 0") != std::string::npos ? 0 : 1;
  }
  return 1;
}

void run(std::vector<std::string> const& checks, std::string const& folder) {
  auto const e = skua::transport::mpi_start(42);
  box b(*e);
  CHECK(e->here() == rank_by_environment());
  b.barrier();
  for (auto const& what : checks) one(b, what, folder);
  e->leave();
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

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include <skua/error.hpp>
#include <skua/exit_codes.hpp>

#include "base/escape.hpp"
#include "base/parse.hpp"
#include "base/suggestion.hpp"
#include "steal/policies.hpp"
#include "system/files.hpp"

namespace skua::sched {
namespace {

[[noreturn]] void reject(std::string const& source, std::string const& value, std::string const& expected) {
  throw error(source + ": expected " + expected + ", found " + base::quoted(value));
}

std::string number_between(std::uint64_t low, std::uint64_t high) {
  return "a number from " + std::to_string(low) + " to " + std::to_string(high);
}

std::uint64_t number(std::string const& source, std::string const& text, std::uint64_t low, std::uint64_t high) {
  if (auto const value = base::parse_c_number(text, low, high)) return *value;
  reject(source, text, number_between(low, high));
}

std::uint64_t bytes(std::string const& source, std::string const& text, std::uint64_t low, std::uint64_t high) {
  if (auto const value = base::parse_bytes(text, low, high)) return *value;
  reject(source, text, number_between(low, high) + " (k, M, G allowed)");
}

bool yes_or_no(std::string const& source, std::string const& text) {
  if (auto const value = base::parse_switch(text)) return *value;
  reject(source, text, "on or off");
}

double seconds(std::string const& source, std::string const& text) {
  if (auto const value = base::parse_decimal(text, 0, 1'000'000)) return *value;
  reject(source, text, "seconds from 0 to 1000000");
}

struct row {
  std::string_view name;
  std::string_view help;
  void (*parse)(options&, std::string const& source, std::string const& text);
};

constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;

constexpr int max_places = 4096;

auto const table = std::to_array<row>({
    {"workers", "worker threads (default: what affinity and cgroup quota allow)",
     [](options& options, std::string const& name, std::string const& value) {
       options.workers = static_cast<int>(number(name, value, 1, 4096));
     }},
    {"places", "places to start, each a process unless transport is inproc (default 1, or what the launcher started)",
     [](options& options, std::string const& name, std::string const& value) {
       options.places = static_cast<int>(number(name, value, 1, max_places));
     }},
    {"transport", "between places: inproc, shm or mpi (default: by how the program was started)",
     [](options& options, std::string const& name, std::string const& value) {
       if (value != "inproc" && value != "shm" && value != "mpi") reject(name, value, "inproc, shm or mpi");
       options.transport = value;
     }},
    {"sim", "simulate all places: places=512,workers=12,seed=7,latency=2us,… (docs/reference/simulator.md)",
     [](options& options, std::string const&, std::string const& value) { options.sim = value; }},
    {"steal", "which places to ask for tasks: {policies} (default lifeline)",
     [](options& options, std::string const&, std::string const& value) { options.steal = value; }},
    {"steal-amount", "how much of a victim's tasks to take: one, half, chunk(n) (default half)",
     [](options& options, std::string const&, std::string const& value) { options.steal_amount = value; }},
    {"stack", "bytes of a task's stack (default 1M)",
     [](options& options, std::string const& name, std::string const& value) {
       options.stack_bytes = bytes(name, value, 64 * 1024, gibibyte);
     }},
    {"memory", "bytes of global memory of each place (default: as much as the machine has)",
     [](options& options, std::string const& name, std::string const& value) {
       options.memory_bytes = bytes(name, value, 64 * 1024, max_memory_bytes);
     }},
    {"memory-check", "check every access to global memory against the blocks in use, slowly: on or off (default off)",
     [](options& options, std::string const& name, std::string const& value) {
       options.memory_check = yes_or_no(name, value);
     }},
    {"check", "run tasks that may leave their place from copies, and report what would fail elsewhere (default off)",
     [](options& options, std::string const& name, std::string const& value) {
       options.check = yes_or_no(name, value);
     }},
    {"trace", "file to write a trace of the run to, for skua report and ui.perfetto.dev (default none)",
     [](options& options, std::string const&, std::string const& value) { options.trace = value; }},
    {"pin", "bind each worker to one processor: on or off (docs/reference/cluster.md; default off)",
     [](options& options, std::string const& name, std::string const& value) { options.pin = yes_or_no(name, value); }},
    {"seed", "seed of victim choice (default 0)",
     [](options& options, std::string const& name, std::string const& value) {
       options.seed = number(name, value, 0, ~std::uint64_t{0} >> 1);
     }},
    {"stats", "print statistics at the end: off, on, detailed (default off)",
     [](options& options, std::string const& name, std::string const& value) {
       if (value == "detailed") {
         options.stats = stats_level::detailed;
       } else {
         options.stats = yes_or_no(name, value) ? stats_level::on : stats_level::off;
       }
       options.print_stats = options.stats != stats_level::off;
     }},
    {"spin-us", "microseconds an idle worker searches before it sleeps (default: what a wake-up costs, 20 to 200)",
     [](options& options, std::string const& name, std::string const& value) {
       options.spin_us = static_cast<int>(number(name, value, 0, 1'000'000));
     }},
    {"deadlock", "report a deadlock of all tasks: on or off (default on)",
     [](options& options, std::string const& name, std::string const& value) {
       options.deadlock_report = yes_or_no(name, value);
     }},
    {"grace", "seconds that a run has to end after the first SIGINT or SIGTERM, before it is killed (default 10)",
     [](options& options, std::string const& name, std::string const& value) { options.grace = seconds(name, value); }},
    {"progress", "print the progress of the work on standard error: on or off (default on)",
     [](options& options, std::string const& name, std::string const& value) {
       options.progress = yes_or_no(name, value);
     }},
    {"metrics",
     "serve the numbers of a running program at a socket: unix:PATH (docs/reference/watching.md; default none)",
     [](options& options, std::string const& name, std::string const& value) {
       if (!value.starts_with("unix:") || value.size() == 5) reject(name, value, "unix:PATH");
       options.metrics = value;
     }},
    {"help", "print the options and exit", nullptr},
});

// Variables of the same prefix that belong to test data, benchmarks, the launcher and the MPI
// transport.
constexpr std::array<std::string_view, 9> foreign{"SKUA_DATA",   "SKUA_BENCH_QUICK", "SKUA_BENCH_LARGE",
                                                  "SKUA_RUN_FD", "SKUA_RUN_PLACE",   "SKUA_RUN_PLACES",
                                                  "SKUA_MPI",    "SKUA_MPI_RINGS",   "SKUA_MPI_SILENCE"};

constexpr std::string_view variable_prefix = "SKUA_";

std::string variable_name(std::string_view option, std::string_view prefix = variable_prefix) {
  std::string text(prefix);
  for (char character : option)
    text += character == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
  return text;
}

row const* find(std::string_view name) {
  auto const position = std::find_if(table.begin(), table.end(), [&](row const& row) { return row.name == name; });
  return position == table.end() ? nullptr : &*position;
}

/// The second half of the message about a misspelt variable or option: "; did you mean …?"
std::string suggestion(std::string_view word, std::string_view prefix, bool with_help) {
  std::vector<std::string> names;
  for (row const& row : table) {
    if (row.parse != nullptr || with_help)
      names.push_back(with_help ? std::string(row.name) : variable_name(row.name, ""));
  }
  std::string const name = base::nearest(word, names);
  return name.empty() ? "; --skua-help lists all" : "; did you mean " + std::string(prefix) + name + "?";
}

}  // namespace

void read_environment(options& options, char const* const* environment) {
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    std::string_view const entry = *environment;
    if (!entry.starts_with(variable_prefix)) continue;
    std::size_t const equals = entry.find('=');
    std::string_view const name = entry.substr(0, equals);
    if (equals != std::string_view::npos && equals + 1 == entry.size()) continue;  // empty: as if it were not set
    if (std::find(foreign.begin(), foreign.end(), name) != foreign.end()) continue;
    auto const position = std::find_if(table.begin(), table.end(), [&](row const& row) {
      return row.parse != nullptr && variable_name(row.name) == name;
    });
    if (position == table.end()) {
      throw error("unknown variable " + base::escaped(name) + " in the environment" +
                  suggestion(name.substr(variable_prefix.size()), variable_prefix, false));
    }
    position->parse(options, std::string(name),
                    std::string(equals == std::string_view::npos ? "" : entry.substr(equals + 1)));
  }
}

options from_environment(options options) {
  read_environment(options, environ);
  return options;
}

void read_arguments(options& options, int& argc, char** argv) {
  constexpr std::string_view prefix = "--skua-";
  int kept_count = 1;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == "--") {
      while (i < argc) argv[kept_count++] = argv[i++];
      break;
    }
    if (!argument.starts_with(prefix)) {
      argv[kept_count++] = argv[i];
      continue;
    }
    std::size_t const equals = argument.find('=');
    std::string const full(argument.substr(0, equals));
    row const* row = find(std::string_view(full).substr(prefix.size()));
    if (row == nullptr) {
      throw error("unknown option " + base::escaped(full) +
                  suggestion(std::string_view(full).substr(prefix.size()), prefix, true));
    }
    if (row->parse == nullptr) {
      std::string const help = options_help();
      // Not through stdout, where a text that could not be written remains.
      std::fflush(stdout);
      if (!system::write_all(STDOUT_FILENO, std::as_bytes(std::span(help))))
        throw error(full + ": standard output cannot be written: " + std::strerror(errno));
      std::exit(exit_code::success);
    }
    if (equals == std::string_view::npos && i + 1 == argc) throw error(full + ": a value is missing");
    std::string const value(equals != std::string_view::npos ? argument.substr(equals + 1) : argv[++i]);
    row->parse(options, full, value);
  }
  argc = kept_count;
  argv[argc] = nullptr;
}

void check_options(options const& options) {
  if (options.workers < 0 || options.workers > 4096)
    throw error("workers: expected 0 to 4096, found " + std::to_string(options.workers));
  int const max_count = options.sim.empty() ? max_places : max_simulated_places;
  if (options.places < 0 || options.places > max_count)
    throw error("places: expected 0 to " + std::to_string(max_count) + ", found " + std::to_string(options.places));
  if (options.stack_bytes < 64 * 1024 || options.stack_bytes > gibibyte) {
    throw error("stack_bytes: expected 65536 to 1073741824, found " + std::to_string(options.stack_bytes));
  }
  if (options.spin_us < -1 || options.spin_us > 1'000'000)
    throw error("spin_us: expected -1 to 1000000, found " + std::to_string(options.spin_us));
}

std::string options_help() {
  constexpr std::string_view policies = "{policies}";
  std::string text = "options of the Skua library (each also as a variable, e.g. SKUA_WORKERS=4):\n";
  for (row const& row : table) {
    std::string name = "  --skua-" + std::string(row.name);
    name.resize(std::max<std::size_t>(name.size() + 1, 22), ' ');
    std::string help(row.help);
    if (auto const at = help.find(policies); at != std::string::npos)
      help.replace(at, policies.size(), steal::policy_list());
    text += name + help + "\n";
  }
  return text;
}

namespace {
base::atomic<bool> check_mode{false};
}  // namespace

void set_check_mode(bool on) noexcept {
  check_mode.store(on, std::memory_order_relaxed);  // relaxed: before the first task of the place
}

bool check_mode_is_on() noexcept {
  return check_mode.load(std::memory_order_relaxed);  // relaxed: see set_check_mode
}

}  // namespace skua::sched

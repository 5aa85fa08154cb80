// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/settings.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <skua/error.hpp>

#include "base/escape.hpp"
#include "base/parse.hpp"
#include "core/settings.hpp"

namespace skua::sim {
namespace {

using base::time_units;
constexpr std::array<base::unit, 4> rate_units{{{"GB/s", 1e9}, {"MB/s", 1e6}, {"kB/s", 1e3}, {"B/s", 1}}};

[[noreturn]] void reject(std::string const& name, std::string const& text, std::string const& expected) {
  throw error("sim: " + name + ": expected " + expected + ", found " + base::quoted(text));
}

double quantity(std::string const& name, std::string const& text, std::span<base::unit const> units,
                std::string const& example) {
  if (auto const value = base::parse_quantity(text, units)) return *value;
  reject(name, text, "a number with its unit, as in " + example);
}

std::uint64_t whole(std::string const& name, std::string const& text, std::uint64_t low, std::uint64_t high) {
  if (auto const value = base::parse_number(text, low, high)) return *value;
  reject(name, text, "a number from " + std::to_string(low) + " to " + std::to_string(high));
}

/// Virtual time is counted in nanoseconds of 64 bits: a run must be able to add many of these.
double duration(std::string const& name, std::string const& text, std::string const& example) {
  double const time = quantity(name, text, time_units, example);
  if (time > 1e6) reject(name, text, "at most 1000000s");
  return time;
}

double factor(std::string const& name, std::string const& text) {
  if (auto const value = base::parse_decimal(text, 0, 1000)) return *value;
  reject(name, text, "a number from 0 to 1000");
}

double probability(std::string const& name, std::string const& text) {
  double const result = factor(name, text);
  if (result > 0.9) reject(name, text, "a probability of at most 0.9");
  return result;
}

double rate(std::string const& name, std::string const& text) {
  double const result = quantity(name, text, rate_units, "10GB/s");
  if (result <= 0) reject(name, text, "a value above 0");
  return result;
}

/// The cost of an operation that repeats until time has passed, so it must not be 0.
double step_of_time(std::string const& name, std::string const& text, std::string const& example) {
  double const time = duration(name, text, example);
  if (time < 1e-9) reject(name, text, "at least a nanosecond");
  return time;
}

/// "3:10": three places take ten times as long.
slowdown parse_slowdown(std::string const& name, std::string const& text) {
  std::size_t const colon = text.find(':');
  if (colon == std::string::npos) reject(name, text, "PLACES:FACTOR, as in 3:10");
  slowdown const slowdown{static_cast<int>(whole(name, text.substr(0, colon), 0, sched::max_simulated_places)),
                          factor(name, text.substr(colon + 1))};
  if (slowdown.factor <= 0) reject(name, text, "a factor above 0");
  return slowdown;
}

int how_many_places(std::string const& name, std::string const& text) {
  return static_cast<int>(whole(name, text, 1, sched::max_simulated_places));
}

int how_many_threads(std::string const& name, std::string const& text) {
  return static_cast<int>(whole(name, text, 0, 4096));
}

using text = std::string const&;

struct row {
  std::string_view name;
  void (*set)(settings&, text name, text value);
};

auto const table = std::to_array<row>({
    {"places", [](settings& to, text name, text value) { to.places = how_many_places(name, value); }},
    {"workers",
     [](settings& to, text name, text value) { to.workers = static_cast<int>(whole(name, value, 1, 4096)); }},
    {"seed", [](settings& to, text name, text value) { to.seed = whole(name, value, 0, ~std::uint64_t{0}); }},
    {"latency", [](settings& to, text name, text value) { to.network.latency = duration(name, value, "2us"); }},
    {"near", [](settings& to, text name, text value) { to.network.near_latency = duration(name, value, "300ns"); }},
    {"bandwidth", [](settings& to, text name, text value) { to.network.bandwidth = rate(name, value); }},
    {"overhead", [](settings& to, text name, text value) { to.network.overhead = duration(name, value, "200ns"); }},
    {"jitter", [](settings& to, text name, text value) { to.network.jitter = factor(name, value); }},
    {"node", [](settings& to, text name, text value) { to.network.node = how_many_places(name, value); }},
    {"uplink", [](settings& to, text name, text value) { to.network.uplink = rate(name, value); }},
    {"rack", [](settings& to, text name, text value) { to.network.rack = how_many_places(name, value); }},
    {"far", [](settings& to, text name, text value) { to.network.far_latency = duration(name, value, "10us"); }},
    {"loss", [](settings& to, text name, text value) { to.network.loss = probability(name, value); }},
    {"mpi", [](settings& to, text name, text value) { to.network.mpi = whole(name, value, 0, 1) != 0; }},
    {"slow", [](settings& to, text name, text value) { to.speed_model.slow = parse_slowdown(name, value); }},
    {"contended", [](settings& to, text name, text value) { to.speed_model.contended = parse_slowdown(name, value); }},
    {"period", [](settings& to, text name, text value) { to.speed_model.period = step_of_time(name, value, "10ms"); }},
    {"noise", [](settings& to, text name, text value) { to.speed_model.noise = factor(name, value); }},
    {"queue", [](settings& to, text name, text value) { to.speed_model.costs.queue = duration(name, value, "4ns"); }},
    {"start", [](settings& to, text name, text value) { to.speed_model.costs.start = duration(name, value, "4ns"); }},
    {"yield",
     [](settings& to, text name, text value) { to.speed_model.costs.yield = step_of_time(name, value, "50ns"); }},
    {"look",
     [](settings& to, text name, text value) { to.speed_model.costs.look = step_of_time(name, value, "500ns"); }},
    {"wake", [](settings& to, text name, text value) { to.speed_model.costs.wake = duration(name, value, "5us"); }},
    {"complex", [](settings& to, text name, text value) { to.sharing.complex = how_many_threads(name, value); }},
    {"package", [](settings& to, text name, text value) { to.sharing.package = how_many_threads(name, value); }},
    {"processors", [](settings& to, text name, text value) { to.sharing.processors = how_many_threads(name, value); }},
    {"line", [](settings& to, text name, text value) { to.sharing.line = duration(name, value, "40ns"); }},
    {"other_line", [](settings& to, text name, text value) { to.sharing.other_line = duration(name, value, "100ns"); }},
    {"far_line", [](settings& to, text name, text value) { to.sharing.far_line = duration(name, value, "200ns"); }},
    {"interrupt", [](settings& to, text name, text value) { to.sharing.interrupt = duration(name, value, "1us"); }},
    {"call", [](settings& to, text name, text value) { to.sharing.call = duration(name, value, "1us"); }},
    {"measured",
     [](settings& to, text name, text value) {
       to.speed_model.scale = factor(name, value);
       to.speed_model.measured = to.speed_model.scale > 0;
     }},
    {"lose",
     [](settings& to, text name, text value) {
       std::size_t const separator = value.find('@');
       if (separator == std::string::npos) reject(name, value, "PLACE@TIME, as in 3@5ms");
       to.speed_model.lost_place =
           static_cast<int>(whole(name, value.substr(0, separator), 1, sched::max_simulated_places - 1));
       to.speed_model.lost_at = duration(name, value.substr(separator + 1), "5ms");
     }},
    {"limit", [](settings& to, text name, text value) { to.limit = duration(name, value, "10s"); }},
    {"stop", [](settings& to, text name, text value) { to.stop = whole(name, value, 1, ~std::uint64_t{0}); }},
    {"report", [](settings& to, text name, text value) { to.report = whole(name, value, 0, 1) != 0; }},
});

}  // namespace

settings parse_settings(std::string const& text, settings const& defaults) {
  settings settings = defaults;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t const end = std::min(text.find(',', begin), text.size());
    std::string const part = text.substr(begin, end - begin);
    begin = end + 1;
    std::size_t const equals = part.find('=');
    std::string const name = part.substr(0, equals);
    row const* match = nullptr;
    std::string names;
    for (row const& row : table) {
      if (row.name == name) match = &row;
      names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    if (match == nullptr || equals == std::string::npos)
      throw error("sim: expected NAME=VALUE with a name of " + names + "; found " + base::quoted(part));
    match->set(settings, name, part.substr(equals + 1));
  }
  if (settings.sharing.processors > 0 && settings.sharing.complex == 0)
    reject("processors", std::to_string(settings.sharing.processors), "complex=N beside it");
  if (settings.speed_model.lost_place >= settings.places)
    reject("lose", std::to_string(settings.speed_model.lost_place), "one of the places");
  if (settings.network.rack > 0 && settings.network.far_latency <= 0)
    settings.network.far_latency = 2 * settings.network.latency;
  return settings;
}

}  // namespace skua::sim

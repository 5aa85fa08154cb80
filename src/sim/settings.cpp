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
  double const t = quantity(name, text, time_units, example);
  if (t > 1e6) reject(name, text, "at most 1000000s");
  return t;
}

double factor(std::string const& name, std::string const& text) {
  if (auto const value = base::parse_decimal(text, 0, 1000)) return *value;
  reject(name, text, "a number from 0 to 1000");
}

double probability(std::string const& name, std::string const& text) {
  double const x = factor(name, text);
  if (x > 0.9) reject(name, text, "a probability of at most 0.9");
  return x;
}

double rate(std::string const& name, std::string const& text) {
  double const r = quantity(name, text, rate_units, "10GB/s");
  if (r <= 0) reject(name, text, "a value above 0");
  return r;
}

/// The cost of an operation that repeats until time has passed, so it must not be 0.
double step_of_time(std::string const& name, std::string const& text, std::string const& example) {
  double const t = duration(name, text, example);
  if (t < 1e-9) reject(name, text, "at least a nanosecond");
  return t;
}

/// "3:10": three places take ten times as long.
slowdown parse_slowdown(std::string const& name, std::string const& text) {
  std::size_t const colon = text.find(':');
  if (colon == std::string::npos) reject(name, text, "PLACES:FACTOR, as in 3:10");
  slowdown const h{static_cast<int>(whole(name, text.substr(0, colon), 0, sched::max_simulated_places)),
                   factor(name, text.substr(colon + 1))};
  if (h.factor <= 0) reject(name, text, "a factor above 0");
  return h;
}

int how_many_places(std::string const& name, std::string const& text) {
  return static_cast<int>(whole(name, text, 1, sched::max_simulated_places));
}

using text = std::string const&;

struct row {
  std::string_view name;
  void (*set)(settings&, text name, text value);
};

std::array<row, 28> const table{{
    {"places", [](settings& s, text n, text t) { s.places = how_many_places(n, t); }},
    {"workers", [](settings& s, text n, text t) { s.workers = static_cast<int>(whole(n, t, 1, 4096)); }},
    {"seed", [](settings& s, text n, text t) { s.seed = whole(n, t, 0, ~std::uint64_t{0}); }},
    {"latency", [](settings& s, text n, text t) { s.network.latency = duration(n, t, "2us"); }},
    {"near", [](settings& s, text n, text t) { s.network.near_latency = duration(n, t, "300ns"); }},
    {"bandwidth", [](settings& s, text n, text t) { s.network.bandwidth = rate(n, t); }},
    {"overhead", [](settings& s, text n, text t) { s.network.overhead = duration(n, t, "200ns"); }},
    {"jitter", [](settings& s, text n, text t) { s.network.jitter = factor(n, t); }},
    {"node", [](settings& s, text n, text t) { s.network.node = how_many_places(n, t); }},
    {"uplink", [](settings& s, text n, text t) { s.network.uplink = rate(n, t); }},
    {"rack", [](settings& s, text n, text t) { s.network.rack = how_many_places(n, t); }},
    {"far", [](settings& s, text n, text t) { s.network.far_latency = duration(n, t, "10us"); }},
    {"loss", [](settings& s, text n, text t) { s.network.loss = probability(n, t); }},
    {"mpi", [](settings& s, text n, text t) { s.network.mpi = whole(n, t, 0, 1) != 0; }},
    {"slow", [](settings& s, text n, text t) { s.speed_model.slow = parse_slowdown(n, t); }},
    {"contended", [](settings& s, text n, text t) { s.speed_model.contended = parse_slowdown(n, t); }},
    {"period", [](settings& s, text n, text t) { s.speed_model.period = step_of_time(n, t, "10ms"); }},
    {"noise", [](settings& s, text n, text t) { s.speed_model.noise = factor(n, t); }},
    {"queue", [](settings& s, text n, text t) { s.speed_model.costs.queue = duration(n, t, "4ns"); }},
    {"start", [](settings& s, text n, text t) { s.speed_model.costs.start = duration(n, t, "4ns"); }},
    {"yield", [](settings& s, text n, text t) { s.speed_model.costs.yield = step_of_time(n, t, "50ns"); }},
    {"look", [](settings& s, text n, text t) { s.speed_model.costs.look = step_of_time(n, t, "500ns"); }},
    {"wake", [](settings& s, text n, text t) { s.speed_model.costs.wake = duration(n, t, "5us"); }},
    {"measured",
     [](settings& s, text n, text t) {
       s.speed_model.scale = factor(n, t);
       s.speed_model.measured = s.speed_model.scale > 0;
     }},
    {"lose",
     [](settings& s, text n, text t) {
       std::size_t const separator = t.find('@');
       if (separator == std::string::npos) reject(n, t, "PLACE@TIME, as in 3@5ms");
       s.speed_model.lost_place =
           static_cast<int>(whole(n, t.substr(0, separator), 1, sched::max_simulated_places - 1));
       s.speed_model.lost_at = duration(n, t.substr(separator + 1), "5ms");
     }},
    {"limit", [](settings& s, text n, text t) { s.limit = duration(n, t, "10s"); }},
    {"stop", [](settings& s, text n, text t) { s.stop = whole(n, t, 1, ~std::uint64_t{0}); }},
    {"report", [](settings& s, text n, text t) { s.report = whole(n, t, 0, 1) != 0; }},
}};

}  // namespace

settings parse_settings(std::string const& text, settings const& defaults) {
  settings s = defaults;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t const end = std::min(text.find(',', begin), text.size());
    std::string const part = text.substr(begin, end - begin);
    begin = end + 1;
    std::size_t const equals = part.find('=');
    std::string const name = part.substr(0, equals);
    row const* match = nullptr;
    std::string names;
    for (row const& r : table) {
      if (r.name == name) match = &r;
      names += (names.empty() ? "" : ", ") + std::string(r.name);
    }
    if (match == nullptr || equals == std::string::npos)
      throw error("sim: expected NAME=VALUE with a name of " + names + "; found " + base::quoted(part));
    match->set(s, name, part.substr(equals + 1));
  }
  if (s.speed_model.lost_place >= s.places)
    reject("lose", std::to_string(s.speed_model.lost_place), "one of the places");
  if (s.network.rack > 0 && s.network.far_latency <= 0) s.network.far_latency = 2 * s.network.latency;
  return s;
}

}  // namespace skua::sim

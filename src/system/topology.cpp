// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/topology.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <tuple>

#include "base/parse.hpp"
#include "system/cpus.hpp"
#include "system/files.hpp"

namespace skua::system {
namespace {

/// The numbers in a list of the kernel, such as "0-3,8". Items of another form are skipped.
std::vector<int> numbers_in_list(std::string const& list) {
  std::vector<int> numbers;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) {
    auto const dash = item.find('-');  // without one, both are the whole item
    auto const first = base::parse_number<int>(item.substr(0, dash), 0, most_processors - 1);
    auto const last = base::parse_number<int>(item.substr(dash + 1), 0, most_processors - 1);
    if (!first || !last) continue;
    for (int number = *first; number <= *last; ++number) numbers.push_back(number);
  }
  return numbers;
}

int number_in_file(std::string const& file, int otherwise) {
  return base::parse_number<int>(first_line(file), 0).value_or(otherwise);
}

/// The processors that share the highest cache of the processor with this folder.
std::string sharers_of_cache(std::string const& folder) {
  int highest = 0;
  std::string sharers;
  for (int index = 0;; ++index) {
    std::string const cache = folder + "/cache/index" + std::to_string(index);
    int const level = number_in_file(cache + "/level", 0);
    if (level == 0) return sharers;
    if (level > highest) sharers = first_line(cache + "/shared_cpu_list");
    highest = std::max(level, highest);
  }
}

/// Each group has the kernel's number, or that of its first processor. A complex of -1: no other
/// core shares a cache.
processor read_processor(std::string const& folder, int number) {
  std::string const alone = std::to_string(number);
  std::string siblings = first_line(folder + "/topology/thread_siblings_list");
  if (numbers_in_list(siblings).empty()) siblings = alone;
  auto const sharers = sharers_of_cache(folder);
  auto const shared = sharers == siblings || sharers == alone ? std::vector<int>() : numbers_in_list(sharers);
  return {.number = number,
          .core = numbers_in_list(siblings).front(),
          .complex = shared.empty() ? -1 : shared.front(),
          .node = 0,
          .package = number_in_file(folder + "/topology/physical_package_id", 0),
          .kind = 0};
}

void read_nodes(std::string const& folder, std::vector<processor>& processors) {
  std::map<int, int> node_of;
  for (int const node : numbers_in_list(first_line(folder + "/online"))) {
    for (int const number : numbers_in_list(first_line(folder + "/node" + std::to_string(node) + "/cpulist")))
      node_of[number] = node;
  }
  for (processor& entry : processors) entry.node = node_of[entry.number];
}

/// Intel lists the processors of each kind. Other hybrid machines report the capacity of each
/// processor, which also differs a little between cores of one kind.
void read_kinds(std::string const& devices, std::vector<processor>& processors) {
  std::map<int, int> kind_of;
  int kinds = 0;
  for (char const* const name : {"cpu_core", "cpu_atom", "cpu_lowpower"}) {
    for (int const number : numbers_in_list(first_line(devices + name + "/cpus"))) kind_of[number] = kinds;
    ++kinds;
  }
  if (!kind_of.empty()) {
    for (processor& entry : processors) entry.kind = kind_of[entry.number];
    return;
  }
  std::map<int, std::vector<processor*>, std::greater<>> by_capacity;
  for (processor& entry : processors) {
    std::string const folder = devices + "system/cpu/cpu" + std::to_string(entry.number);
    by_capacity[number_in_file(folder + "/cpu_capacity", 0)].push_back(&entry);
  }
  int kind = 0;
  std::int64_t fastest = processors.empty() ? 0 : by_capacity.begin()->first;
  for (auto const& [capacity, members] : by_capacity) {
    if (std::int64_t{capacity} * 8 < fastest * 7) {
      fastest = capacity;
      ++kind;
    }
    for (processor* const entry : members) entry->kind = kind;
  }
}

/// Replaces a member by the position of its key among all keys; returns these in order.
template <typename Key>
auto number_groups(std::vector<processor>& processors, int processor::* member, Key&& key) {
  std::vector<decltype(key(processors.front()))> keys;
  for (processor const& entry : processors) keys.push_back(key(entry));
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  for (processor& entry : processors)
    entry.*member = static_cast<int>(std::lower_bound(keys.begin(), keys.end(), key(entry)) - keys.begin());
  return keys;
}

}  // namespace

topology read_topology(std::string const& root, std::vector<int> const& numbers) {
  std::string const devices = root + "/sys/devices/";
  topology machine;
  auto& processors = machine.processors;
  for (int const number : numbers)
    processors.push_back(read_processor(devices + "system/cpu/cpu" + std::to_string(number), number));
  read_nodes(devices + "system/node", processors);
  read_kinds(devices, processors);
  auto const of_core = [](processor const& entry) {
    return std::tuple(entry.package, entry.node, entry.complex, entry.core);
  };
  auto const of_complex = [](processor const& entry) { return std::tuple(entry.package, entry.node, entry.complex); };
  auto const count = [](auto const& keys) { return static_cast<int>(keys.size()); };
  // The inner groups first: their keys hold the kernel's numbers of the outer ones.
  machine.cores = count(number_groups(processors, &processor::core, of_core));
  machine.complexes = count(number_groups(processors, &processor::complex, of_complex));
  machine.node_numbers = number_groups(processors, &processor::node, [](processor const& entry) { return entry.node; });
  machine.packages =
      count(number_groups(processors, &processor::package, [](processor const& entry) { return entry.package; }));
  machine.kinds = count(number_groups(processors, &processor::kind, [](processor const& entry) { return entry.kind; }));
  std::sort(processors.begin(), processors.end(), [](processor const& left, processor const& right) {
    return std::tuple(left.core, left.number) < std::tuple(right.core, right.number);
  });
  return machine;
}

std::vector<int> online_processors(std::string const& root) {
  return numbers_in_list(first_line(root + "/sys/devices/system/cpu/online"));
}

std::vector<int> worker_order(topology const& machine) {
  std::vector<std::tuple<int, int, std::size_t>> ranked;  // hardware thread of the core, kind, neighbourhood
  int thread = 0;
  for (std::size_t i = 0; i < machine.processors.size(); ++i) {
    bool const is_first = i == 0 || machine.processors[i].core != machine.processors[i - 1].core;
    thread = is_first ? 0 : thread + 1;
    ranked.emplace_back(thread, machine.processors[i].kind, i);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<int> order;
  for (auto const& [rank, kind, index] : ranked) order.push_back(machine.processors[index].number);
  return order;
}

std::vector<int> nearest_processors(topology const& machine, std::size_t count) {
  std::vector<int> best = worker_order(machine);
  best.resize(std::min(count, best.size()));
  std::sort(best.begin(), best.end());
  std::vector<int> nearest;
  for (processor const& entry : machine.processors) {
    if (std::binary_search(best.begin(), best.end(), entry.number)) nearest.push_back(entry.number);
  }
  return nearest;
}

std::string processor_list(std::vector<int> processors) {
  std::sort(processors.begin(), processors.end());
  std::string text;
  for (std::size_t i = 0; i < processors.size();) {
    std::size_t last = i;
    while (last + 1 < processors.size() && processors[last + 1] == processors[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(processors[i]);
    if (last > i) text += "-" + std::to_string(processors[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace skua::system

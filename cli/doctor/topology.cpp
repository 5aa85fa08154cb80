// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Draws the topology of a machine: groups that are alike are one group with a number.

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "findings.hpp"

namespace apps::doctor {
namespace {

using skua::system::processor;
using skua::system::topology;

struct level {
  int processor::* group;
  std::string name, plural;
};

std::string kind_text(topology const& machine, int kind) {
  char const* const names[] = {"fast ", "slow ", "slowest "};
  return machine.kinds == 1 ? "" : names[std::min(kind, 2)];
}

/// "4 complexes of 4 cores with 2 threads". A level below the package is left out where it has one
/// group.
std::string contents(topology const& machine, std::span<processor const> processors, std::size_t depth = 0) {
  static level const levels[] = {{&processor::package, "package", "packages"},
                                 {&processor::node, "memory node", "memory nodes"},
                                 {&processor::complex, "complex", "complexes"},
                                 {&processor::core, "core", "cores"}};
  constexpr std::size_t most_shapes = 3;
  auto const& [group, name, plural] = levels[depth];
  bool const is_core = depth + 1 == std::size(levels);
  std::vector<std::pair<std::pair<std::string, std::string>, int>> shapes;  // what stands around the name, how often
  int groups = 0;
  for (std::size_t begin = 0, end = 0; begin < processors.size(); begin = end, ++groups) {
    while (end < processors.size() && processors[end].*group == processors[begin].*group) ++end;
    auto const members = processors.subspan(begin, end - begin);
    std::pair<std::string, std::string> shape;
    if (!is_core) {
      shape.second = " of " + contents(machine, members, depth + 1);
    } else {
      shape.first = kind_text(machine, members.front().kind);
      if (members.size() > 1) shape.second = " with " + std::to_string(members.size()) + " threads";
    }
    auto const same =
        std::find_if(shapes.begin(), shapes.end(), [&](auto const& entry) { return entry.first == shape; });
    if (same == shapes.end()) {
      shapes.emplace_back(shape, 1);
    } else {
      ++same->second;
    }
  }
  if (groups == 1 && depth > 0 && !is_core) return contents(machine, processors, depth + 1);
  if (shapes.size() > most_shapes) return std::to_string(groups) + " unequal " + plural;
  std::string text;
  for (auto const& [shape, count] : shapes)
    text += (text.empty() ? "" : " and ") + std::to_string(count) + " " + shape.first + (count == 1 ? name : plural) +
            shape.second;
  return text;
}

}  // namespace

finding judge_topology(machine const& m) {
  constexpr std::size_t most_lines = 8;
  topology const& machine = m.topology;
  finding f{"topology", contents(machine, machine.processors), "", {}};
  std::map<std::pair<int, int>, std::vector<int>> groups;  // by node and kind
  std::set<int> own_nodes;
  for (processor const& entry : machine.processors) {
    groups[{entry.node, entry.kind}].push_back(entry.number);
    if (std::find(m.allowed.begin(), m.allowed.end(), entry.number) != m.allowed.end()) own_nodes.insert(entry.node);
  }
  if (own_nodes.size() > 1)
    f.value += "; skua-run -n " + std::to_string(own_nodes.size()) + " --bind: a place for each node";
  std::vector<json> entries;
  for (auto const& [key, numbers] : groups) {
    int const node = machine.node_numbers[static_cast<std::size_t>(key.first)];
    std::string const list = skua::system::processor_list(numbers);
    entries.emplace_back(json_object().add("node", node).add("kind", key.second).add("processors", list));
    f.lines.push_back((machine.node_numbers.size() > 1 ? "node " + std::to_string(node) + " " : "") +
                      kind_text(machine, key.second) + "processors " + list);
  }
  if (f.lines.size() == 1) f.lines.clear();
  if (f.lines.size() > most_lines) {
    f.lines[most_lines] = "and " + std::to_string(f.lines.size() - most_lines) + " more";
    f.lines.resize(most_lines + 1);
  }
  f.data.add("packages", machine.packages)
      .add("nodes", machine.node_numbers.size())
      .add("complexes", machine.complexes)
      .add("cores", machine.cores)
      .add("kinds", machine.kinds)
      .add("groups", json(entries));
  return f;
}

}  // namespace apps::doctor

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/recorded_machines.hpp"

#include <fstream>
#include <map>
#include <sstream>

#include "system/topology.hpp"

namespace machines {
namespace {

std::vector<std::string> split(std::string const& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

void write_file(std::filesystem::path const& file, std::string const& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text << '\n';
}

}  // namespace

std::vector<int> numbers(std::string const& list) {
  std::vector<int> members;
  for (std::string const& item : split(list, ',')) {
    auto const colon = item.find(':');
    int const last = std::stoi(item.substr(item.find('-') + 1));
    int const step = colon == std::string::npos ? 1 : std::stoi(item.substr(colon + 1));
    for (int number = std::stoi(item); number <= last; number += step) members.push_back(number);
  }
  return members;
}

void write(std::filesystem::path const& root, std::string const& record) {
  std::filesystem::remove_all(root);
  std::filesystem::path const devices = root / "sys/devices";
  std::map<std::string, int> count;  // of groups of each name, and of caches of each processor
  std::vector<int> online;
  auto const write_group = [&](std::string const& property, std::vector<int> const& members) {
    std::string const list = skua::system::processor_list(members);
    std::string const name = property.substr(0, property.find('/'));
    if (name == "core") online.insert(online.end(), members.begin(), members.end());
    if (name == "node" || name == "empty")
      write_file(devices / "system/node" / ("node" + std::to_string(count["node"]++)) / "cpulist",
                 name == "node" ? list : "");
    if (name.starts_with("cpu_")) write_file(devices / name / "cpus", list);
    for (int const number : members) {
      auto const folder = devices / "system/cpu" / ("cpu" + std::to_string(number));
      if (name == "package") write_file(folder / "topology/physical_package_id", std::to_string(count[name]));
      if (name == "core") write_file(folder / "topology/thread_siblings_list", list);
      if (name == "capacity") write_file(folder / "cpu_capacity", property.substr(9));
      if (!name.starts_with('L')) continue;
      auto const cache = folder / "cache" / ("index" + std::to_string(count[folder.string()]++));
      write_file(cache / "level", name.substr(1));
      write_file(cache / "shared_cpu_list", list);
    }
    count["package"] += name == "package";
  };
  for (std::string const& line : split(record, ';')) {
    std::istringstream words(line);
    std::string names, list;
    std::size_t size = 1;
    int offset = 0;
    words >> names >> size >> list;
    bool const has_offset = static_cast<bool>(words >> offset);
    std::vector<int> const members = numbers(list);
    for (std::size_t begin = 0; begin + size <= members.size(); begin += size) {
      std::vector<int> group;
      for (std::size_t i = begin; i < begin + size; ++i) group.push_back(members[i]);
      for (std::size_t i = 0; has_offset && i < size; ++i) group.push_back(group[i] + offset);
      for (std::string const& name : split(names, ',')) write_group(name, group);
    }
  }
  write_file(devices / "system/cpu/online", skua::system::processor_list(online));
  write_file(devices / "system/node/online", "0-" + std::to_string(count["node"] - 1));
}

}  // namespace machines

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "processors.hpp"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <tuple>

namespace launch {
namespace {

int number_in(std::string const& file) {
  std::ifstream in(file);
  int value = 0;
  return in >> value ? value : 0;
}

}  // namespace

std::vector<int> processors_in_order() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {};
  std::vector<std::tuple<int, int, int>> sorted;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    std::string const folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
    sorted.emplace_back(number_in(folder + "physical_package_id"), number_in(folder + "core_id"), cpu);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> ordered;
  for (auto const& [package, core, cpu] : sorted) ordered.push_back(cpu);
  return ordered;
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

}  // namespace launch

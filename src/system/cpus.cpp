// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/cpus.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "base/parse.hpp"
#include "system/files.hpp"

namespace skua::system {
namespace {

/// The kernel refuses a mask that is smaller than its own.
struct affinity_mask {
  cpu_set_t sets[most_processors / CPU_SETSIZE] = {};
};

affinity_mask current_mask() noexcept {
  affinity_mask mask;
  if (::sched_getaffinity(0, sizeof mask, mask.sets) != 0) CPU_SET(0, mask.sets);
  return mask;
}

/// 0: no limit, which is -1 or another text in the file.
double number(std::string const& text) { return base::parse_decimal(text, 0, 1e18).value_or(0); }

double quota_v2(std::string const& file) {
  std::istringstream in(first_line(file));
  std::string quota;
  double period = 0;
  if (!(in >> quota >> period) || quota == "max" || period <= 0) return 0;
  return number(quota) / period;
}

double quota_v1(std::string const& folder) {
  double const quota = number(first_line(folder + "/cpu.cfs_quota_us"));
  double const period = number(first_line(folder + "/cpu.cfs_period_us"));
  return quota > 0 && period > 0 ? quota / period : 0;
}

void tighten(double& best, double quota) {
  if (quota > 0 && (best == 0 || quota < best)) best = quota;
}

}  // namespace

std::vector<int> processors_in_affinity() {
  affinity_mask const mask = current_mask();
  std::vector<int> numbers;
  for (int number = 0; number < most_processors; ++number) {
    if (CPU_ISSET_S(static_cast<std::size_t>(number), sizeof mask, mask.sets)) numbers.push_back(number);
  }
  return numbers;
}

int cpus_in_affinity() noexcept {
  affinity_mask const mask = current_mask();
  return CPU_COUNT_S(sizeof mask, mask.sets);
}

void for_each_control_group(std::string const& root, std::string const& controller,
                            std::function<void(std::string const& folder)> const& visit) {
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    auto const first = line.find(':');
    auto const second = line.find(':', first == std::string::npos ? first : first + 1);
    if (second == std::string::npos) continue;
    std::string const controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    bool const v2 = controllers.empty();
    if (!v2 && ("," + controllers + ",").find("," + controller + ",") == std::string::npos) continue;
    for (;;) {  // every ancestor may limit
      if (v2) {
        visit(root + "/sys/fs/cgroup" + path);
      } else {
        visit(root + "/sys/fs/cgroup/" + controllers + path);
        if (controllers != controller) visit(root + "/sys/fs/cgroup/" + controller + path);
      }
      auto const slash = path.rfind('/');
      if (slash == std::string::npos || path.size() <= 1) break;
      path = slash == 0 ? "/" : path.substr(0, slash);
    }
  }
}

double cpu_quota(std::string const& root) {
  double best = 0;
  for_each_control_group(root, "cpu", [&](std::string const& folder) {
    tighten(best, quota_v2(folder + "/cpu.max"));
    tighten(best, quota_v1(folder));
  });
  return best;
}

int usable_cpus() {
  int const allowed = cpus_in_affinity();
  double const quota = cpu_quota();
  if (quota <= 0) return allowed;
  return std::max(1, std::min(allowed, static_cast<int>(std::floor(quota))));
}

void bind_to_processor(int number) noexcept {
  affinity_mask one;
  CPU_SET_S(static_cast<std::size_t>(number), sizeof one, one.sets);
  ::sched_setaffinity(0, sizeof one, one.sets);
}

}  // namespace skua::system

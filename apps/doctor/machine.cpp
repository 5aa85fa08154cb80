// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "machine.hpp"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "mpi.hpp"

namespace apps::doctor {
namespace {

namespace fs = std::filesystem;

std::string first_line(std::string const& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

/// Empty if the file does not begin with a number: "max", "-1", no such file.
std::optional<std::uint64_t> number_in(std::string const& file) {
  std::string const line = first_line(file);
  std::uint64_t value = 0;
  auto const result = std::from_chars(line.data(), line.data() + line.size(), value);
  return result.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

limit limit_of(__rlimit_resource_t resource) {
  rlimit value{};
  if (::getrlimit(resource, &value) != 0 || value.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return value.rlim_cur;
}

/// Calls `visit` with the folder of each control group of this process that `controller` limits, up
/// to the root.
template <typename Visit>
void visit_groups(std::string const& root, std::string const& controller, Visit&& visit) {
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    auto const first = line.find(':');
    auto const second = line.find(':', first == std::string::npos ? first : first + 1);
    if (second == std::string::npos) continue;
    std::string const controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    bool const is_second_version = controllers.empty();
    if (!is_second_version && ("," + controllers + ",").find("," + controller + ",") == std::string::npos) continue;
    std::string const base = root + "/sys/fs/cgroup" + (is_second_version ? "" : "/" + controllers);
    for (;;) {
      visit(base + path);
      auto const slash = path.rfind('/');
      if (slash == std::string::npos || path.size() <= 1) break;
      path = slash == 0 ? "/" : path.substr(0, slash);
    }
  }
}

/// The online processors of the machine, whatever the mask.
int online_processors() { return static_cast<int>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN))); }

int processors_in_mask() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return online_processors();
  return std::max(1, CPU_COUNT(&set));
}

int count_numa_nodes() {
  int count = 0;
  std::error_code error;
  for (fs::directory_iterator entry("/sys/devices/system/node", error), end; !error && entry != end;
       entry.increment(error)) {
    std::string const name = entry->path().filename().string();
    count +=
        name.starts_with("node") && name.size() > 4 && name.find_first_not_of("0123456789", 4) == std::string::npos;
  }
  return std::max(1, count);
}

bool has_membarrier() {
  long const commands = ::syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  return commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
}

/// The word in brackets of "always [madvise] never".
std::string chosen_word(std::string const& line) {
  auto const begin = line.find('[');
  auto const end = line.find(']', begin == std::string::npos ? 0 : begin);
  return begin == std::string::npos || end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

bool has_anonymous_files() {
  int const fd = ::memfd_create("skua-doctor", MFD_CLOEXEC);
  if (fd < 0) return false;
  ::close(fd);
  return true;
}

void examine_memory(machine& m) {
  m.page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  m.memory_bytes = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES))) * m.page_bytes;
  m.transparent_pages = chosen_word(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
  m.reserved_pages = number_in("/proc/sys/vm/nr_hugepages").value_or(0);
  m.overcommit = static_cast<int>(number_in("/proc/sys/vm/overcommit_memory").value_or(0));
  m.mappings = number_in("/proc/sys/vm/max_map_count").value_or(0);
  m.anonymous_files = has_anonymous_files();
  struct statvfs shm{};
  m.shm = ::statvfs("/dev/shm", &shm) == 0;
  m.shm_bytes = shm.f_blocks * shm.f_frsize;
  m.shm_free_bytes = shm.f_bavail * shm.f_frsize;
}

void examine_limits(machine& m) {
  m.open_files = limit_of(RLIMIT_NOFILE);
  if (::geteuid() != 0) m.processes = limit_of(RLIMIT_NPROC);  // it does not bind root
  visit_groups("", "pids", [&](std::string const& folder) {
    auto const most = number_in(folder + "/pids.max");
    if (most) m.processes = std::min(*most, m.processes.value_or(*most));
  });
  m.stack_bytes = limit_of(RLIMIT_STACK);
  m.locked_bytes = limit_of(RLIMIT_MEMLOCK);
  m.file_bytes = limit_of(RLIMIT_FSIZE);
  m.address_bytes = limit_of(RLIMIT_AS);
}

}  // namespace

double group_quota(std::string const& root) {
  double best = 0;
  visit_groups(root, "cpu", [&](std::string const& folder) {
    double quota = 0;
    double period = 0;
    std::istringstream in(first_line(folder + "/cpu.max"));
    if (!(in >> quota >> period)) {  // "max 100000", or the first version
      quota = static_cast<double>(number_in(folder + "/cpu.cfs_quota_us").value_or(0));
      period = static_cast<double>(number_in(folder + "/cpu.cfs_period_us").value_or(0));
    }
    if (quota > 0 && period > 0 && (best == 0 || quota / period < best)) best = quota / period;
  });
  return best;
}

machine examine() {
  machine m;
  m.online = online_processors();
  m.affinity = processors_in_mask();
  m.quota = group_quota();
  m.numa_nodes = count_numa_nodes();
  m.membarrier = has_membarrier();
  examine_memory(m);
  m.launchers = find_launchers();
  m.modules = find_modules();
  std::error_code error;
  m.infiniband = fs::exists("/dev/infiniband", error);
  examine_limits(m);
  return m;
}

}  // namespace apps::doctor

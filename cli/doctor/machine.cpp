// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "machine.hpp"

#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "mpi.hpp"
#include "system/cpus.hpp"

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

/// Of all online processors. A container may hide that it uses others; then only of those.
skua::system::topology examine_topology(std::vector<int> const& allowed) {
  auto const online = skua::system::online_processors();
  bool const is_complete = std::includes(online.begin(), online.end(), allowed.begin(), allowed.end());
  return skua::system::read_topology("", is_complete ? online : allowed);
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
  skua::system::for_each_control_group("", "pids", [&](std::string const& folder) {
    auto const processes = number_in(folder + "/pids.max");
    if (processes) m.processes = std::min(*processes, m.processes.value_or(*processes));
  });
  m.stack_bytes = limit_of(RLIMIT_STACK);
  m.locked_bytes = limit_of(RLIMIT_MEMLOCK);
  m.file_bytes = limit_of(RLIMIT_FSIZE);
  m.address_bytes = limit_of(RLIMIT_AS);
}

}  // namespace

machine examine() {
  machine m;
  m.allowed = skua::system::processors_in_affinity();
  m.topology = examine_topology(m.allowed);
  m.quota = skua::system::cpu_quota();
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

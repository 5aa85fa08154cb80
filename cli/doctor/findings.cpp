// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "findings.hpp"

#include <algorithm>
#include <utility>

#include "apps/common/text.hpp"

namespace apps::doctor {
namespace {

constexpr std::uint64_t mpi_shm_bytes = 16 << 20;  // for the messages of an MPI on one host

finding processors(machine const& m) {
  std::size_t const online = m.topology.processors.size();
  std::size_t const allowed = m.allowed.size();
  std::string const mask = skua::system::processor_list(m.allowed);
  std::size_t const room = m.quota > 0 ? static_cast<std::size_t>(m.quota) : allowed;
  std::size_t const workers = std::max(std::size_t{1}, std::min(room, allowed));
  finding f{"processors", grouped(online) + " online, " + grouped(allowed) + " in the affinity mask", "", {}};
  if (allowed < online) f.value += " (" + mask + ")";
  f.value += m.quota > 0 ? ", a quota of " + decimals(m.quota, 2) : ", no quota";
  f.value += ": " + grouped(workers) + (workers == 1 ? " worker" : " workers");
  f.data.add("online", online)
      .add("affinity", allowed)
      .add("mask", mask)
      .add("quota", m.quota > 0 ? json(m.quota) : json())
      .add("workers", workers);
  if (m.quota > 0 && m.quota < 1)
    f.advice = "the control group stops even one worker now and then: ask for a CPU quota of at least one processor";
  return f;
}

finding membarrier(machine const& m) {
  finding f{"membarrier", m.membarrier ? "private expedited" : "none", "", {}};
  f.data.add("available", m.membarrier);
  if (!m.membarrier)
    f.advice =
        "pushes and pops use full fences, which makes small tasks slower: Linux 4.14, and a sandbox that allows it";
  return f;
}

finding pages(machine const& m) {
  std::string const transparent = m.transparent_pages.empty() ? "not supported" : m.transparent_pages;
  finding f{"pages",
            bytes_text(m.page_bytes) + ", transparent huge pages: " + transparent +
                ", reserved huge pages: " + grouped(m.reserved_pages),
            "",
            {}};
  f.data.add("bytes", m.page_bytes)
      .add("transparent", m.transparent_pages.empty() ? json() : json(m.transparent_pages))
      .add("reserved", m.reserved_pages);
  return f;
}

finding shared_memory(machine const& m) {
  std::string const shm =
      m.shm ? "/dev/shm has " + bytes_text(m.shm_bytes) + ", " + bytes_text(m.shm_free_bytes) + " free" : "no /dev/shm";
  finding f{"shared memory", std::string(m.anonymous_files ? "memfd" : "no memfd") + ", " + shm, "", {}};
  f.data.add("memfd", m.anonymous_files)
      .add("shm_bytes", m.shm ? json(m.shm_bytes) : json())
      .add("shm_free_bytes", m.shm ? json(m.shm_free_bytes) : json());
  if (!m.anonymous_files) {
    f.advice = "several places on this host cannot start: they share memory in a memfd; allow memfd_create";
  } else if (!m.launchers.empty() && m.shm_free_bytes < mpi_shm_bytes) {
    f.advice = "the MPI on this machine keeps its own messages there: docker run --shm-size=1g, or delete old files";
  }
  return f;
}

finding mpi(machine const& m) {
  finding f{"MPI", "", "", {}};
  std::vector<json> launchers;
  std::string missing;
  std::string packages;
  for (auto const& launcher : m.launchers) {
    f.value += (f.value.empty() ? "" : ", ") + launcher.name;
    if (!launcher.version.empty()) f.value += " [" + launcher.version + "]";
    launchers.emplace_back(json_object()
                               .add("name", launcher.name)
                               .add("flavour", launcher.flavour.empty() ? json() : json(launcher.flavour))
                               .add("version", launcher.version.empty() ? json() : json(launcher.version)));
    bool const has_module = std::any_of(m.modules.begin(), m.modules.end(), [&](std::string const& file) {
      bool const is_named = file.find("/libskua-mpi-") == std::string::npos;  // SKUA_MPI chose it for every launcher
      return is_named || file.find("/libskua-mpi-" + launcher.flavour + ".so") != std::string::npos;
    });
    if (!launcher.flavour.empty() && !has_module && missing.find(launcher.flavour) == std::string::npos) {
      missing += (missing.empty() ? "" : " and ") + launcher.flavour;
      packages += (packages.empty() ? "" : " and ") + ("skua-mpi-" + launcher.flavour);
    }
  }
  if (m.launchers.empty()) f.value = "no launcher, needed only for places on several hosts";
  std::vector<json> modules;
  for (auto const& file : m.modules) {
    f.value += "; module " + file;
    modules.emplace_back(file);
  }
  f.data.add("launchers", json(launchers)).add("modules", json(modules));
  if (!missing.empty())
    f.advice = "no module of the library for " + missing +
               ": programs under that launcher need one; on Debian: package " + packages +
               "; else build with its development package, or set SKUA_MPI";
  return f;
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t kibibyte = 1024;
  constexpr std::uint64_t mebibyte = 1024 * kibibyte;
  constexpr std::uint64_t gibibyte = 1024 * mebibyte;
  struct unit {
    std::uint64_t factor;
    char const* name;
  };
  for (auto const& [factor, name] : {unit{gibibyte, " GiB"}, unit{mebibyte, " MiB"}, unit{kibibyte, " KiB"}}) {
    if (bytes < factor) continue;
    bool const is_whole = bytes % factor == 0;
    return decimals(static_cast<double>(bytes) / static_cast<double>(factor), is_whole ? 0 : 1) + name;
  }
  return std::to_string(bytes) + " bytes";
}

std::vector<finding> judge(machine const& m) {
  std::vector<finding> findings{processors(m), judge_topology(m), membarrier(m), pages(m), shared_memory(m), mpi(m)};
  for (auto& limit_finding : judge_limits(m)) findings.push_back(std::move(limit_finding));
  return findings;
}

}  // namespace apps::doctor

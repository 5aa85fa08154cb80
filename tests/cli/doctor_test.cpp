// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// skua doctor: the verdict on machines that the test does not run on.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "doctor/findings.hpp"
#include "doctor/machine.hpp"
#include "doctor/mpi.hpp"
#include "support/recorded_machines.hpp"

namespace {

using apps::doctor::finding;
using apps::doctor::machine;

/// A machine on which nothing hurts.
machine good_machine() {
  machine m;
  m.allowed = machines::numbers("0-7");
  m.topology = skua::system::read_topology("/nonexistent", m.allowed);
  m.membarrier = true;
  m.page_bytes = 4096;
  m.transparent_pages = "madvise";
  m.memory_bytes = std::uint64_t{16} << 30;
  m.mappings = 65'530;
  m.anonymous_files = m.shm = true;
  m.shm_bytes = m.shm_free_bytes = std::uint64_t{8} << 30;
  m.open_files = 1024;
  m.stack_bytes = 8 << 20;
  m.locked_bytes = 8 << 20;
  return m;
}

/// Checks that exactly one finding gives advice; returns it.
finding only_advice(machine const& m) {
  std::vector<finding> bad;
  for (auto const& f : apps::doctor::judge(m)) {
    if (!f.good()) bad.push_back(f);
  }
  EXPECT_EQ(bad.size(), 1u);
  return bad.empty() ? finding{} : bad.front();
}

template <typename Change>
void expect_advice(std::string const& name, std::string const& part, Change&& change) {
  machine m = good_machine();
  change(m);
  finding const f = only_advice(m);
  EXPECT_EQ(f.name, name);
  EXPECT_NE(f.advice.find(part), std::string::npos) << f.advice;
}

TEST(doctor, a_good_machine) {
  for (auto const& f : apps::doctor::judge(good_machine())) EXPECT_TRUE(f.good()) << f.name << ": " << f.advice;
  machine m = good_machine();
  m.quota = 1.5;  // the library starts one worker
  m.transparent_pages = "";
  m.shm = false;  // only an MPI needs it
  m.shm_bytes = m.shm_free_bytes = 0;
  for (auto const& f : apps::doctor::judge(m)) EXPECT_TRUE(f.good()) << f.name << ": " << f.advice;
}

TEST(doctor, what_hurts) {
  expect_advice("processors", "at least one processor", [](machine& m) { m.quota = 0.5; });
  expect_advice("membarrier", "full fences", [](machine& m) { m.membarrier = false; });
  expect_advice("shared memory", "allow memfd_create", [](machine& m) { m.anonymous_files = false; });
  expect_advice("shared memory", "--shm-size", [](machine& m) {
    m.launchers.push_back({"mpirun", "", ""});
    m.shm_free_bytes = 1 << 20;
  });
  expect_advice("MPI", "openmpi and mpich", [](machine& m) {
    m.launchers = {{"mpirun", "openmpi", "4"}, {"mpiexec", "openmpi", "4"}, {"mpirun.mpich", "mpich", "4"}};
  });
  expect_advice("MPI", "on Debian: package skua-mpi-mpich;", [](machine& m) {
    m.launchers = {{"mpirun", "openmpi", "4"}, {"mpirun.mpich", "mpich", "4"}};
    m.modules = {"/lib/libskua-mpi-openmpi.so"};
  });
  expect_advice("open files", "ulimit -n", [](machine& m) { m.open_files = 255; });
  expect_advice("processes", "ulimit -u", [](machine& m) { m.processes = 271; });
  expect_advice("stack", "ulimit -s", [](machine& m) { m.stack_bytes = 512 << 10; });
  expect_advice("locked memory", "ulimit -l", [](machine& m) { m.infiniband = true; });
  expect_advice("file size", "ulimit -f", [](machine& m) { m.file_bytes = 1 << 20; });
  expect_advice("address space", "ulimit -v", [](machine& m) { m.address_bytes = std::uint64_t{1} << 30; });
  expect_advice("mappings", "vm.max_map_count", [](machine& m) { m.mappings = 1000; });
  expect_advice("overcommit", "vm.overcommit_memory=0", [](machine& m) { m.overcommit = 2; });
}

TEST(doctor, limits_that_just_suffice) {
  machine m = good_machine();
  m.quota = 1;
  m.open_files = 256;
  m.processes = 272;
  m.stack_bytes = 1 << 20;
  m.file_bytes = 256 << 20;
  m.address_bytes = std::uint64_t{4} << 30;
  for (auto const& f : apps::doctor::judge(m)) EXPECT_TRUE(f.good()) << f.name << ": " << f.advice;
}

/// The topology of a recorded machine, of which a process may use these processors, or all.
finding topology_of(std::string const& record, std::string const& allowed = "") {
  auto const root = std::filesystem::path(testing::TempDir()) / ("skua_doctor_" + std::to_string(::getpid()));
  machines::write(root, record);
  machine m;
  auto const online = skua::system::online_processors(root.string());
  m.topology = skua::system::read_topology(root.string(), online);
  m.allowed = allowed.empty() ? online : machines::numbers(allowed);
  std::filesystem::remove_all(root);
  return apps::doctor::judge_topology(m);
}

TEST(doctor, shapes_of_machines) {
  EXPECT_EQ(topology_of(machines::small_virtual_machine).value, "1 package of 2 cores");
  finding const hybrid = topology_of(machines::hybrid_laptop);
  EXPECT_EQ(hybrid.value, "1 package of 6 fast cores with 2 threads and 8 slow cores");
  EXPECT_EQ(hybrid.lines, std::vector<std::string>({"fast processors 0-11", "slow processors 12-19"}));
  EXPECT_EQ(topology_of(machines::arm_big_little).value,
            "1 package of 1 complex of 4 slow cores and 1 complex of 2 fast cores");
  EXPECT_EQ(topology_of(machines::xeon_of_2007).value, "2 packages of 2 complexes of 2 cores");
  std::string const eight = topology_of(machines::eight_xeons).value;
  EXPECT_EQ(eight, "8 packages of 28 cores with 2 threads; skua-run -n 8 --bind: a place for each node");
  finding const epycs = topology_of(machines::epycs_with_eight_nodes, "5,69");
  EXPECT_EQ(epycs.value, "2 packages of 4 memory nodes of 2 complexes of 4 cores with 2 threads");
  ASSERT_EQ(epycs.lines.size(), 8u);
  EXPECT_EQ(epycs.lines.back(), "node 7 processors 56-63,120-127");
}

TEST(doctor, unequal_and_many_groups_stay_short) {
  EXPECT_EQ(topology_of("core 1 0-9; L3 4 0-3; L3 3 4-6; L3 2 7-8").value, "1 package of 4 unequal complexes");
  finding const many = topology_of("core,node 1 0-9");
  ASSERT_EQ(many.lines.size(), 9u);
  EXPECT_EQ(many.lines.back(), "and 2 more");
}

TEST(doctor, processors_of_this_process) {
  machine m = good_machine();
  m.allowed = {1, 2, 5};
  m.quota = 2.5;
  EXPECT_EQ(apps::doctor::judge(m).front().value,
            "8 online, 3 in the affinity mask (1-2,5), a quota of 2.50: 2 workers");
  m.quota = 0;
  m.allowed = machines::numbers("0-7");
  EXPECT_EQ(apps::doctor::judge(m).front().value, "8 online, 8 in the affinity mask, no quota: 8 workers");
}

TEST(doctor, texts) {
  EXPECT_EQ(apps::doctor::bytes_text(1023), "1023 bytes");
  EXPECT_EQ(apps::doctor::bytes_text(4096), "4 KiB");
  EXPECT_EQ(apps::doctor::bytes_text(3 << 19), "1.5 MiB");
  EXPECT_EQ(apps::doctor::bytes_text(std::uint64_t{64} << 30), "64 GiB");
  EXPECT_EQ(apps::doctor::flavour_in("mpirun (Open MPI) 4.1.4"), "openmpi");
  EXPECT_EQ(apps::doctor::flavour_in("HYDRA build details:"), "mpich");
  EXPECT_EQ(apps::doctor::flavour_in("Intel(R) tools"), "");
}

}  // namespace

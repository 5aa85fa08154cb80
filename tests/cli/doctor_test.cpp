// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// skua doctor: the verdict on machines that the test does not run on.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "doctor/findings.hpp"
#include "doctor/machine.hpp"
#include "doctor/mpi.hpp"

namespace {

using apps::doctor::finding;
using apps::doctor::machine;

/// A machine on which nothing hurts.
machine good_machine() {
  machine m;
  m.online = m.affinity = 8;
  m.numa_nodes = 2;
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

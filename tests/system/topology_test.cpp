// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/topology.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "support/recorded_machines.hpp"
#include "system/cpus.hpp"

namespace {

using machines::numbers;
using skua::system::processor;
using skua::system::topology;

auto members(processor const& entry) {
  return std::tuple(entry.number, entry.core, entry.complex, entry.node, entry.package, entry.kind);
}

struct expected {
  int cores, complexes;
  char const* nodes;  ///< the kernel's numbers
  int packages, kinds;
  char const* order;  ///< of workers
  processor one;      ///< of them
};

class topology_test : public testing::Test {
 protected:
  topology_test()
      : root_(std::filesystem::path(testing::TempDir()) / ("skua_topology_" + std::to_string(::getpid()))) {}
  ~topology_test() override { std::filesystem::remove_all(root_); }

  /// Compares what is read for these processors, or for those that are online.
  void check(std::string const& record, expected const& right, std::vector<int> allowed = {}) {
    SCOPED_TRACE(record);
    machines::write(root_, record);
    if (allowed.empty()) allowed = skua::system::online_processors(root_.string());
    topology const machine = skua::system::read_topology(root_.string(), allowed);
    EXPECT_EQ(machine.cores, right.cores);
    EXPECT_EQ(machine.complexes, right.complexes);
    EXPECT_EQ(machine.node_numbers, numbers(right.nodes));
    EXPECT_EQ(machine.packages, right.packages);
    EXPECT_EQ(machine.kinds, right.kinds);
    EXPECT_EQ(skua::system::worker_order(machine), numbers(right.order));
    EXPECT_EQ(machine.processors.size(), allowed.size());
    for (processor const& entry : machine.processors) {
      if (entry.number == right.one.number) {
        EXPECT_EQ(members(entry), members(right.one));
      }
    }
  }
  void write(std::string const& path, std::string const& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }

  std::filesystem::path root_;
};

TEST_F(topology_test, one_memory_node) {
  check(machines::small_virtual_machine, {2, 1, "0", 1, 1, "0,1", {1, 1, 0, 0, 0, 0}});
  check(machines::arm_server, {80, 1, "0", 1, 1, "0-79", {79, 79, 0, 0, 0, 0}});
  check(machines::xeon_of_2007, {8, 4, "0", 2, 1, "0-6:2,1-7:2", {7, 7, 3, 0, 1, 0}});
  check(machines::grace_hopper, {72, 1, "0", 1, 1, "0-71", {71, 71, 0, 0, 0, 0}});
}

TEST_F(topology_test, kinds_of_cores) {
  check(machines::hybrid_laptop, {14, 1, "0", 1, 2, "0-10:2,12-19,1-11:2", {13, 7, 0, 0, 0, 1}});
  check(machines::arm_big_little, {6, 2, "0", 1, 2, "1,2,0,3-5", {2, 5, 1, 0, 0, 0}});
  check(machines::arm_big_little, {3, 1, "0", 1, 1, "0,4,5", {4, 1, 0, 0, 0, 0}}, {0, 4, 5});
  // Capacities of one kind may differ a little.
  check("package,node 4 0-3; core 1 0-3; capacity/890 1 0; capacity/1024 1 1; capacity/906 1 2; capacity/400 1 3",
        {4, 1, "0", 1, 3, "1,2,0,3", {2, 2, 0, 0, 0, 0}});
}

TEST_F(topology_test, two_memory_nodes) {
  check(machines::interleaved_xeons, {28, 2, "0-1", 2, 1, "0-26:2,1-27:2,28-54:2,29-55:2", {55, 27, 1, 1, 1, 0}});
  check(machines::epycs_with_two_nodes, {128, 32, "0-1", 2, 1, "0-255", {200, 72, 18, 1, 1, 0}});
}

TEST_F(topology_test, four_memory_nodes) {
  check(machines::threadripper, {24, 8, "0-3", 1, 1, "0-47", {47, 23, 7, 3, 0, 0}});
  char const* const order =
      "0-2,5,6,10-12,15,16,3,4,7-9,13,14,17-19,20-22,25,26,30-32,35,36,23,24,27-29,33,34,37-39,"
      "40-42,45,46,50-52,55,56,43,44,47-49,53,54,57-59,60-62,65,66,70-72,75,76,63,64,67-69,73,74,77-79";
  check(machines::xeons_with_clusters, {40, 4, "0-3", 2, 1, order, {58, 18, 1, 1, 0, 0}});
}

TEST_F(topology_test, eight_memory_nodes) {
  check(machines::epycs_with_eight_nodes, {64, 16, "0-7", 2, 1, "0-127", {127, 63, 15, 7, 1, 0}});
  check(machines::eight_xeons, {224, 8, "0-7", 8, 1, "0-447", {447, 223, 7, 7, 7, 0}});
}

TEST_F(topology_test, a_container_has_some_processors_of_a_machine) {
  // 5 and 69 share a core; 100 is in the second package.
  check(machines::epycs_with_eight_nodes, {2, 2, "0,4", 2, 1, "5,100,69", {100, 1, 1, 1, 1, 0}}, {5, 69, 100});
  write("proc/self/cgroup", "0::/");
  write("sys/fs/cgroup/cpu.max", "250000 100000");
  EXPECT_DOUBLE_EQ(skua::system::cpu_quota(root_.string()), 2.5) << "the topology shows the mask, not the quota";
}

TEST_F(topology_test, more_processors_than_a_mask_of_fixed_size_has) {
  check("package,node 4 1020-1027; core 1 1020-1027", {8, 2, "0-1", 2, 1, "1020-1027", {1024, 4, 1, 1, 1, 0}});
}

TEST_F(topology_test, without_sysfs_all_are_alike) {
  check("", {3, 1, "0", 1, 1, "3,9,70", {9, 1, 0, 0, 0, 0}}, {3, 9, 70});
  EXPECT_EQ(skua::system::online_processors((root_ / "nothing").string()), std::vector<int>());
  topology const none = skua::system::read_topology(root_.string(), {});
  EXPECT_TRUE(skua::system::worker_order(none).empty());
}

TEST_F(topology_test, nonsense_in_sysfs_is_skipped) {
  for (char const* const text : {"", "-1", "x", "-", "3-", "9-2", "0-99999999999", "4,,x-7", "\xff"}) {
    SCOPED_TRACE(text);
    for (char const* const file : {"cpu/cpu3/topology/physical_package_id", "cpu/cpu3/topology/thread_siblings_list",
                                   "cpu/cpu3/cache/index0/shared_cpu_list", "cpu/cpu3/cpu_capacity", "cpu/online",
                                   "node/online", "node/node0/cpulist"})
      write(std::string("sys/devices/system/") + file, text);
    write("sys/devices/system/cpu/cpu3/cache/index0/level", "2");
    write("sys/devices/cpu_core/cpus", text);
    topology const machine = skua::system::read_topology(root_.string(), {3, 9});
    EXPECT_EQ(machine.cores, 2);
    EXPECT_EQ(machine.packages, 1);
    EXPECT_EQ(machine.node_numbers, numbers("0"));
    EXPECT_EQ(skua::system::worker_order(machine).size(), 2u);
  }
}

/// What `skua-run --bind` divides among places.
TEST_F(topology_test, neighbours_side_by_side) {
  auto const nearest = [&](std::string const& record, std::size_t count) {
    machines::write(root_, record);
    auto const online = skua::system::online_processors(root_.string());
    return skua::system::nearest_processors(skua::system::read_topology(root_.string(), online), count);
  };
  EXPECT_EQ(nearest(machines::interleaved_xeons, 16), numbers("0-26:2,1,3"));
  std::vector<int> const neighbours = nearest(machines::interleaved_xeons, 56);
  EXPECT_EQ(std::vector(neighbours.begin(), neighbours.begin() + 4), numbers("0,28,2,30"));
  EXPECT_EQ(neighbours[28], 1) << "the second half is the second package";
  EXPECT_EQ(nearest(machines::hybrid_laptop, 15), numbers("0,1,2,4,6,8,10,12-19"));
  EXPECT_EQ(nearest(machines::small_virtual_machine, 3), numbers("0,1"));
}

TEST(processor_list, text) {
  EXPECT_EQ(skua::system::processor_list({}), "");
  EXPECT_EQ(skua::system::processor_list({8, 3, 0, 2, 1}), "0-3,8");
}

}  // namespace

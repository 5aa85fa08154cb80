// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/cpus.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace {

/// A simulated root folder with the cgroup file of the process and the limits that a test writes.
class fake_root : public testing::Test {
 protected:
  fake_root()
      : root_(std::filesystem::path(testing::TempDir()) /
              ("skua_root_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    std::filesystem::remove_all(root_);
  }
  ~fake_root() override { std::filesystem::remove_all(root_); }
  void write(std::string const& path, std::string const& text) const {
    std::filesystem::path const file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  double quota() const { return skua::system::cpu_quota(root_.string()); }

 private:
  std::filesystem::path root_;
};

TEST_F(fake_root, without_any_file_there_is_no_quota) { EXPECT_EQ(quota(), 0); }

TEST_F(fake_root, version_2) {
  write("proc/self/cgroup", "0::/user/app");
  EXPECT_EQ(quota(), 0);
  write("sys/fs/cgroup/user/app/cpu.max", "max 100000");
  EXPECT_EQ(quota(), 0);
  write("sys/fs/cgroup/user/app/cpu.max", "150000 100000");
  EXPECT_DOUBLE_EQ(quota(), 1.5);
}

TEST_F(fake_root, the_tightest_ancestor_counts) {
  write("proc/self/cgroup", "0::/a/b/c");
  write("sys/fs/cgroup/a/b/c/cpu.max", "400000 100000");
  write("sys/fs/cgroup/a/b/cpu.max", "300000 100000");
  write("sys/fs/cgroup/a/cpu.max", "max 100000");
  EXPECT_DOUBLE_EQ(quota(), 3);
  write("sys/fs/cgroup/cpu.max", "200000 100000");
  EXPECT_DOUBLE_EQ(quota(), 2) << "in a container the root of the hierarchy is the container's own group";
}

TEST_F(fake_root, version_1) {
  write("proc/self/cgroup", "5:memory:/app\n4:cpu,cpuacct:/app\n1:name=systemd:/app");
  EXPECT_EQ(quota(), 0);
  write("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 0);
  write("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "250000");
  EXPECT_DOUBLE_EQ(quota(), 2.5);
}

TEST_F(fake_root, nonsense_is_no_quota) {
  write("proc/self/cgroup", "nonsense\n0::/a");
  for (char const* text : {"", "abc def", "100000", "100000 0", "-5 100000"}) {
    write("sys/fs/cgroup/a/cpu.max", text);
    EXPECT_EQ(quota(), 0) << text;
  }
}

TEST(cpus, the_affinity_mask_counts) {
  int const before = skua::system::cpus_in_affinity();
  EXPECT_GE(before, 1);
  EXPECT_GE(skua::system::usable_cpus(), 1);
  EXPECT_LE(skua::system::usable_cpus(), before);
  std::thread([] {
    skua::system::bind_to_processor(skua::system::processors_in_affinity().back());
    EXPECT_EQ(skua::system::cpus_in_affinity(), 1);
    EXPECT_EQ(skua::system::usable_cpus(), 1);
  }).join();
  EXPECT_EQ(skua::system::cpus_in_affinity(), before) << "only that thread was pinned";
}

}  // namespace

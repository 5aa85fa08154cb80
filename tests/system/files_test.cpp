// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The look at a file that a run would replace.
#include "system/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace {

using namespace skua::system;

class look : public testing::Test {
 protected:
  look() : folder_(testing::TempDir() + "skua_files_" + std::to_string(::getpid())) { ::mkdir(folder_.c_str(), 0700); }
  ~look() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string name(std::string const& file) const { return folder_ + "/" + file; }
  [[nodiscard]] bool begins(std::string const& content, std::string_view beginning) const {
    std::ofstream(name("f")) << content;
    auto const file = open_regular_file(name("f"));
    EXPECT_TRUE(file);
    return begins_with(file.get(), beginning);
  }

 private:
  std::string folder_;
};

TEST_F(look, the_first_bytes_decide) {
  EXPECT_TRUE(begins("# recorded costs\n1", "# recorded"));
  EXPECT_TRUE(begins("# rec", "# recorded"));
  EXPECT_TRUE(begins("", "# recorded"));
  EXPECT_FALSE(begins("# recordex", "# recorded"));
  EXPECT_FALSE(begins("x", "# recorded"));
  EXPECT_FALSE(begins(std::string(1, '\0'), "# recorded"));
}

TEST_F(look, only_regular_files_are_opened) {
  EXPECT_FALSE(open_regular_file(name("none")));
  EXPECT_FALSE(open_regular_file(name("")));
  EXPECT_FALSE(open_regular_file("/dev/null"));
  ASSERT_EQ(::mkfifo(name("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(open_regular_file(name("pipe")));  // without a wait
  std::ofstream(name("f")) << "x";
  ASSERT_EQ(::symlink("f", name("link").c_str()), 0);
  EXPECT_TRUE(open_regular_file(name("link")));
}

}  // namespace

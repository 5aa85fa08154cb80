// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/trace_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using skua::observe::join_parts_of_trace;
using skua::observe::part_of_trace;
using skua::observe::trace_file;

class trace_files : public testing::Test {
 protected:
  trace_files() : folder_(std::filesystem::temp_directory_path() / ("skua_traces_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~trace_files() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string name() const { return folder_ / "trace"; }
  static void write(std::string const& file, std::string const& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
  }
  static std::string content(std::string const& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// The tag of a packet, its length, and that many bytes.
  static std::string packet(std::string const& body) {
    return "\x0a" + std::string(1, static_cast<char>(body.size())) + body;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(trace_files, places_of_a_process_share_one) {
  {
    auto const first = trace_file::open(name());
    auto const second = trace_file::open(name());
    EXPECT_EQ(first, second);
    first->append("ab");
    second->append("cd");
  }
  EXPECT_EQ(content(name()), "abcd");
  (void)trace_file::open(name());  // a later run that is refused
  EXPECT_EQ(content(name()), "abcd");
  trace_file::open(name())->append("ef");
  EXPECT_EQ(content(name()), "ef");
}

TEST_F(trace_files, a_file_without_packets_is_removed) {
  (void)trace_file::open(name());
  EXPECT_FALSE(std::filesystem::exists(name()));
}

TEST_F(trace_files, parts_are_joined_in_the_order_of_the_places) {
  write(part_of_trace(name(), 0), packet("a") + packet("b"));
  write(part_of_trace(name(), 2), packet("c"));
  join_parts_of_trace(name(), 3);
  EXPECT_EQ(content(name()), packet("a") + packet("b") + packet("c"));
  EXPECT_FALSE(std::filesystem::exists(part_of_trace(name(), 0)));
  EXPECT_FALSE(std::filesystem::exists(part_of_trace(name(), 2)));
}

TEST_F(trace_files, a_packet_that_is_cut_short_is_left_out) {
  std::string const whole = packet("a");
  std::string const large = "\x0a\x80\x01" + std::string(128, 'x');  // its length has two bytes
  for (std::size_t kept = 1; kept < large.size(); ++kept) {
    write(part_of_trace(name(), 0), whole + large.substr(0, kept));
    write(part_of_trace(name(), 1), packet("c"));
    join_parts_of_trace(name(), 2);
    ASSERT_EQ(content(name()), whole + packet("c")) << kept << " bytes";
  }
  write(part_of_trace(name(), 0), whole + large);
  join_parts_of_trace(name(), 1);
  EXPECT_EQ(content(name()), whole + large);
}

TEST_F(trace_files, without_parts_nothing_is_made) {
  join_parts_of_trace(name(), 4);
  EXPECT_FALSE(std::filesystem::exists(name()));
}

}  // namespace

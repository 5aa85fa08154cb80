// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/trace_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <skua/error.hpp>

namespace {

using skua::observe::join_parts_of_trace;
using skua::observe::part_of_trace;
using skua::observe::trace_file;

/// No file grows above it, as on a full disk.
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit const limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  file_size_limit(file_size_limit const&) = delete;
  file_size_limit& operator=(file_size_limit const&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

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
  [[nodiscard]] std::filesystem::path const& folder() const { return folder_; }
  [[nodiscard]] std::string line_of_join(int places) const {
    testing::internal::CaptureStderr();
    bool const is_right = join_parts_of_trace(name(), places);
    std::string line = testing::internal::GetCapturedStderr();
    EXPECT_EQ(is_right, line.empty());
    return line;
  }
  /// The tag of a packet, its length, and that many bytes.
  static std::string packet(std::string const& body) {
    return "\x0a" + std::string(1, static_cast<char>(body.size())) + body;
  }
  static std::string packets(int n) {
    std::string bytes;
    for (int i = 0; i < n; ++i) bytes += packet(std::string(100, 'x'));
    return bytes;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(trace_files, places_of_a_process_share_one) {
  {
    auto const first = trace_file::open(name());
    auto const second = trace_file::open(name());
    EXPECT_EQ(first, second);
    first->append("\nb");
    second->append("cd");
  }
  EXPECT_EQ(content(name()), "\nbcd");
  (void)trace_file::open(name());  // a later run that is refused
  EXPECT_EQ(content(name()), "\nbcd");
  trace_file::open(name())->append("ef");
  EXPECT_EQ(content(name()), "ef");
}

TEST_F(trace_files, a_file_without_packets_is_removed) {
  (void)trace_file::open(name());
  EXPECT_FALSE(std::filesystem::exists(name()));
}

TEST_F(trace_files, another_file_is_not_overwritten) {
  write(name(), "p edge 4 3\n");
  EXPECT_THROW(trace_file(name(), trace_file::kind::whole), skua::error);
  EXPECT_THROW(skua::observe::check_joined_trace(name()), skua::error);
  EXPECT_EQ(content(name()), "p edge 4 3\n");
}

TEST_F(trace_files, two_runs_do_not_share_one) {
  auto const refused = [](std::string const& file, auto const& open) {
    try {
      open();
      ADD_FAILURE() << "not refused";
    } catch (skua::error const& e) {
      EXPECT_EQ(e.what(),
                "trace: " + file + " cannot be written: another run writes it; give each run a separate file");
    }
  };
  using kind = trace_file::kind;
  {
    trace_file first(name(), kind::whole);
    first.append(packet("a"));
    refused(name(), [&] { trace_file(name(), kind::whole); });
    refused(name(), [&] { skua::observe::check_joined_trace(name()); });
  }
  EXPECT_EQ(content(name()), packet("a"));
  trace_file(name(), kind::whole).append(packet("b"));
  EXPECT_EQ(content(name()), packet("b"));

  std::string const part = part_of_trace(name(), 0);
  {
    trace_file first(part, kind::joined_part);
    first.append(packet("c"));
    refused(part, [&] { trace_file(part, kind::joined_part); });
    EXPECT_EQ(line_of_join(1), "");  // of the run that was refused
    write(part_of_trace(name(), 1), packet("d"));
    EXPECT_EQ(line_of_join(2),
              "skua: trace: the parts of " + name() + " are not joined: another run writes " + part + "\n");
  }
  EXPECT_EQ(content(name()), packet("b"));
  trace_file other(name(), kind::whole);
  EXPECT_NE(line_of_join(2).find("its parts stay: skua report " + part), std::string::npos);
}

TEST_F(trace_files, parts_are_joined_in_the_order_of_the_places) {
  write(part_of_trace(name(), 0), packet("a") + packet("b"));
  write(part_of_trace(name(), 2), packet("c"));
  EXPECT_EQ(line_of_join(3), "");
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
    ASSERT_EQ(line_of_join(2), "skua: trace: " + name() + " is not complete: cut short: " + name() + ".0\n");
    ASSERT_EQ(content(name()), whole + packet("c")) << kept << " bytes";
  }
  write(part_of_trace(name(), 0), whole + large);
  EXPECT_EQ(line_of_join(1), "");
  EXPECT_EQ(content(name()), whole + large);
}

TEST_F(trace_files, without_parts_nothing_is_made) {
  EXPECT_EQ(line_of_join(4), "");
  EXPECT_FALSE(std::filesystem::exists(name()));
}

TEST_F(trace_files, empty_parts_are_no_trace) {
  write(part_of_trace(name(), 0), "");
  EXPECT_EQ(line_of_join(2), "skua: trace: " + name() + " is not written: its parts are empty\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(trace_files, parts_stay_if_the_whole_does_not_fit) {
  file_size_limit const limit(4096);
  std::string const part = packets(30);
  std::string const parts = name() + ".0 " + name() + ".1\n";
  std::string const line =
      "skua: trace: " + name() + " cannot be written: File too large; its parts stay: skua report ";
  write(name(), packet("older"));
  for (std::string const rest : {"", "\x0a"}) {
    write(part_of_trace(name(), 0), part);
    write(part_of_trace(name(), 1), part + rest);
    EXPECT_EQ(line_of_join(2), line + (rest.empty() ? "" : "--partial ") + parts);
    EXPECT_FALSE(std::filesystem::exists(name()));
    EXPECT_EQ(content(part_of_trace(name(), 1)), part + rest);
  }
  // The user's link stays, and what it names is empty.
  std::filesystem::create_symlink("elsewhere", name());
  EXPECT_EQ(line_of_join(2), line + "--partial " + parts);
  EXPECT_EQ(content(folder() / "elsewhere"), "");
}

TEST_F(trace_files, a_part_is_no_other_file) {
  std::string const part = part_of_trace(name(), 1);
  write(folder() / "victim", packet("b"));
  std::filesystem::create_symlink("victim", part);
  EXPECT_THROW(trace_file::open(part, trace_file::kind::part), skua::error);
  write(part_of_trace(name(), 0), packet("a"));
  EXPECT_EQ(line_of_join(2),
            "skua: trace: " + part +
                " cannot be read: it is not a regular file with one name; its parts stay: skua report " + name() +
                ".0\n");
  EXPECT_TRUE(std::filesystem::is_symlink(part));
  std::filesystem::remove(part);
  std::filesystem::create_hard_link(folder() / "victim", part);
  EXPECT_THROW(trace_file::open(part, trace_file::kind::part), skua::error);
  EXPECT_EQ(content(folder() / "victim"), packet("b"));
}

/// So that it can be told from a complete one.
TEST_F(trace_files, a_part_that_could_not_be_completed_is_cut_short) {
  file_size_limit const limit(packets(30).size());
  for (auto const kind : {trace_file::kind::part, trace_file::kind::joined_part}) {
    testing::internal::CaptureStderr();
    {
      auto const part = trace_file::open(part_of_trace(name(), 0), kind);
      part->append(packets(30));
      part->append(packets(1));
    }
    bool const is_silent = kind == trace_file::kind::joined_part;
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              is_silent ? "" : "skua: trace: " + name() + ".0 is not complete: File too large\n");
    EXPECT_EQ(content(part_of_trace(name(), 0)).size(), packets(30).size() - 1);
  }
  EXPECT_EQ(line_of_join(1), "skua: trace: " + name() + " is not complete: cut short: " + name() + ".0\n");
  EXPECT_EQ(content(name()), packets(29));
}

}  // namespace

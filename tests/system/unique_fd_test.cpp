// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One owner closes a descriptor once.
#include "system/unique_fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "system/standard_streams.hpp"

namespace {

using skua::system::unique_fd;

unique_fd open_null() { return unique_fd(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }
bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

TEST(unique_fd, closes_at_its_end) {
  int number = -1;
  EXPECT_TRUE(unique_fd().close()) << "it has none";
  {
    unique_fd const fd = open_null();
    ASSERT_TRUE(fd);
    number = fd.get();
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(unique_fd, moves_and_closes_what_it_owned_before) {
  unique_fd first = open_null();
  unique_fd second = open_null();
  int const first_number = first.get();
  int const second_number = second.get();
  second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT: a moved unique_fd owns none
  EXPECT_EQ(second.get(), first_number);
  EXPECT_TRUE(is_open(first_number));
  EXPECT_FALSE(is_open(second_number));
}

TEST(unique_fd, gives_up_its_descriptor) {
  unique_fd fd = open_null();
  int const number = fd.release();
  EXPECT_FALSE(fd);
  EXPECT_TRUE(is_open(number));
  EXPECT_EQ(::close(number), 0);
}

TEST(unique_fd, says_whether_the_close_succeeded) {
  unique_fd fd = open_null();
  int const number = fd.get();
  EXPECT_TRUE(fd.close());
  EXPECT_FALSE(fd);
  unique_fd stranger(number);  // closed already
  EXPECT_FALSE(stranger.close());
  EXPECT_EQ(errno, EBADF);
}

TEST(reserve_descriptor, leaves_no_other_one_open) {
  auto const lowest_free = [] { return open_null().get(); };
  int const free_before = lowest_free();
  int const number = free_before + 100;
  ASSERT_FALSE(is_open(number));
  EXPECT_TRUE(skua::system::reserve_descriptor(number));
  EXPECT_TRUE(is_open(number));
  EXPECT_EQ(lowest_free(), free_before);
  ::close(number);
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text about an exception is the same for every place where it may be thrown.
#include <gtest/gtest.h>

#include <exception>
#include <ios>
#include <stdexcept>
#include <string>

#include <skua/error.hpp>
#include <skua/wire/exception.hpp>

#include "wire/exception_text.hpp"

namespace texts {

struct own : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct rootless {};
struct mute : std::exception {
  char const* what() const noexcept override { return nullptr; }
};

}  // namespace texts

namespace {

template <class E>
std::string from_this_place(E const& e) {
  return skua::wire::exception_text(std::make_exception_ptr(e));
}

template <class E>
std::string from_place_3(E const& e) {
  skua::wire::writer w;
  skua::wire::encode_exception(w, std::make_exception_ptr(e), 3);
  skua::wire::reader r(w.view());
  return skua::wire::exception_text(skua::wire::decode_exception(r));
}

TEST(exception_text, known_types_have_their_what) {
  EXPECT_EQ(from_this_place(std::runtime_error("a")), "a");
  EXPECT_EQ(from_place_3(std::runtime_error("a")), "a");
  EXPECT_EQ(from_this_place(skua::error("b")), "b");
  EXPECT_EQ(from_this_place(skua::cancelled_error()), from_place_3(skua::cancelled_error()));
}

TEST(exception_text, other_types_are_named_and_so_is_another_place) {
  EXPECT_EQ(from_this_place(texts::own("c")), "c (type texts::own)");
  EXPECT_EQ(from_place_3(texts::own("c")), "c (type texts::own, thrown at place 3)");
  EXPECT_EQ(from_this_place(texts::rootless()), "an exception of type texts::rootless");
  EXPECT_EQ(from_place_3(texts::rootless()), "an exception of type texts::rootless (thrown at place 3)");
  EXPECT_EQ(from_this_place(42), "an exception of type int");
  EXPECT_EQ(from_place_3(42), "an exception of type int (thrown at place 3)");
  EXPECT_EQ(from_this_place(std::string("d")), "d (type std::string)");
  EXPECT_EQ(from_place_3(std::string("d")), "d (type std::string, thrown at place 3)");
  EXPECT_EQ(from_this_place(static_cast<char const*>("e")), "e (type char const*)");
  EXPECT_EQ(from_this_place(static_cast<char const*>(nullptr)), "an exception of type char const*");
}

TEST(exception_text, no_text_at_all_is_replaced_by_the_type) {
  EXPECT_EQ(from_this_place(texts::mute()), "an exception of type texts::mute");
  EXPECT_EQ(from_place_3(texts::mute()), "an exception of type texts::mute (thrown at place 3)");
}

TEST(exception_text, of_several_says_the_first) {
  skua::task_errors const e({std::make_exception_ptr(7)}, 3, 0);
  EXPECT_EQ(from_this_place(e), "skua: 3 tasks threw; the first: an exception of type int");
}

}  // namespace

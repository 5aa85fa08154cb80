// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The hash of unbalanced tree search: both implementations against published digests and against
// each other.

#include "../../apps/uts/sha1.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

using namespace apps::uts;

std::string hex(digest const& value) {
  char text[41];
  std::snprintf(text, sizeof text, "%08x%08x%08x%08x%08x", value.reversed[3], value.reversed[2], value.reversed[1],
                value.reversed[0], value.last);
  return text;
}

TEST(uts_sha1, roots_of_published_trees) {
  EXPECT_EQ(hex(root_digest(19)), "c6988ab70cc9559ae4d6cba254e29a845a85f86b");
  EXPECT_EQ(hex(root_digest(34)), "dc17227f8924044a827dea5fbb982ded4d106317");
  EXPECT_EQ(hex(root_digest(42)), "a11dabbcec7aab309c890ab3dbc256eaeb582782");
}

TEST(uts_sha1, both_implementations_agree) {
  if (!x86_sha1::available()) GTEST_SKIP() << "no SHA instructions on this machine";
  digest state = root_digest(1);
  for (std::uint32_t i = 0; i < 20000; ++i) {
    digest const next = portable_sha1::child(state, i * 0x9e3779b9);
    ASSERT_EQ(hex(x86_sha1::child(state, i * 0x9e3779b9)), hex(next)) << "step " << i;
    state = next;
  }
}

}  // namespace

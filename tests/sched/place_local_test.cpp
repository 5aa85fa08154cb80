// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/place_local.hpp>

#include <memory>
#include <string>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(place_local, is_made_from_its_arguments_and_dies_with_its_scope) {
  auto alive = std::make_shared<int>(1);
  std::weak_ptr<int> const observer = alive;
  skua::finish([&] {
    skua::place_local<std::pair<std::string, std::shared_ptr<int>>> x(std::string(3, 'x'), std::move(alive));
    skua::spawn([x] { EXPECT_EQ(x->first, "xxx"); });
    EXPECT_FALSE(observer.expired());
  });
  EXPECT_TRUE(observer.expired());
}

}  // namespace

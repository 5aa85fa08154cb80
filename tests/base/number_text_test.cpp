// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers as text: like printf in the locale "C", whatever the locale is.
#include "base/number_text.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>

#include "base/parse.hpp"

namespace {

using skua::base::fixed;
using skua::base::general;

TEST(number_text, is_that_of_printf) {
  using limits = std::numeric_limits<double>;
  for (double const x : {0.0, -0.0, 1.28, -1.005, 0.5, 1e-9, 999.95, 123456789.123, limits::max(), limits::min()}) {
    for (int const digits : {0, 1, 2, 9}) {
      char text[512];
      std::snprintf(text, sizeof text, "%12.*f", digits, x);
      EXPECT_EQ(fixed(x, digits, 12), text);
      std::snprintf(text, sizeof text, "%.*g", digits, x);
      EXPECT_EQ(general(x, digits), text);
    }
  }
}

TEST(number_text, does_not_follow_the_locale) {
  std::string folder = testing::TempDir() + "skua_locale_XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  ::setenv("LOCPATH", folder.c_str(), 1);
  std::string const command = "localedef -i de_DE -f UTF-8 '" + folder + "/de_DE.UTF-8' 2>/dev/null";
  bool const has_comma = std::system(command.c_str()) == 0 && std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  std::string const with_comma = std::to_string(1.28);  // as printf
  std::string const text = fixed(1234567.28, 2) + " " + general(1.28, 6);
  auto const number = skua::base::parse_decimal("1.28", 0, 2);
  std::setlocale(LC_ALL, "C");
  ::unsetenv("LOCPATH");
  std::filesystem::remove_all(folder);
  if (!has_comma) GTEST_SKIP() << "localedef cannot make de_DE.UTF-8 (Debian's package locales)";
  EXPECT_EQ(with_comma, "1,280000");
  EXPECT_EQ(text, "1234567.28 1.28");
  EXPECT_EQ(number, 1.28);
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/base/check.hpp>

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

template <class E>
void escape_from_a_thread(E const& e) {
  skua::base::end_without_memory();
  std::thread([e] { throw e; }).join();
}

struct check : testing::Test {
  check() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(check, a_contract_that_holds_is_silent) { skua::base::check(true, "never said"); }

TEST_F(check, a_broken_contract_is_one_line_and_an_abort) {
  EXPECT_EXIT(skua::base::check(false, "what was promised"), testing::KilledBySignal(SIGABRT),
              "^skua: broken contract[^\n]*: what was promised\n$");
}

TEST_F(check, an_exception_that_leaves_a_thread_for_want_of_memory_is_one_line) {
  EXPECT_EXIT(escape_from_a_thread(std::bad_alloc()), testing::ExitedWithCode(1), "^skua: out of memory[^\n]*\n$");
  EXPECT_EXIT(escape_from_a_thread(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again))),
              testing::ExitedWithCode(1), "^skua: cannot start a thread[^\n]*\n$");
}

/// GCC calls the terminate handler here before the exception is a caught one.
void give_up_beside_a_handler_of_other_exceptions() noexcept {
  std::string const text(100, 'x');
  try {
    std::vector<char> const too_large(static_cast<std::size_t>(text.size()) << 50);
    std::puts(too_large.data());
  } catch (std::runtime_error const& failure) {
    std::puts(failure.what());
  }
}

TEST_F(check, the_same_of_a_function_that_is_noexcept) {
#if defined(SKUA_ASAN) || defined(SKUA_TSAN)
  GTEST_SKIP() << "the sanitizer ends the program when it cannot allocate";
#endif
  EXPECT_EXIT(
      {
        skua::base::end_without_memory();
        give_up_beside_a_handler_of_other_exceptions();
      },
      testing::ExitedWithCode(1), "^skua: out of memory[^\n]*\n$");
}

TEST_F(check, every_other_exception_goes_to_the_usual_handler) {
  EXPECT_EXIT(escape_from_a_thread(std::runtime_error("mine")), testing::KilledBySignal(SIGABRT), "mine");
}

TEST_F(check, one_that_may_not_claim_the_end_is_silent) {
  EXPECT_EXIT(
      {
        skua::base::set_claim_end([](int& code) noexcept {
          code = 7;
          return false;
        });
        skua::base::out_of_resources("never said");
      },
      testing::ExitedWithCode(7), "^$");
}

}  // namespace

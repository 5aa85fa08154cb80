// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function of the program that a symbol names.
#include "system/stack_trace.hpp"

#include <gtest/gtest.h>

namespace {

using skua::system::program_function_in;

TEST(stack_trace, takes_functions_of_the_program) {
  EXPECT_EQ(program_function_in("left(int)"), "left(int)");
  EXPECT_EQ(program_function_in("left(int) [clone .constprop.0]"), "left(int)");
  EXPECT_EQ(program_function_in("(anonymous namespace)::left(skua::event&)"),
            "(anonymous namespace)::left(skua::event&)");
  EXPECT_EQ(program_function_in("long mine::right<long>(long, skua::event*)"), "mine::right<long>(long, skua::event*)");
  EXPECT_EQ(program_function_in("main::{lambda()#1}::operator()() const"), "main::{lambda()#1}::operator()() const");
}

TEST(stack_trace, takes_closures_and_function_objects_from_functions_of_the_library) {
  EXPECT_EQ(program_function_in(
                "void skua::sched::closure_task<main::{lambda()#1}>(skua::sched::slot*, skua::sched::task_op)"),
            "main::{lambda()#1}");
  EXPECT_EQ(program_function_in("skua::remote::run_typed<f(int)::{lambda(long)#2}>(int*, f(int)::{lambda(long)#2}&)"),
            "f(int)::{lambda(long)#2}");
  EXPECT_EQ(program_function_in("void skua::sched::closure_task<main::{lambda()#1}::operator()() "
                                "const::{lambda(int)#2}::operator()(int) const::{lambda()#3}>(int)"),
            "main::{lambda()#1}::operator()() const::{lambda(int)#2}::operator()(int) const::{lambda()#3}");
  EXPECT_EQ(program_function_in("void skua::sched::closure_task<skua::sched::bound_call<(anonymous "
                                "namespace)::object<int, long>, int> >(int)"),
            "(anonymous namespace)::object<int, long>");
  EXPECT_EQ(program_function_in("void skua::sched::future_task<unsigned long, mine::divide<3> >(skua::sched::slot*)"),
            "mine::divide<3>");
  EXPECT_EQ(program_function_in("void skua::sched::future_task<int, skua::sched::named_call<mine::divide> >(int)"),
            "mine::divide");
}

TEST(stack_trace, knows_the_names_that_clang_gives_to_closures) {
  EXPECT_EQ(program_function_in("void skua::sched::closure_task<(anonymous namespace)::grow(int, int)::$_0>(int)"),
            "(anonymous namespace)::grow(int, int)::$_0");
  EXPECT_EQ(program_function_in("void skua::sched::closure_task<skua::finish()::$_12>(int)"), "");
}

TEST(stack_trace, takes_nothing_else) {
  EXPECT_EQ(program_function_in(""), "");
  EXPECT_EQ(program_function_in("skua::sched::wait_done(skua::sched::completion&, char const*, void const*)"), "");
  EXPECT_EQ(program_function_in("void skua::sched::closure_task<skua::finish()::{lambda()#1}>(int)"), "");
  EXPECT_EQ(
      program_function_in("void skua::sched::closure_task<skua::global_mutex::lock() const::{lambda(int)#1}>(int)"),
      "");
  EXPECT_EQ(program_function_in("void std::__invoke_impl<void, std::thread>(int)"), "");
  EXPECT_EQ(
      program_function_in("void skua::sched::closure_task<skua::sched::bound_call<void (*)(mine::node), mine::node> "
                          ">(int)"),
      "");
  EXPECT_EQ(program_function_in("skua::sched::closure_task<x::{lambda("), "");
}

}  // namespace

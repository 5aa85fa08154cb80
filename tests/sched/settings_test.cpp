// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings from the environment and from arguments: each setting, unknown settings, ranges.
#include "core/settings.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <skua/error.hpp>
#include <skua/run.hpp>

namespace {

skua::options from_environment(std::vector<char const*> entries) {
  entries.push_back(nullptr);
  skua::options o;
  skua::sched::read_environment(o, entries.data());
  return o;
}

skua::options from_arguments(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "program");
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(arguments.size());
  skua::options o;
  skua::sched::read_arguments(o, argc, argv.data());
  return o;
}

template <class Action>
std::string error_of(Action const& action) {
  try {
    action();
  } catch (skua::error const& e) {
    return e.what();
  }
  return "no error";
}

TEST(settings, environment) {
  skua::options const o =
      from_environment({"HOME=/", "SKUA_WORKERS=3", "SKUA_STACK=256k", "SKUA_PIN=on", "SKUA_SEED=77", "SKUA_SPIN_US=5",
                        "SKUA_DEADLOCK=off", "SKUA_STATS=detailed", "SKUA_PLACES=1", "SKUAX=1"});
  EXPECT_EQ(o.workers, 3);
  EXPECT_EQ(o.stack_bytes, 256u * 1024);
  EXPECT_TRUE(o.pin);
  EXPECT_EQ(o.seed, 77u);
  EXPECT_EQ(o.spin_us, 5);
  EXPECT_FALSE(o.deadlock_report);
  EXPECT_EQ(o.stats, skua::stats_level::detailed);
  EXPECT_TRUE(o.print_stats);
}

TEST(settings, arguments) {
  skua::options const o = from_arguments(
      {"--skua-workers=3", "--skua-stack", "2M", "x", "--skua-stats=on", "--skua-spin-us=0", "--skua-pin=no"});
  EXPECT_EQ(o.workers, 3);
  EXPECT_EQ(o.stack_bytes, 2u << 20);
  EXPECT_EQ(o.stats, skua::stats_level::on);
  EXPECT_EQ(o.spin_us, 0);
  EXPECT_FALSE(o.pin);
}

TEST(settings, unknown_ones_name_one_that_is_near) {
  EXPECT_EQ(error_of([] { from_environment({"SKUA_WORKER=3"}); }),
            "unknown variable SKUA_WORKER in the environment; did you mean SKUA_WORKERS?");
  EXPECT_EQ(error_of([] { from_environment({"SKUA_STAK=3"}); }),
            "unknown variable SKUA_STAK in the environment; did you mean SKUA_STACK?");
  EXPECT_EQ(error_of([] { from_arguments({"--skua-deadlok=on"}); }),
            "unknown option --skua-deadlok; did you mean --skua-deadlock?");
  EXPECT_EQ(error_of([] { from_arguments({"--skua-halp"}); }), "unknown option --skua-halp; did you mean --skua-help?");
  std::string const help = error_of([] { from_environment({"SKUA_HELP=1"}); });
  EXPECT_EQ(help, "unknown variable SKUA_HELP in the environment; --skua-help lists all") << "help is no variable";
  EXPECT_EQ(error_of([] { from_arguments({"--skua-nonsense"}); }),
            "unknown option --skua-nonsense; --skua-help lists all");
  EXPECT_EQ(error_of([] { from_arguments({"--skua-"}); }), "unknown option --skua-; --skua-help lists all");
  EXPECT_EQ(error_of([] { from_environment({"SKUA_=1"}); }),
            "unknown variable SKUA_ in the environment; --skua-help lists all");
}

TEST(settings, ranges) {
  EXPECT_EQ(error_of([] { from_environment({"SKUA_WORKERS=0"}); }),
            "SKUA_WORKERS: expected a number from 1 to 4096, found \"0\"");
  EXPECT_EQ(error_of([] { from_arguments({"--skua-workers=4097"}); }),
            "--skua-workers: expected a number from 1 to 4096, found \"4097\"");
  for (char const* wrong :
       {"SKUA_WORKERS", "SKUA_WORKERS=-1", "SKUA_WORKERS=2x", "SKUA_WORKERS= 2", "SKUA_WORKERS=99999999999999999999",
        "SKUA_STACK=63k", "SKUA_STACK=2G", "SKUA_STACK=1T", "SKUA_STACK=99999999999999999G", "SKUA_STACK=kk",
        "SKUA_PIN=maybe", "SKUA_STATS=all", "SKUA_SPIN_US=1000001", "SKUA_PLACES=0", "SKUA_PLACES=5000",
        "SKUA_TRANSPORT=pigeon", "SKUA_SEED=0x"}) {
    EXPECT_NE(error_of([wrong] { from_environment({wrong}); }).find("expected"), std::string::npos) << wrong;
  }
  EXPECT_EQ(error_of([] { from_arguments({"--skua-workers"}); }), "--skua-workers: a value is missing");
  EXPECT_EQ(from_environment({"SKUA_STACK=64k"}).stack_bytes, 64u * 1024);
  EXPECT_EQ(from_environment({"SKUA_STACK=64K"}).stack_bytes, 64u * 1024);
  EXPECT_EQ(from_environment({"SKUA_STACK=1G"}).stack_bytes, std::size_t{1} << 30);
}

TEST(settings, an_empty_variable_is_not_set) {
  skua::options const o =
      from_environment({"SKUA_WORKERS=", "SKUA_STATS=", "SKUA_TRANSPORT=", "SKUA_SIM=", "SKUA_PIN=", "SKUA_SPIN_US="});
  skua::options const usual;
  EXPECT_EQ(o.workers, usual.workers);
  EXPECT_EQ(o.stats, usual.stats);
  EXPECT_EQ(o.transport, usual.transport);
  EXPECT_EQ(o.spin_us, usual.spin_us);

  // Each variable of the table: no parser sees the empty text, which most of them refuse.
  std::string const help = skua::sched::options_help();
  int variables = 0;
  for (std::size_t at = help.find("\n  --skua-"); at != std::string::npos; at = help.find("\n  --skua-", at + 1)) {
    std::size_t const begin = at + std::string_view("\n  --skua-").size();
    std::string name = "SKUA_" + help.substr(begin, help.find(' ', begin) - begin);
    if (name == "SKUA_help") continue;
    for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    std::string const empty = name + "=";
    EXPECT_EQ(error_of([&] { from_environment({empty.c_str()}); }), "no error") << name;
    ++variables;
  }
  EXPECT_GT(variables, 10);
}

TEST(settings, values_are_escaped_before_they_are_shown) {
  EXPECT_EQ(error_of([] { from_environment({"SKUA_WORKERS=2\n\x1b[31mred"}); }),
            "SKUA_WORKERS: expected a number from 1 to 4096, found \"2\\n\\x1b[31mred\"");
  std::string const unknown = error_of([] { from_environment({"SKUA_\x1b[31m=3"}); });
  EXPECT_EQ(unknown.find("unknown variable SKUA_\\x1b[31m in"), 0u) << unknown;
  EXPECT_EQ(error_of([] { from_arguments({"--skua-pin=\r"}); }), "--skua-pin: expected on or off, found \"\\r\"");
  EXPECT_LT(error_of([] { from_arguments({"--skua-pin=" + std::string(100'000, 'x')}); }).size(), 300u);
}

TEST(settings, of_the_program_are_checked_too) {
  EXPECT_THROW(skua::runtime{skua::options{.workers = -1}}, skua::error);
  EXPECT_THROW(skua::runtime{skua::options{.workers = 5000}}, skua::error);
  EXPECT_THROW(skua::runtime{skua::options{.places = 5000}}, skua::error);
  EXPECT_THROW(skua::runtime{skua::options{.stack_bytes = 1000}}, skua::error);
  EXPECT_THROW(skua::runtime{skua::options{.spin_us = -2}}, skua::error);
  EXPECT_THROW(skua::runtime{skua::options{.steal = "nearby"}}, skua::error)
      << "also where nothing is stolen between places";
  EXPECT_THROW(skua::runtime{skua::options{.steal_amount = "all"}}, skua::error);
  EXPECT_NO_THROW(skua::runtime{skua::options{.steal = "lifeline(0,1)"}});
}

TEST(settings, every_option_is_in_the_help) {
  std::string const help = skua::sched::options_help();
  for (char const* name : {"workers", "places", "stack", "pin", "seed", "stats", "spin-us", "deadlock", "help"}) {
    EXPECT_NE(help.find("--skua-" + std::string(name)), std::string::npos) << name;
  }
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of functions: in one process, in two processes that load modules at different addresses,
// and of functions that do not exist.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <skua/detail/wire/find_process_address.hpp>
#include <skua/wire/wire.hpp>

namespace wire = skua::wire;

namespace {

using anything = void (*)();
using binary = int (*)(int, int);

int one() { return 1; }
int two() { return 2; }

template <class F>
anything untyped(F* f) {
  return reinterpret_cast<anything>(f);
}

class loaded_module {
 public:
  explicit loaded_module(char const* file = SKUA_TEST_MODULE) : handle_(::dlopen(file, RTLD_NOW)) {
    if (handle_ == nullptr) ADD_FAILURE() << ::dlerror();
  }
  ~loaded_module() { close(); }
  loaded_module(loaded_module const&) = delete;
  loaded_module& operator=(loaded_module const&) = delete;
  anything function(char const* name) const { return reinterpret_cast<anything>(::dlsym(handle_, name)); }
  void close() {
    if (handle_ != nullptr) ::dlclose(handle_);
    handle_ = nullptr;
  }

 private:
  void* handle_;
};

TEST(wire_function_name, of_the_program) {
  EXPECT_NE(wire::name_of_function(untyped(&one)), wire::name_of_function(untyped(&two)));
  EXPECT_EQ(wire::function_named(wire::name_of_function(untyped(&one))), untyped(&one));
  EXPECT_EQ(wire::function_named(wire::name_of_function(untyped(&two))), untyped(&two));
}

TEST(wire_function_name, of_a_library_that_was_loaded_later) {
  loaded_module const module;
  for (char const* const name : {"module_add", "module_multiply"}) {
    anything const f = module.function(name);
    ASSERT_NE(f, nullptr);
    EXPECT_NE(wire::name_of_function(f), 0U);
    EXPECT_EQ(wire::function_named(wire::name_of_function(f)), f);
  }
}

TEST(wire_function_name, of_two_libraries_that_differ_in_their_contents_only) {
  loaded_module const module;
  loaded_module const other(SKUA_TEST_OTHER_MODULE);
  anything const f = module.function("module_add");
  anything const g = other.function("module_add");
  EXPECT_EQ(wire::function_named(wire::name_of_function(f)), f);
  EXPECT_EQ(wire::function_named(wire::name_of_function(g)), g);
}

TEST(wire_function_name, of_nothing) {
  static int data = 0;
  EXPECT_EQ(wire::name_of_function(reinterpret_cast<anything>(&data)), 0U);
  EXPECT_EQ(wire::name_of_function(nullptr), 0U);
  wire::writer w;
  EXPECT_THROW(wire::encode(w, reinterpret_cast<binary>(&data)), skua::error);
}

void expect_unknown(std::uint64_t name) {
  try {
    (void)wire::function_named(name);
    ADD_FAILURE() << "found " << std::hex << name;
  } catch (wire::malformed const& e) {
    EXPECT_STREQ(
        e.what(),
        "skua: malformed message: it names a function that is in no module loaded here: do all places run the same "
        "build, and have they loaded the same shared libraries?");
  }
}

TEST(wire_function_name, unknown) {
  std::uint64_t const name = wire::name_of_function(untyped(&one));
  expect_unknown(0);
  expect_unknown(1);
  expect_unknown(name ^ 1ULL << 40);                  // another module
  expect_unknown(name | 0xffffffff);                  // beyond the end of this module
  expect_unknown(name & ~std::uint64_t{0xffffffff});  // the headers of the module, which are not code

  loaded_module module;
  std::uint64_t const unloaded = wire::name_of_function(module.function("module_add"));
  module.close();
  expect_unknown(unloaded);
}

/// The lines that a program prints.
std::vector<std::string> lines_of(std::string const& command) {
  std::vector<std::string> lines;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return lines;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), line.size(), pipe) != nullptr) lines.emplace_back(line.data());
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return lines;
}

struct function_line {
  std::string address;
  std::string name;
};
function_line split(std::string const& line) {
  function_line f;
  std::istringstream(line) >> f.address >> f.name;
  return f;
}

TEST(wire_function_name, the_same_in_every_process) {
  std::string const program = std::string(SKUA_TEST_NAMES) + " " + SKUA_TEST_MODULE;
  auto const first = lines_of(program);
  ASSERT_EQ(first.size(), 4U);
  std::string names;
  std::vector<bool> moved(3);
  for (int run = 0; run < 5; ++run) {
    auto const later = lines_of(program);
    ASSERT_EQ(later.size(), 4U);
    EXPECT_EQ(first[3], later[3]);  // the build identity
    names.clear();
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(split(first[i]).name, split(later[i]).name);
      moved[i] = moved[i] || split(first[i]).address != split(later[i]).address;
      names += " " + split(later[i]).name;
    }
  }
  auto const called = lines_of(program + names);
  ASSERT_EQ(called.size(), 1U);
  EXPECT_EQ(called[0], "6 14 1\n");
  if (!moved[0] && !moved[1]) GTEST_SKIP() << "address randomisation is off here: every run had the same addresses";
  EXPECT_TRUE(moved[1] && moved[2]);
}

TEST(wire_function_name, builds_differ) {
  auto const lines = lines_of(std::string(SKUA_TEST_NAMES) + " " + SKUA_TEST_MODULE);
  ASSERT_EQ(lines.size(), 4U);
  std::ostringstream own_identity;
  own_identity << "identity 0x" << std::hex << wire::build_identity() << "\n";
  EXPECT_NE(lines[3], own_identity.str());
  EXPECT_EQ(wire::build_identity(), wire::build_identity());
}

template <class... Words>
std::optional<std::string> find_in(Words... words) {
  std::array<std::uint64_t, sizeof...(Words)> const closure{(std::uint64_t)words...};
  return wire::find_process_address(std::as_bytes(std::span(closure)));
}

TEST(find_process_address, numbers_are_not) {
  auto const heap = std::make_unique<int>(1);
  EXPECT_EQ(find_in(0, 1, 65'537, 1'000'000'007, -1, -5, 1ULL << 63), std::nullopt);
  EXPECT_EQ(find_in(std::bit_cast<std::uint64_t>(1.0), std::bit_cast<std::uint64_t>(-1e300)), std::nullopt);
  EXPECT_EQ(find_in(std::bit_cast<std::uint64_t>(heap.get())), std::nullopt);
  EXPECT_EQ(wire::find_process_address({}), std::nullopt);
}

TEST(find_process_address, addresses_in_modules_are) {
  static int data = 0;
  EXPECT_EQ(find_in(1, reinterpret_cast<std::uintptr_t>(&one)), "a function of the program");
  EXPECT_EQ(find_in(reinterpret_cast<std::uintptr_t>(&data), 2, 3), "a static object or string literal of the program");
  auto const text = find_in(1, 2, reinterpret_cast<std::uintptr_t>("a literal"));
  ASSERT_TRUE(text.has_value());
  EXPECT_TRUE(text->ends_with(" of the program")) << *text;
  EXPECT_EQ(find_in(reinterpret_cast<std::uintptr_t>(&std::atoi)).value_or("").substr(0, 14), "a function of ");
}

TEST(find_process_address, modules_loaded_later_count) {
  EXPECT_EQ(find_in(1), std::nullopt);
  loaded_module const module;
  std::string const file = std::string(SKUA_TEST_MODULE).substr(std::string(SKUA_TEST_MODULE).rfind('/') + 1);
  EXPECT_EQ(find_in(reinterpret_cast<std::uintptr_t>(module.function("module_add"))), "a function of " + file);
  int* const data = reinterpret_cast<int* (*)()>(module.function("module_data"))();
  EXPECT_EQ(find_in(reinterpret_cast<std::uintptr_t>(data)), "a static object or string literal of " + file);
}

TEST(find_process_address, only_whole_words_are_looked_at) {
  std::array<std::byte, 15> bytes{};
  auto const address = reinterpret_cast<std::uintptr_t>(&one);
  std::memcpy(&bytes[7], &address, 8);
  EXPECT_EQ(wire::find_process_address(bytes), std::nullopt);
}

}  // namespace

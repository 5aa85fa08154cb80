// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as variables and options of the library, one per line: settings, or one error of one
// printable line.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <skua/error.hpp>

#include "core/settings.hpp"
#include "sim/settings.hpp"
#include "steal/policy.hpp"

namespace {

void require_printable(std::string_view text) {
  for (char const c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) std::abort();
  }
}

template <class Parse>
void attempt(Parse const& parse) {
  try {
    parse();
  } catch (skua::error const& e) {
    require_printable(e.what());
  }
}

skua::steal::settings five_places() {
  skua::steal::settings s;
  s.own_place = 1;
  s.places = 5;
  return s;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::istringstream lines(std::string(reinterpret_cast<char const*>(data), size));
  std::vector<std::string> words{"program"};
  for (std::string line; std::getline(lines, line);) {
    std::string const text(line.c_str());                         // a null character ends a variable
    if (!text.starts_with("--skua-help")) words.push_back(text);  // it would end the program
  }
  std::vector<char*> pointers;
  for (std::string& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);

  skua::options o;
  attempt([&] { skua::sched::read_environment(o, pointers.data()); });
  auto count = static_cast<int>(words.size());
  attempt([&] { skua::sched::read_arguments(o, count, pointers.data()); });
  attempt([&] { skua::sched::check_options(o); });
  for (std::string const& w : words) {
    attempt([&] { (void)skua::steal::make_policy(w, five_places()); });
    attempt([&] { (void)skua::steal::parse_amount(w); });
    attempt([&] { (void)skua::sim::parse_settings(w); });
  }
  return 0;
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/cases.hpp"

#include <atomic>
#include <cstdio>

namespace place_test {
namespace {

std::atomic<int> failures{0};

void note_failure() { ++failures; }

}  // namespace

std::vector<test_case>& all_cases() {
  static std::vector<test_case> cases;
  return cases;
}

void failed(std::string const& text, std::source_location where) {
  std::fprintf(stderr, "%s:%u: at place %d of %d: %s\n", where.file_name(), static_cast<unsigned>(where.line()),
               skua::here(), skua::places(), text.c_str());
  if (skua::here() == 0) {
    note_failure();
  } else {
    skua::post(skua::on(0), &note_failure);
  }
}

std::string text_of(std::exception_ptr const& e) {
  try {
    std::rethrow_exception(e);
  } catch (std::exception const& x) {
    return x.what();
  } catch (...) {
    return "(not a std::exception)";
  }
}

int take_failures() { return failures.exchange(0); }

void visit_tree(int depth, skua::sum<long> nodes) {
  nodes += 1;
  if (depth == 0) return;
  for (int i = 0; i < 3; ++i) skua::spawn(skua::any, visit_tree, depth - 1, nodes);
}

void grow_for_ever(skua::sum<long> nodes) {
  nodes += 1;
  for (int i = 0; i < 2; ++i) skua::spawn(skua::any, grow_for_ever, nodes);
}

}  // namespace place_test

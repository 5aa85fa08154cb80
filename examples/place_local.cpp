// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one object per place under one name, where a program would otherwise have a mutable
// static.
#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_map>

#include <skua/skua.hpp>

struct cache {
  skua::mutex lock;  // tasks of one place share the object
  std::unordered_map<int, std::string> names;
  int computed = 0;
};

std::string name_of(skua::place_local<cache> known, int n) {
  std::scoped_lock hold(known->lock);
  auto [at, fresh] = known->names.try_emplace(n);
  if (fresh) {
    ++known->computed;
    at->second = "number " + std::to_string(n);
  }
  return at->second;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::place_local<cache> known;  // 8 bytes, captured by value; lives as long as this scope
    skua::count right;
    skua::finish([=] {
      for (int i = 0; i < 1000; ++i) {
        skua::spawn([=] {
          if (name_of(known, i % 10) == "number " + std::to_string(i % 10)) ++right;
        });
      }
    });
    std::printf("%d names were made for %d questions\n", known->computed, static_cast<int>(right.get()));
    return known->computed == 10 && right.get() == 1000 ? 0 : 1;
  });
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one object per place under one name. It replaces a mutable static.
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

std::string name_of(skua::place_local<cache> name_cache, int n) {
  std::scoped_lock guard(name_cache->lock);
  auto [entry, is_new] = name_cache->names.try_emplace(n);
  if (is_new) {
    ++name_cache->computed;
    entry->second = "number " + std::to_string(n);
  }
  return entry->second;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::place_local<cache> name_cache;  // 8 bytes, captured by value; lives as long as this scope
    skua::count right_names;
    skua::finish([=] {
      for (int i = 0; i < 1000; ++i) {
        skua::spawn([=] {
          if (name_of(name_cache, i % 10) == "number " + std::to_string(i % 10)) ++right_names;
        });
      }
    });
    std::printf("%d names were made for %d questions\n", name_cache->computed, static_cast<int>(right_names.get()));
    return name_cache->computed == 10 && right_names.get() == 1000 ? 0 : 1;
  });
}

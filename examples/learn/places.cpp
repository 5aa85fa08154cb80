// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/places.md: the words of some lines are counted in a table whose parts
// lie at all places.
#include <cstdio>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include <skua/skua.hpp>

struct part {
  skua::mutex lock;  // the tasks of a place share its part
  std::unordered_map<std::string, long> counts;
};
using word_table = skua::place_local<part>;  // one part at each place, under one name

int home_of(std::string const& word) { return static_cast<int>(std::hash<std::string>()(word) % skua::places()); }

void add(word_table table, std::string const& word) {  // runs at the word's place
  std::scoped_lock const guard(table->lock);
  ++table->counts[word];
}

void count_words(word_table table, std::string const& line) {  // runs at any place
  std::istringstream words(line);
  for (std::string word; words >> word;) skua::spawn(skua::on(home_of(word)), add, table, word);
}

long count_of(word_table table, std::string const& word) {
  std::scoped_lock const guard(table->lock);
  auto const entry = table->counts.find(word);
  return entry == table->counts.end() ? 0 : entry->second;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {  // main runs at every place, this body at place 0 only
    std::vector<std::string> const lines{"the gull and the tern", "a tern and a skua", "the skua takes the fish"};
    word_table table;
    skua::finish([&] {
      for (int i = 0; i < 1'000; ++i) skua::spawn(skua::any, count_words, table, lines[i % lines.size()]);
    });  // all tasks have ended, at all places

    long const the = skua::at(home_of("the"), count_of, table, std::string("the"));
    long const skuas = skua::at(home_of("skua"), count_of, table, std::string("skua"));
    skua::sum<long> words;
    skua::run_spmd([table, words] { words += static_cast<long>(table->counts.size()); });  // once at each place
    std::printf("the: %ld, skua: %ld, different words: %ld\n", the, skuas, words.get());
    return the == 1'334 && skuas == 666 && words.get() == 8 ? 0 : 1;
  });
}

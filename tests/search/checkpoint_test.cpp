// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches that are interrupted again and again, and go on from a file; files that are wrong.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <skua/search/checkpoint.hpp>

#include "trees.hpp"

namespace {

using namespace search_test;
namespace fs = std::filesystem;

class checkpoint : public testing::Test {
 protected:
  fs::path const folder = fs::temp_directory_path() / ("skua-checkpoint-" + std::to_string(::getpid()));
  fs::path const file = folder / "search.skua";

  void SetUp() override { fs::create_directory(folder); }
  void TearDown() override { fs::remove_all(folder); }

  static auto run_on(int places, auto const& body) {
    skua::options o{.workers = 2};
    o.places = places;
    o.transport = "inproc";
    skua::runtime job{o};
    return job.run(body);
  }
  /// Slices of so many nodes, each with another coordination and number of places, each from the file of the one before.
  template <class Result>
  Result in_slices(std::uint64_t nodes, auto const& search_from) {
    auto const all = coordinations();
    search::options o;
    o.node_limit = nodes;
    o.keep_open = true;
    Result r = run_on(1, [&] { return search_from(search::sequential{}, o, static_cast<Result const*>(nullptr)); });
    for (std::size_t i = 0; !r.complete; ++i) {
      search::save(file, "a test", r);
      auto const before = search::load<Result>(file, "a test");
      auto later = run_on(1 + static_cast<int>(i % 3), [&] { return search_from(all[i % all.size()], o, &before); });
      EXPECT_LE(before.share, 1);
      r = search::joined(before, std::move(later));
      o.node_limit *= 2;
    }
    return r;
  }
};

TEST_F(checkpoint, an_enumeration_in_slices_counts_every_node_once) {
  random_tree const t{51, 10, 7, 9};
  auto const expected = search_plainly(t).nodes;
  using result = search::enumeration<random_tree, std::uint64_t>;
  auto const r = in_slices<result>(100, [&](search::coordination how, search::options const& o, result const* before) {
    return search::enumerate(t, how, o, before != nullptr ? search::resume<random_tree>(before->open) : search::resume<random_tree>());
  });
  EXPECT_EQ(r.value, expected);
  EXPECT_EQ(r.stats.nodes, expected);
  EXPECT_EQ(r.share, 1);
}

TEST_F(checkpoint, an_optimisation_in_slices_finds_the_optimum_and_its_node) {
  for (std::uint64_t const seed : {51u, 52u, 53u}) {
    path_tree const t{{seed, 9, 6, 9}};
    auto const expected = search_plainly(t.of).largest;
    using result = search::optimum<path_tree>;
    auto const r = in_slices<result>(5, [&](search::coordination how, search::options const& o, result const* before) {
      if (before == nullptr) return search::maximise(t, how, o);
      return search::maximise(t, how, o, before->start, search::resume<path_tree>(before->open));
    });
    EXPECT_EQ(r.value, expected);
    EXPECT_EQ(r.bound, expected);
    ASSERT_TRUE(r.node);
    EXPECT_EQ(r.node->at.gain, expected);
    EXPECT_EQ(r.node->path.size(), static_cast<std::size_t>(r.node->at.depth));
  }
}

class wrong_file : public checkpoint {
 protected:
  using result = search::enumeration<random_tree, std::uint64_t>;

  void SetUp() override {
    checkpoint::SetUp();
    search::options o;
    o.node_limit = 50;
    o.keep_open = true;
    r = run_on(1, [&] { return search::enumerate(random_tree{51, 10, 7, 9}, search::sequential{}, o); });
    search::save(file, "a test", r);
    std::stringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    bytes = text.str();
  }
  std::string complaint(std::string const& of = "a test") const {
    try {
      (void)search::load<result>(file, of);
    } catch (skua::error const& e) {
      std::string const text = e.what();
      EXPECT_EQ(text.find(file.string() + ": "), 0u) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
      return text.substr(file.string().size() + 2);
    }
    return "";
  }
  /// What is in the folder.
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (auto const& entry : fs::directory_iterator(folder)) all.insert(entry.path().filename().string());
    return all;
  }
  void write(std::string const& content) const { std::ofstream(file, std::ios::binary) << content; }

  result r;
  std::string bytes;
};

TEST_F(wrong_file, is_told_apart) {
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(complaint("another"), "is of another search: 'a test', not 'another'");
  using other = search::optimum<random_tree>;
  EXPECT_THROW((void)search::load<other>(file, "a test"), skua::error);
  write("c a graph\np edge 3 3\n");
  EXPECT_EQ(complaint(), "is not a saved search");
  write("");
  EXPECT_EQ(complaint(), "is not a saved search");
  fs::remove(file);
  EXPECT_EQ(complaint(), "cannot be read: No such file or directory");
}

TEST_F(wrong_file, damage_is_noticed_wherever_it_is) {
  for (std::size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x20);
    write(damaged);
    EXPECT_NE(complaint(), "") << "byte " << i;
    write(bytes.substr(0, i));
    EXPECT_NE(complaint(), "") << "the first " << i << " bytes";
  }
}

TEST_F(wrong_file, what_cannot_be_written_leaves_what_was_there) {
  EXPECT_THROW(search::save(folder / "no" / "such" / "folder", "a test", r), skua::error);
  fs::create_directory(folder / "other");
  EXPECT_THROW(search::save(folder / "other", "a test", r), skua::error);
  EXPECT_THROW(search::save(folder / "other" / "", "a test", r), skua::error);
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(names(), (std::set<std::string>{"other", "search.skua"})) << "nothing is left of what could not be written";
}

TEST_F(wrong_file, a_planted_name_is_neither_followed_nor_waited_for) {
  fs::path const target = folder / "target";
  std::ofstream(target) << "not ours";
  // A link in the place of the file is replaced, not followed. The temporary name cannot be guessed, so what was planted under
  // the name that earlier versions used has no effect.
  fs::remove(file);
  fs::create_symlink(target, file);
  fs::create_symlink(target, folder / "search.skua.new");
  search::save(file, "a test", r);
  EXPECT_FALSE(fs::is_symlink(file));
  EXPECT_EQ(complaint(), "");
  std::stringstream text;
  text << std::ifstream(target).rdbuf();
  EXPECT_EQ(text.str(), "not ours");
  fs::remove(folder / "search.skua.new");
  ASSERT_EQ(::mkfifo((folder / "search.skua.new").c_str(), 0600), 0);
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(complaint(), "cannot be read: it is not a regular file");
  search::save(file, "a test", r);
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(names(), (std::set<std::string>{"search.skua", "search.skua.new", "target"}));
}

TEST_F(wrong_file, two_runs_that_save_to_one_file_do_not_disturb_one_another) {
  std::vector<std::jthread> savers;
  for (int i = 0; i < 3; ++i) {
    savers.emplace_back([&] {
      for (int k = 0; k < 10; ++k) search::save(file, "a test", r);
    });
  }
  for (int k = 0; k < 50; ++k) EXPECT_EQ(complaint(), "");
  savers.clear();
  EXPECT_EQ(names(), std::set<std::string>{"search.skua"});
}

TEST_F(wrong_file, a_name_may_be_as_long_as_names_can_be) {
  fs::path const longest = folder / std::string(255, 'x');
  search::save(longest, "a test", r);
  EXPECT_EQ(names(), (std::set<std::string>{"search.skua", std::string(255, 'x')}));
}

}  // namespace

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches that are interrupted again and again and resumed from a file, and files that are wrong.
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <skua/search/checkpoint.hpp>

#include "trees.hpp"

namespace {

using namespace search_test;
namespace fs = std::filesystem;

/// Trees that can check their nodes.
struct checked_tree : random_tree {
  bool valid(node const& n) const {
    return n.depth >= 0 && n.depth <= height && n.gain >= 0 && n.gain <= n.depth * most_gain;
  }
};
struct checked_path_tree : path_tree {
  bool valid(node const& n) const {
    random_tree::node node_data = tree.root();
    for (std::int32_t const i : n.path) {
      if (i < 0 || i >= tree.degree(node_data)) return false;
      node_data = tree.child(node_data, i);
    }
    return node_data.path == n.node_data.path && node_data.depth == n.node_data.depth &&
           node_data.gain == n.node_data.gain;
  }
};

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
  /// Searches in slices of `nodes` nodes. Each slice has another coordination and number of places,
  /// and starts from the file of the slice before.
  template <class Result>
  Result in_slices(auto const& t, std::uint64_t nodes, auto const& search_from) {
    auto const coordination_list = coordinations();
    search::options o;
    o.node_limit = nodes;
    o.keep_open = true;
    Result r = run_on(1, [&] { return search_from(search::sequential{}, o, static_cast<Result const*>(nullptr)); });
    for (std::size_t i = 0; !r.complete; ++i) {
      search::save(file, "a test", r);
      auto const before = search::load<Result>(file, "a test", t);
      auto later = run_on(1 + static_cast<int>(i % 3),
                          [&] { return search_from(coordination_list[i % coordination_list.size()], o, &before); });
      EXPECT_LE(before.share, 1);
      r = search::joined(before, std::move(later));
      o.node_limit *= 2;
    }
    return r;
  }
};

TEST_F(checkpoint, a_device_or_a_folder_is_not_replaced) {
  EXPECT_THROW(search::detail::write_checkpoint(folder, "a test", "a type", {}), skua::error);
  if (::mknod(file.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0) GTEST_SKIP() << "skipped: only root makes devices";
  EXPECT_THROW(search::detail::write_checkpoint(file, "a test", "a type", {}), skua::error);
  EXPECT_TRUE(fs::is_character_file(file));
}

TEST_F(checkpoint, an_enumeration_in_slices_counts_every_node_once) {
  checked_tree const t{{51, 10, 7, 9}};
  auto const expected = search_plainly(t).nodes;
  using result = search::enumeration<checked_tree, std::uint64_t>;
  auto const r =
      in_slices<result>(t, 100, [&](search::coordination coordination, search::options const& o, result const* before) {
        return search::enumerate(
            t, coordination, o,
            before != nullptr ? search::resume<checked_tree>(before->open) : search::resume<checked_tree>());
      });
  EXPECT_EQ(r.value, expected);
  EXPECT_EQ(r.stats.nodes, expected);
  EXPECT_EQ(r.share, 1);
}

TEST_F(checkpoint, an_optimisation_in_slices_finds_the_optimum_and_its_node) {
  for (std::uint64_t const seed : {51u, 52u, 53u}) {
    checked_path_tree const t{{{seed, 9, 6, 9}}};
    auto const expected = search_plainly(t.tree).largest;
    using result = search::optimum<checked_path_tree>;
    auto const r =
        in_slices<result>(t, 5, [&](search::coordination coordination, search::options const& o, result const* before) {
          if (before == nullptr) return search::maximise(t, coordination, o);
          return search::maximise(t, coordination, o, before->start, search::resume<checked_path_tree>(before->open));
        });
    EXPECT_EQ(r.value, expected);
    EXPECT_EQ(r.bound, expected);
    ASSERT_TRUE(r.node);
    EXPECT_EQ(r.node->node_data.gain, expected);
    EXPECT_EQ(r.node->path.size(), static_cast<std::size_t>(r.node->node_data.depth));
  }
}

class wrong_file : public checkpoint {
 protected:
  using result = search::enumeration<checked_tree, std::uint64_t>;
  checked_tree const t{{51, 10, 7, 9}};

  void SetUp() override {
    checkpoint::SetUp();
    search::options o;
    o.node_limit = 50;
    o.keep_open = true;
    r = run_on(1, [&] { return search::enumerate(t, search::sequential{}, o); });
    search::save(file, "a test", r);
    std::stringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    bytes = text.str();
  }
  std::string complaint(std::string const& title = "a test") const {
    try {
      (void)search::load<result>(file, title, t);
    } catch (skua::error const& e) {
      std::string const text = e.what();
      EXPECT_EQ(text.find(file.string() + ": "), 0u) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
      return text.substr(file.string().size() + 2);
    }
    return "";
  }
  /// The names of the files in the folder.
  std::set<std::string> names() const {
    std::set<std::string> result_names;
    for (auto const& entry : fs::directory_iterator(folder)) result_names.insert(entry.path().filename().string());
    return result_names;
  }
  void write(std::string const& content) const { std::ofstream(file, std::ios::binary) << content; }

  result r;
  std::string bytes;
};

TEST_F(wrong_file, is_told_apart) {
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(complaint("another"), "is of another search: 'a test', not 'another'");
  using other = search::optimum<checked_tree>;
  EXPECT_THROW((void)search::load<other>(file, "a test", t), skua::error);
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

TEST_F(wrong_file, that_ends_within_its_head_says_so) {
  for (std::size_t size = 0; size < 8; ++size) {
    write(bytes.substr(0, size));
    EXPECT_EQ(complaint(), "is not a saved search") << "the first " << size << " bytes";
  }
  for (std::size_t size = 8; size < 20; ++size) {
    write(bytes.substr(0, size));
    EXPECT_EQ(complaint(), "is damaged: it ends too early") << "the first " << size << " bytes";
  }
}

TEST_F(wrong_file, what_no_search_can_have_saved_is_refused) {
  auto const saved = [&](auto const& change) {
    result changed = r;
    change(changed);
    search::save(file, "a test", changed);
    return complaint();
  };
  EXPECT_EQ(saved([](result&) {}), "");
  EXPECT_EQ(saved([](result& x) { x.open.clear(); }), "is damaged: it has no node from which to continue");
  EXPECT_EQ(saved([](result& x) { x.open[3].node.depth = 11; }), "is damaged: it has a node that is not in the tree");
  EXPECT_EQ(saved([](result& x) { x.open[0].depth = -1; }), "is damaged: a node has an impossible depth");
  auto const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(saved([&](result& x) { x.open[0].weight = nan; }), "is damaged: a share is not between 0 and 1");
  EXPECT_EQ(saved([](result& x) { x.share = 1.5; }), "is damaged: a share is not between 0 and 1");
  EXPECT_EQ(saved([](result& x) { x.stats.prunes = x.stats.nodes + 1; }),
            "is damaged: it has pruned more nodes than it has looked at");
  EXPECT_EQ(saved([](result& x) { x.stats.nodes = ~std::uint64_t{0}; }), "is damaged: it has counted too much");
}

TEST_F(wrong_file, a_found_node_has_the_value_that_is_saved) {
  using found = search::optimum<checked_path_tree>;
  checked_path_tree const paths{{{51, 9, 6, 9}}};
  found x;
  x.open.push_back({paths.root(), 0, 1.0});
  x.node = paths.children(paths.root()).front();
  auto const saved = [&] {
    search::save(file, "paths", x);
    try {
      (void)search::load<found>(file, "paths", paths);
    } catch (skua::error const& e) {
      return std::string(e.what()).substr(file.string().size() + 2);
    }
    return std::string();
  };
  x.value = paths.objective(*x.node);
  x.start = x.value;
  x.bound = paths.bound(x.open[0].node);
  EXPECT_EQ(saved(), "");
  ++x.bound;
  EXPECT_EQ(saved(), "is damaged: its bound is that of no node");
  x.bound = x.value;
  EXPECT_EQ(saved(), "");
  x.bound = paths.bound(x.open[0].node);
  x.start = x.value + 1;
  EXPECT_EQ(saved(), "is damaged: the node that it has found has another value");
  x.value = *x.start;
  EXPECT_EQ(saved(), "is damaged: the node that it has found has another value");
  x.node->path.push_back(100);
  EXPECT_EQ(saved(), "is damaged: the node that it has found is not in the tree");
  x.node.reset();
  EXPECT_EQ(saved(), "");
  --*x.start;
  EXPECT_EQ(saved(), "is damaged: it has a value without a node");
  x.start.reset();
  EXPECT_EQ(saved(), "is damaged: it has a value without a node");
  x.value = std::numeric_limits<decltype(x.value)>::min();
  EXPECT_EQ(saved(), "");
}

TEST_F(wrong_file, a_name_in_it_is_shown_in_one_line) {
  std::string const beginning = "a\nb\x1b[2J";
  search::save(file, beginning + std::string(300, 'x'), r);
  EXPECT_EQ(complaint(), "is of another search: 'a?b?[2J" + std::string(193, 'x') + "...', not 'a test'");
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
  // A link in the place of the file is replaced, not followed. The temporary name cannot be
  // guessed, so a file planted under the name that earlier versions used has no effect.
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

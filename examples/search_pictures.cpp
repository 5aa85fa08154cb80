// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a coordination does to a tree, seen from inside the problem: a search of a small uneven tree
// writes down who looked at each node and which nodes were given away, and draws it. The pictures
// of docs/coordinations.md are made so:
//
//   build/release/bin/examples/search_pictures docs/pictures
//
// Without a folder nothing is written. Either way the program checks that every node was looked at
// once, and that the parts it found are as many as the tasks that the search has counted.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <skua/search.hpp>
#include <skua/skua.hpp>

#include "support/tree_picture.hpp"

namespace {

using clock_type = std::chrono::steady_clock;
using skua::search::coordination;

constexpr int tree_size = 240;
constexpr auto work_per_node = std::chrono::microseconds(1'500);
constexpr std::size_t most_workers = 256;

/// What the hooks of the problem write down. A node is written to by whoever holds it, so one needs
/// no lock.
struct journal {
  struct entry {
    pictures::seen_node seen;
    int times = 0;
    bool listed = false;  // all its children have been asked for
    bool packed = false;  // it has been copied after that: a task was made of it, or of it and its siblings
    int packed_by = -1;
    int packed_after = 0;  // so many looks of that worker
    int times_packed = 0;  // a worker may take its own task back and divide it again before it looks at a node
  };
  std::vector<entry> entries = std::vector<entry>(tree_size);
  std::array<int, most_workers> looks{};
  std::atomic<int> total{0};
  clock_type::time_point const start = clock_type::now();

  double now() const { return std::chrono::duration<double, std::milli>(clock_type::now() - start).count(); }
  int& looks_of(int worker) { return looks[static_cast<std::size_t>(worker) % most_workers]; }
  entry& of(int id) { return entries[static_cast<std::size_t>(id)]; }
};
journal* notes = nullptr;  // of the search that runs

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// An uneven tree: a node knows how many nodes its subtree has, and divides them among its children
/// by chance.
struct uneven_tree {
  struct node {
    std::int32_t id = 0;  // its number in the order of the sequential search
    std::int32_t parent = -1;
    std::int32_t depth = 0;
    std::int32_t size = tree_size;

    // The engine asks a node for all its children before it gives any of them away, and takes those
    // that it keeps by assignment. So a child that is constructed from another one after that is on
    // its way into a task.
    node() = default;
    node(node const& o) noexcept : id(o.id), parent(o.parent), depth(o.depth), size(o.size) { note_packed(); }
    node& operator=(node const&) noexcept = default;
    void note_packed() const {
      if (notes == nullptr || parent < 0 || !notes->of(parent).listed) return;
      auto& e = notes->of(id);
      e.packed = true;
      ++e.times_packed;
      e.packed_by = skua::worker();
      e.packed_after = notes->looks_of(e.packed_by);
    }
    template <class Archive>
    void serialize(Archive& a) {
      a(id, parent, depth, size);
    }
  };

  class brood {
   public:
    explicit brood(node const& n) : parent_(n), next_(n.id + 1), rest_(n.size - 1) {
      std::uint64_t const chance = mixed(static_cast<std::uint64_t>(n.id) + seed);
      left_ = std::min(rest_, n.size > 12 ? 2 + static_cast<int>(chance % 3) : 1 + static_cast<int>(chance % 3));
    }
    bool next(node& child) {
      if (left_ == 0) {
        notes->of(parent_.id).listed = true;
        return false;
      }
      --left_;
      int size = rest_;
      if (left_ > 0) {  // what is over after one for each of the others, times a number that is mostly small
        double const chance =
            static_cast<double>(mixed(static_cast<std::uint64_t>(next_) * 977 + seed) % 1'000) / 1'000;
        size = 1 + static_cast<int>((rest_ - left_ - 1) * chance * chance);
      }
      child.id = next_;
      child.parent = parent_.id;
      child.depth = parent_.depth + 1;
      child.size = size;
      next_ += size;
      rest_ -= size;
      return true;
    }

   private:
    static constexpr std::uint64_t seed = 2173;  // four children of the root, one with half of all nodes
    node const& parent_;
    int next_, rest_, left_ = 0;
  };

  node root() const { return {}; }
  brood children(node const& n) const { return brood(n); }
  int value(node const& n) const {  // the look at a node
    auto& e = notes->of(n.id);
    ++e.times;
    e.seen.parent = n.parent;
    e.seen.depth = n.depth;
    e.seen.worker = skua::worker();
    e.seen.order = notes->total.fetch_add(1);
    ++notes->looks_of(e.seen.worker);
    e.seen.from = notes->now();
    std::this_thread::sleep_for(work_per_node);  // in place of work, so that three workers need not three processors
    e.seen.to = notes->now();
    return 1;
  }
};

/// Numbers the parts in the order of their beginnings; returns how many there are.
int find_parts(journal& j, bool chunked) {
  auto& all = j.entries;
  std::vector<std::size_t> begins(all.size());  // per node: the first one of its part
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto& e = all[i];
    auto const parent = static_cast<std::size_t>(std::max(0, e.seen.parent));
    e.seen.begins = e.packed;
    begins[i] = e.seen.parent < 0 || e.packed ? i : begins[parent];
    // Siblings that one worker packed at one time are one task.
    for (std::size_t b = parent + 1; chunked && e.packed && b < i; ++b) {
      auto const& o = all[b];
      if (o.packed && std::tuple(o.seen.parent, o.packed_by, o.packed_after, o.times_packed) ==
                          std::tuple(e.seen.parent, e.packed_by, e.packed_after, e.times_packed)) {
        begins[i] = begins[b];
        break;
      }
    }
  }
  std::vector<std::size_t> in_order(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) in_order[static_cast<std::size_t>(all[i].seen.order)] = i;
  int parts = 0;
  std::vector<int> number(all.size(), 0);
  for (std::size_t const i : in_order) {
    int& n = number[begins[i]];
    if (n == 0) n = ++parts;
    all[i].seen.part = n;
  }
  return parts;
}

/// One search and its picture; false: something is wrong.
bool draw(std::string const& name, coordination const& how, std::string const& folder) {
  journal j;
  notes = &j;
  auto const r = skua::search::enumerate(uneven_tree{}, how);
  notes = nullptr;

  bool const once = r.value == tree_size &&
                    std::all_of(j.entries.begin(), j.entries.end(), [](auto const& e) { return e.times == 1; });
  if (!once) {
    std::printf("%s: a node was not looked at exactly once\n", name.c_str());
    return false;
  }
  int const parts = find_parts(j, how.chunked());
  // The upper part of an ordered search is no task of its own.
  int const tasks = static_cast<int>(r.stats.tasks) + (how.what() == coordination::kind::ordered ? 1 : 0);
  std::vector<pictures::seen_node> nodes;
  double end = 0;
  for (auto const& e : j.entries) {
    nodes.push_back(e.seen);
    end = std::max(end, e.seen.to);
  }
  std::printf("%-14s %3d nodes, %3d parts, %6.1f ms\n", name.c_str(), r.value, parts, end);
  if (parts != tasks) {
    std::printf("%s: %d parts were seen, %d tasks were counted\n", name.c_str(), parts, tasks);
    return false;
  }
  std::string const title = how.text() + ": " + std::to_string(tree_size) + " nodes in " + std::to_string(parts) +
                            (parts == 1 ? " part, " : " parts, ") + std::to_string(static_cast<int>(end + 0.5)) + " ms";
  std::string const svg = pictures::tree_picture(nodes, skua::workers()).svg(title);
  if (folder.empty()) return true;
  std::ofstream file(folder + "/coordination_" + name + ".svg");
  file << svg;
  file.close();
  if (!file) std::printf("%s: cannot be written\n", folder.c_str());
  return static_cast<bool>(file);
}

}  // namespace

int main(int argc, char** argv) {
  namespace search = skua::search;
  skua::options o;
  o.workers = 3;
  return skua::run(argc, argv, o, [&] {
    if (skua::places() != 1) {
      std::printf("the journal is kept at one place: run it with one\n");
      return 1;
    }
    std::string const folder = argc > 1 ? argv[1] : "";
    bool good = draw("sequential", search::sequential{}, folder);
    good = draw("depth_bounded", search::depth_bounded{2}, folder) && good;
    good = draw("budget", search::budget{12}, folder) && good;
    good = draw("stack_stealing", search::stack_stealing{}, folder) && good;
    good = draw("chunked", search::stack_stealing{.chunked = true}, folder) && good;
    good = draw("ordered", search::ordered{2}, folder) && good;
    good = draw("automatic", search::automatic{}, folder) && good;
    return good ? 0 : 1;
  });
}

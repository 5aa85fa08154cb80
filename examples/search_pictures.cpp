// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The effect of a coordination on a tree, observed from inside the problem. A search of a small
// uneven tree records which worker visited each node and which nodes became tasks, and draws the
// result. This program makes the pictures of docs/reference/coordinations.md:
//
//   build/release/bin/examples/search_pictures docs/pictures
//
// Without a folder the program writes nothing. In both cases it checks that every node was visited
// once, and that the number of parts equals the number of tasks that the search counted.
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
constexpr std::size_t max_workers = 256;

/// The record that the hooks of the problem write. Only the worker that holds a node writes its
/// entry, so an entry needs no lock.
struct journal {
  struct entry {
    pictures::node_record record;
    int times = 0;
    bool listed = false;  // the engine has asked for all its children
    bool packed = false;  // the engine has copied it after that: it became a task, alone or with its siblings
    int packed_by = -1;
    int packed_after = 0;  // how many nodes that worker had visited
    int times_packed = 0;  // a worker may take its own task back and divide it again before it visits a node
  };
  std::vector<entry> entries = std::vector<entry>(tree_size);
  std::array<int, max_workers> looks{};
  std::atomic<int> total{0};
  clock_type::time_point const start = clock_type::now();

  double now() const { return std::chrono::duration<double, std::milli>(clock_type::now() - start).count(); }
  int& looks_of(int worker) { return looks[static_cast<std::size_t>(worker) % max_workers]; }
  entry& entry_of(int id) { return entries[static_cast<std::size_t>(id)]; }
};
journal* notes = nullptr;  // of the search that runs

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// An uneven tree: a node knows the size of its subtree and divides it among its children at
/// random.
struct uneven_tree {
  struct node {
    std::int32_t id = 0;  // position in the order of the sequential search
    std::int32_t parent = -1;
    std::int32_t depth = 0;
    std::int32_t size = tree_size;

    // The engine asks a node for all its children before it turns any of them into a task, and it
    // assigns the children that it keeps. So a child that is copy-constructed after that becomes
    // part of a task.
    node() = default;
    node(node const& o) noexcept : id(o.id), parent(o.parent), depth(o.depth), size(o.size) { note_packed(); }
    node& operator=(node const&) noexcept = default;
    void note_packed() const {
      if (notes == nullptr || parent < 0 || !notes->entry_of(parent).listed) return;
      auto& e = notes->entry_of(id);
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
      children_left_ =
          std::min(rest_, n.size > 12 ? 2 + static_cast<int>(chance % 3) : 1 + static_cast<int>(chance % 3));
    }
    bool next(node& child) {
      if (children_left_ == 0) {
        notes->entry_of(parent_.id).listed = true;
        return false;
      }
      --children_left_;
      int size = rest_;
      if (children_left_ > 0) {  // 1 + a random share, mostly small, of the nodes left over after one per child
        double const chance =
            static_cast<double>(mixed(static_cast<std::uint64_t>(next_) * 977 + seed) % 1'000) / 1'000;
        size = 1 + static_cast<int>((rest_ - children_left_ - 1) * chance * chance);
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
    int next_, rest_, children_left_ = 0;
  };

  node root() const { return {}; }
  brood children(node const& n) const { return brood(n); }
  int value(node const& n) const {  // visits the node
    auto& e = notes->entry_of(n.id);
    ++e.times;
    e.record.parent = n.parent;
    e.record.depth = n.depth;
    e.record.worker = skua::worker();
    e.record.order = notes->total.fetch_add(1);
    ++notes->looks_of(e.record.worker);
    e.record.from = notes->now();
    std::this_thread::sleep_for(
        work_per_node);  // sleeps instead of working, so that three workers need no three processors
    e.record.to = notes->now();
    return 1;
  }
};

/// Numbers the parts in the order of their beginnings. Returns the number of parts.
int find_parts(journal& j, bool chunked) {
  auto& entries = j.entries;
  std::vector<std::size_t> begins(entries.size());  // per node: the first node of its part
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto& e = entries[i];
    auto const parent = static_cast<std::size_t>(std::max(0, e.record.parent));
    e.record.begins = e.packed;
    begins[i] = e.record.parent < 0 || e.packed ? i : begins[parent];
    // Siblings that one worker packed at the same time are one task.
    for (std::size_t b = parent + 1; chunked && e.packed && b < i; ++b) {
      auto const& o = entries[b];
      if (o.packed && std::tuple(o.record.parent, o.packed_by, o.packed_after, o.times_packed) ==
                          std::tuple(e.record.parent, e.packed_by, e.packed_after, e.times_packed)) {
        begins[i] = begins[b];
        break;
      }
    }
  }
  std::vector<std::size_t> in_order(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) in_order[static_cast<std::size_t>(entries[i].record.order)] = i;
  int parts = 0;
  std::vector<int> number(entries.size(), 0);
  for (std::size_t const i : in_order) {
    int& n = number[begins[i]];
    if (n == 0) n = ++parts;
    entries[i].record.part = n;
  }
  return parts;
}

/// Runs one search and draws its picture. Returns false on an error.
bool draw(std::string const& name, coordination const& policy, std::string const& folder) {
  journal j;
  notes = &j;
  auto const r = skua::search::enumerate(uneven_tree{}, policy);
  notes = nullptr;

  bool const visited_once = r.value == tree_size &&
                            std::all_of(j.entries.begin(), j.entries.end(), [](auto const& e) { return e.times == 1; });
  if (!visited_once) {
    std::printf("%s: a node was not looked at exactly once\n", name.c_str());
    return false;
  }
  int const parts = find_parts(j, policy.chunked());
  // The upper part of an ordered search is not a separate task.
  int const tasks = static_cast<int>(r.stats.tasks) + (policy.what() == coordination::kind::ordered ? 1 : 0);
  std::vector<pictures::node_record> nodes;
  double end = 0;
  for (auto const& e : j.entries) {
    nodes.push_back(e.record);
    end = std::max(end, e.record.to);
  }
  std::printf("%-14s %3d nodes, %3d parts, %6.1f ms\n", name.c_str(), r.value, parts, end);
  if (parts != tasks) {
    std::printf("%s: %d parts were seen, %d tasks were counted\n", name.c_str(), parts, tasks);
    return false;
  }
  std::string const title = policy.text() + ": " + std::to_string(tree_size) + " nodes in " + std::to_string(parts) +
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
    bool is_good = draw("sequential", search::sequential{}, folder);
    is_good = draw("depth_bounded", search::depth_bounded{2}, folder) && is_good;
    is_good = draw("budget", search::budget{12}, folder) && is_good;
    is_good = draw("stack_stealing", search::stack_stealing{}, folder) && is_good;
    is_good = draw("chunked", search::stack_stealing{.chunked = true}, folder) && is_good;
    is_good = draw("ordered", search::ordered{2}, folder) && is_good;
    is_good = draw("automatic", search::automatic{}, folder) && is_good;
    return is_good ? 0 : 1;
  });
}

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three graph kernels, written once for every way to run a loop: `loop(n, body)` calls body(low,
// high) for pieces of 0 to n - 1, in parallel, and returns when all are done.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bc/problem.hpp"

namespace bench {

using vertex = std::int32_t;

/// An undirected graph: the neighbours of each vertex, one row after the other.
class network {
 public:
  explicit network(apps::bc::graph const& directed) : first_(static_cast<std::size_t>(directed.order()) + 1) {
    each_edge(directed, [this](vertex from, vertex) { ++first_[static_cast<std::size_t>(from) + 1]; });
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    neighbours_.resize(first_.back());
    std::vector<std::size_t> end(first_.begin(), first_.end() - 1);
    each_edge(directed, [&](vertex from, vertex to) { neighbours_[end[static_cast<std::size_t>(from)]++] = to; });
  }

  std::int64_t order() const { return static_cast<std::int64_t>(first_.size()) - 1; }
  std::span<vertex const> neighbours(std::int64_t v) const {
    auto const i = static_cast<std::size_t>(v);
    return {neighbours_.data() + first_[i], neighbours_.data() + first_[i + 1]};
  }

 private:
  /// Both directions of each edge.
  template <class Visit>
  static void each_edge(apps::bc::graph const& directed, Visit const& visit) {
    for (vertex v = 0; v < directed.order(); ++v) {
      for (vertex const w : directed.successors(v)) {
        visit(v, w);
        visit(w, v);
      }
    }
  }

  std::vector<std::size_t> first_;
  std::vector<vertex> neighbours_;
};

/// One element of an array that several threads access.
template <class T>
std::atomic_ref<T> shared_element(std::vector<T>& array, std::int64_t i) {
  return std::atomic_ref<T>(array[static_cast<std::size_t>(i)]);
}

/// Page and others (1999): each vertex pulls from its neighbours.
template <class Loop>
std::vector<float> rank_pages(network const& graph, Loop const& loop, int rounds) {
  std::int64_t const n = graph.order();
  std::vector<float> ranks(static_cast<std::size_t>(n), 1 / static_cast<float>(n));
  std::vector<float> given(ranks.size());
  float* const rank = ranks.data();
  float* const share = given.data();
  auto const base = 0.15F / static_cast<float>(n);
  for (int round = 0; round < rounds; ++round) {
    loop(n, [&graph, rank, share](std::int64_t low, std::int64_t high) {
      for (std::int64_t v = low; v < high; ++v)
        share[v] = rank[v] / static_cast<float>(std::max<std::size_t>(graph.neighbours(v).size(), 1));
    });
    loop(n, [&graph, rank, share, base](std::int64_t low, std::int64_t high) {
      for (std::int64_t v = low; v < high; ++v) {
        float sum = 0;
        for (vertex const w : graph.neighbours(v)) sum += share[w];
        rank[v] = base + 0.85F * sum;
      }
    });
  }
  return ranks;
}

/// Shiloach and Vishkin (1982): the label of a vertex becomes the least number in its component.
template <class Loop>
std::vector<vertex> find_components(network const& graph, Loop const& loop) {
  std::int64_t const n = graph.order();
  std::vector<vertex> labels(static_cast<std::size_t>(n));
  for (std::int64_t v = 0; v < n; ++v) labels[static_cast<std::size_t>(v)] = static_cast<vertex>(v);
  auto const label = [&labels](std::int64_t v) { return shared_element(labels, v).load(std::memory_order_relaxed); };
  std::atomic<bool> has_changed{true};
  while (has_changed.exchange(false)) {
    loop(n, [&, label](std::int64_t low, std::int64_t high) {
      bool has_hooked = false;
      for (std::int64_t v = low; v < high; ++v) {
        for (vertex const w : graph.neighbours(v)) {
          auto const [least, largest] = std::minmax({label(v), label(w)});
          if (least == largest || label(largest) != largest) continue;
          shared_element(labels, largest).store(least, std::memory_order_relaxed);
          has_hooked = true;
        }
      }
      if (has_hooked) has_changed.store(true, std::memory_order_relaxed);
    });
    loop(n, [&, label](std::int64_t low, std::int64_t high) {
      for (std::int64_t v = low; v < high; ++v)
        while (label(v) != label(label(v))) shared_element(labels, v).store(label(label(v)), std::memory_order_relaxed);
    });
  }
  return labels;
}

/// The distances from a source; -1: not reached. From small frontiers it goes to their neighbours;
/// a large one is looked for from the vertices not reached yet (Beamer, Asanović and Patterson, SC
/// 2012).
template <class Loop>
class breadth_first {
 public:
  breadth_first(network const& graph, Loop const& loop)
      : graph_(graph), loop_(loop), distances_(static_cast<std::size_t>(graph.order())), queue_(distances_.size()) {}

  std::vector<std::int32_t> const& run(vertex source) {
    std::fill(distances_.begin(), distances_.end(), -1);
    distances_[static_cast<std::size_t>(source)] = 0;
    queue_[0] = source;
    std::int64_t first = 0, end = 1, width = 1;
    for (std::int32_t level = 0; width > 0; ++level) {
      bool const is_large = width > graph_.order() / large_part;
      if (is_large) {
        width = from_unreached(level);
        end = first = 0;
        if (width <= graph_.order() / large_part) end = list(level + 1);
      } else {
        std::int64_t const next = from_frontier(level, first, end);
        first = std::exchange(end, next);
        width = end - first;
      }
    }
    return distances_;
  }

 private:
  static constexpr std::int64_t large_part = 20;

  std::int32_t distance(std::int64_t v) { return shared_element(distances_, v).load(std::memory_order_relaxed); }

  /// Vertices for the queue, copied there in one go.
  class batch {
   public:
    batch(std::vector<vertex>& queue, std::atomic<std::int64_t>& end) : queue_(queue), end_(end) {}
    ~batch() { flush(); }
    batch(batch const&) = delete;
    batch& operator=(batch const&) = delete;
    void add(vertex v) {
      vertices_[n_] = v;
      if (++n_ == vertices_.size()) flush();
    }

   private:
    void flush() {
      auto const place = end_.fetch_add(static_cast<std::int64_t>(n_), std::memory_order_relaxed);
      std::copy_n(vertices_.begin(), n_, queue_.begin() + place);
      n_ = 0;
    }
    std::vector<vertex>& queue_;
    std::atomic<std::int64_t>& end_;
    std::array<vertex, 512> vertices_;
    std::size_t n_ = 0;
  };

  std::int64_t from_frontier(std::int32_t level, std::int64_t first, std::int64_t end) {
    std::atomic<std::int64_t> new_end{end};
    loop_(end - first, [&, this](std::int64_t low, std::int64_t high) {
      batch found(queue_, new_end);
      for (std::int64_t i = first + low; i < first + high; ++i) {
        for (vertex const w : graph_.neighbours(queue_[static_cast<std::size_t>(i)])) {
          std::int32_t unreached = -1;
          if (distance(w) == unreached && shared_element(distances_, w).compare_exchange_strong(unreached, level + 1))
            found.add(w);
        }
      }
    });
    return new_end;
  }

  std::int64_t from_unreached(std::int32_t level) {
    std::atomic<std::int64_t> sum{0};
    loop_(graph_.order(), [&, this](std::int64_t low, std::int64_t high) {
      std::int64_t count = 0;
      for (std::int64_t v = low; v < high; ++v) {
        if (distance(v) != -1) continue;
        for (vertex const w : graph_.neighbours(v)) {
          if (distance(w) != level) continue;
          shared_element(distances_, v).store(level + 1, std::memory_order_relaxed);
          ++count;
          break;
        }
      }
      sum.fetch_add(count, std::memory_order_relaxed);
    });
    return sum;
  }

  /// Puts the vertices of a level into the queue.
  std::int64_t list(std::int32_t level) {
    std::atomic<std::int64_t> end{0};
    loop_(graph_.order(), [&, this](std::int64_t low, std::int64_t high) {
      batch found(queue_, end);
      for (std::int64_t v = low; v < high; ++v)
        if (distance(v) == level) found.add(static_cast<vertex>(v));
    });
    return end;
  }

  network const& graph_;
  Loop const& loop_;
  std::vector<std::int32_t> distances_;
  std::vector<vertex> queue_;
};

}  // namespace bench

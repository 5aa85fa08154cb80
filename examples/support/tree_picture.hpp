// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a tree that was searched in parts, as one SVG: above, every node as a box under its parent,
// coloured by the worker that looked at it; below, when each worker did which part. It reads on a
// light and on a dark page: there is no background, and the text is of a grey between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace pictures {

/// What is known of a node when the search is over. Nodes are numbered in the order of the
/// sequential search.
struct seen_node {
  int parent = -1;
  int depth = 0;
  int worker = -1;
  int order = 0;            // how many were looked at before
  int part = 0;             // numbered from 1 in the order in which the parts were begun
  bool begins = false;      // was given away: its parent is in another part
  double from = 0, to = 0;  // milliseconds
};

class tree_picture {
 public:
  tree_picture(std::vector<seen_node> const& nodes, int workers)
      : nodes_(nodes), left_(nodes.size()), width_(nodes.size()), lanes_(workers) {
    place_boxes();
    in_order_.resize(nodes.size());
    for (seen_node const& n : nodes_) {
      levels_ = std::max(levels_, n.depth + 1);
      lanes_ = std::max(lanes_, n.worker + 1);
      end_ = std::max(end_, n.to);
      in_order_[static_cast<std::size_t>(n.order)] = &n;
    }
    std::vector<int> parts_of(static_cast<std::size_t>(lanes_), 0);
    dark_.assign(nodes.size() + 1, -1);
    for (seen_node const* n : in_order_) {
      int& dark = dark_[static_cast<std::size_t>(n->part)];
      if (dark < 0) dark = parts_of[static_cast<std::size_t>(n->worker)]++ % 2;
    }
  }

  std::string svg(std::string const& title) {
    out_.clear();
    int const height = tree_top + levels_ * row + 46 + lanes_ * lane + 26;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", page, height);
    out_ += "font-family=\"sans-serif\" font-size=\"12\">\n";
    add("<title>%s</title>\n<style>\n text{fill:#7b828c} .g{stroke:#7b828c;stroke-width:.6}\n", title.c_str());
    out_ += " .n{fill:#fff;font-size:10px;text-anchor:middle} .k{fill:#ffdf5e}\n";
    for (std::size_t c = 0; c < colours.size(); ++c)
      add(" .c%zu{fill:%s} .c%zub{fill:%s}\n", c, colours[c][0], c, colours[c][1]);
    add("</style>\n<text x=\"%d\" y=\"16\" font-size=\"14\">%s</text>\n", margin, title.c_str());
    legend();
    tree();
    lanes(tree_top + levels_ * row + 30);
    return out_ + "</svg>\n";
  }

 private:
  static constexpr int page = 960, margin = 10, tree_top = 52, row = 21, lane = 22;
  static constexpr int digit = 6;  // width of one in a label
  // Two per worker, in turn for its parts. White text can be read on all of them.
  static constexpr std::array<std::array<char const*, 2>, 4> colours{
      {{"#2f74c8", "#1f5596"}, {"#c9601c", "#9a4710"}, {"#2f8a50", "#1f6638"}, {"#8a56b8", "#673c8e"}}};

  template <class... A>
  void add(char const* format, A... a) {
    char line[640];
    std::snprintf(line, sizeof line, format, a...);
    out_ += line;
  }
  static std::string colour(int worker, bool dark = false) {
    return "c" + std::to_string(static_cast<std::size_t>(worker) % colours.size()) + (dark ? "b" : "");
  }
  std::string colour(seen_node const& n) const {
    return colour(n.worker, dark_[static_cast<std::size_t>(n.part)] == 1);
  }

  /// A node is as wide as the leaves below it.
  void place_boxes() {
    std::vector<int> leaves(nodes_.size(), 0), done(nodes_.size(), 0);
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (leaves[i] == 0) leaves[i] = 1;
      if (nodes_[i].parent >= 0) leaves[static_cast<std::size_t>(nodes_[i].parent)] += leaves[i];
    }
    double const leaf = static_cast<double>(page - 2 * margin) / leaves[0];
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      width_[i] = leaf * leaves[i];
      left_[i] = margin;
      if (nodes_[i].parent < 0) continue;
      auto const p = static_cast<std::size_t>(nodes_[i].parent);
      left_[i] = left_[p] + leaf * done[p];
      done[p] += leaves[i];
    }
  }

  void legend() {
    int x = margin;
    for (int w = 0; w < lanes_; ++w, x += 84) {
      add("<rect class=\"%s\" x=\"%d\" y=\"27\" width=\"12\" height=\"12\"/><text x=\"%d\" y=\"37\">worker %d</text>\n",
          colour(w).c_str(), x, x + 17, w);
    }
    add("<rect class=\"c0b\" x=\"%d\" y=\"27\" width=\"22\" height=\"12\"/>\n", x);
    add("<rect class=\"k\" x=\"%d\" y=\"27\" width=\"22\" height=\"4\"/>\n", x);
    add("<text x=\"%d\" y=\"37\">cut off here; parts are numbered as they were begun</text>\n", x + 28);
  }

  void tree() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      seen_node const& n = nodes_[i];
      int const y = tree_top + n.depth * row;
      add("<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\">", colour(n).c_str(), left_[i], y,
          width_[i] - 1, row - 1);
      add("<title>node %zu: worker %d, part %d, look %d</title></rect>\n", i, n.worker, n.part, n.order + 1);
      if (n.begins)
        add("<rect class=\"k\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"4\"/>\n", left_[i], y, width_[i] - 1);
      if (n.begins || n.parent < 0) number(n.part, left_[i] + (width_[i] - 1) / 2, y + 15, width_[i]);
    }
  }
  void number(int part, double x, int y, double width) {
    std::string const text = std::to_string(part);
    if (width > static_cast<double>(text.size()) * digit + 1)
      add("<text class=\"n\" x=\"%.1f\" y=\"%d\">%s</text>\n", x, y, text.c_str());
  }

  void lanes(int top) {
    constexpr int names = 62;
    double const scale = (page - 2 * margin - names) / end_;
    auto const at = [&](double ms) { return margin + names + ms * scale; };
    int const bottom = top + lanes_ * lane;
    int const step = end_ > 300 ? 100 : end_ > 100 ? 50 : 10;
    for (int ms = 0; ms <= end_; ms += step) {
      add("<path class=\"g\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d%s</text>\n", at(ms),
          top - 4, bottom + 4, at(ms), bottom + 17, ms, ms == 0 ? " ms" : "");
    }
    for (int w = 0; w < lanes_; ++w) {
      int const y = top + w * lane;
      add("<text x=\"%d\" y=\"%d\">worker %d</text>\n", margin, y + 14, w);
      seen_node const* first = nullptr;
      seen_node const* last = nullptr;
      auto const close = [&] {
        if (first == nullptr) return;
        double const width = std::max(0.5, (last->to - first->from) * scale - 0.7);
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", colour(*first).c_str(),
            at(first->from), y, width, lane - 3);
        number(first->part, at(first->from) + width / 2, y + 14, width);
      };
      for (seen_node const* n : in_order_) {
        if (n->worker != w) continue;
        if (first == nullptr || n->part != first->part) {
          close();
          first = n;
        }
        last = n;
      }
      close();
    }
  }

  std::vector<seen_node> const& nodes_;
  std::vector<double> left_, width_;
  std::vector<seen_node const*> in_order_;  // of the looks
  std::vector<int> dark_;                   // per part
  int levels_ = 0, lanes_ = 0;              // a standby worker has a lane if it looked at a node
  double end_ = 0;
  std::string out_;
};

}  // namespace pictures

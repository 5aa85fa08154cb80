// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws a tree that was searched in parts as one SVG. Above: every node as a box under its parent,
// coloured by the worker that visited it. Below: a time line of the parts of each worker. The
// picture suits light and dark pages: it has no background, and its text is grey.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace pictures {

/// The record of one node after the search. Nodes are numbered in the order of the sequential
/// search.
struct node_record {
  int parent = -1;
  int depth = 0;
  int worker = -1;
  int order = 0;            // how many nodes were visited before
  int part = 0;             // numbered from 1 in the order in which the parts began
  bool begins = false;      // the first node of a part: its parent is in another part
  double from = 0, to = 0;  // milliseconds
};

class tree_picture {
 public:
  tree_picture(std::vector<node_record> const& nodes, int workers)
      : nodes_(nodes), x_(nodes.size()), width_(nodes.size()), lanes_(workers) {
    place_boxes();
    in_order_.resize(nodes.size());
    for (node_record const& n : nodes_) {
      levels_ = std::max(levels_, n.depth + 1);
      lanes_ = std::max(lanes_, n.worker + 1);
      end_ = std::max(end_, n.to);
      in_order_[static_cast<std::size_t>(n.order)] = &n;
    }
    std::vector<int> parts_of(static_cast<std::size_t>(lanes_), 0);
    dark_.assign(nodes.size() + 1, -1);
    for (node_record const* n : in_order_) {
      int& dark = dark_[static_cast<std::size_t>(n->part)];
      if (dark < 0) dark = parts_of[static_cast<std::size_t>(n->worker)]++ % 2;
    }
  }

  std::string svg(std::string const& title) {
    svg_.clear();
    int const height = tree_top + levels_ * row + 46 + lanes_ * lane + 26;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", page, height);
    svg_ += "font-family=\"sans-serif\" font-size=\"12\">\n";
    add("<title>%s</title>\n<style>\n text{fill:#7b828c} .g{stroke:#7b828c;stroke-width:.6}\n", title.c_str());
    svg_ += " .n{fill:#fff;font-size:10px;text-anchor:middle} .k{fill:#ffdf5e}\n";
    for (std::size_t c = 0; c < colours.size(); ++c)
      add(" .c%zu{fill:%s} .c%zub{fill:%s}\n", c, colours[c][0], c, colours[c][1]);
    add("</style>\n<text x=\"%d\" y=\"16\" font-size=\"14\">%s</text>\n", margin, title.c_str());
    legend();
    tree();
    lanes(tree_top + levels_ * row + 30);
    return svg_ + "</svg>\n";
  }

 private:
  static constexpr int page = 960, margin = 10, tree_top = 52, row = 21, lane = 22;
  static constexpr int digit_width = 6;  // in a label
  // Two colours per worker; its parts alternate. White text is readable on all of them.
  static constexpr std::array<std::array<char const*, 2>, 4> colours{
      {{"#2f74c8", "#1f5596"}, {"#c9601c", "#9a4710"}, {"#2f8a50", "#1f6638"}, {"#8a56b8", "#673c8e"}}};

  template <class... A>
  void add(char const* format, A... a) {
    char line[640];
    std::snprintf(line, sizeof line, format, a...);
    svg_ += line;
  }
  static std::string colour(int worker, bool dark = false) {
    return "c" + std::to_string(static_cast<std::size_t>(worker) % colours.size()) + (dark ? "b" : "");
  }
  std::string colour(node_record const& n) const {
    return colour(n.worker, dark_[static_cast<std::size_t>(n.part)] == 1);
  }

  /// A node is as wide as the leaves below it.
  void place_boxes() {
    std::vector<int> leaves(nodes_.size(), 0), leaves_placed(nodes_.size(), 0);
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (leaves[i] == 0) leaves[i] = 1;
      if (nodes_[i].parent >= 0) leaves[static_cast<std::size_t>(nodes_[i].parent)] += leaves[i];
    }
    double const leaf = static_cast<double>(page - 2 * margin) / leaves[0];
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      width_[i] = leaf * leaves[i];
      x_[i] = margin;
      if (nodes_[i].parent < 0) continue;
      auto const p = static_cast<std::size_t>(nodes_[i].parent);
      x_[i] = x_[p] + leaf * leaves_placed[p];
      leaves_placed[p] += leaves[i];
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
      node_record const& n = nodes_[i];
      int const y = tree_top + n.depth * row;
      add("<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\">", colour(n).c_str(), x_[i], y,
          width_[i] - 1, row - 1);
      add("<title>node %zu: worker %d, part %d, look %d</title></rect>\n", i, n.worker, n.part, n.order + 1);
      if (n.begins)
        add("<rect class=\"k\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"4\"/>\n", x_[i], y, width_[i] - 1);
      if (n.begins || n.parent < 0) number(n.part, x_[i] + (width_[i] - 1) / 2, y + 15, width_[i]);
    }
  }
  void number(int part, double x, int y, double width) {
    std::string const text = std::to_string(part);
    if (width > static_cast<double>(text.size()) * digit_width + 1)
      add("<text class=\"n\" x=\"%.1f\" y=\"%d\">%s</text>\n", x, y, text.c_str());
  }

  void lanes(int top) {
    constexpr int names = 62;
    double const scale = (page - 2 * margin - names) / end_;
    auto const x_of = [&](double ms) { return margin + names + ms * scale; };
    int const bottom = top + lanes_ * lane;
    int const step = end_ > 300 ? 100 : end_ > 100 ? 50 : 10;
    for (int ms = 0; ms <= end_; ms += step) {
      add("<path class=\"g\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d%s</text>\n",
          x_of(ms), top - 4, bottom + 4, x_of(ms), bottom + 17, ms, ms == 0 ? " ms" : "");
    }
    for (int w = 0; w < lanes_; ++w) {
      int const y = top + w * lane;
      add("<text x=\"%d\" y=\"%d\">worker %d</text>\n", margin, y + 14, w);
      node_record const* first_node = nullptr;
      node_record const* last_node = nullptr;
      auto const close = [&] {
        if (first_node == nullptr) return;
        double const width = std::max(0.5, (last_node->to - first_node->from) * scale - 0.7);
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", colour(*first_node).c_str(),
            x_of(first_node->from), y, width, lane - 3);
        number(first_node->part, x_of(first_node->from) + width / 2, y + 14, width);
      };
      for (node_record const* n : in_order_) {
        if (n->worker != w) continue;
        if (first_node == nullptr || n->part != first_node->part) {
          close();
          first_node = n;
        }
        last_node = n;
      }
      close();
    }
  }

  std::vector<node_record> const& nodes_;
  std::vector<double> x_, width_;
  std::vector<node_record const*> in_order_;  // in the order of the visits
  std::vector<int> dark_;                     // per part
  int levels_ = 0, lanes_ = 0;                // a standby worker has a lane if it visited a node
  double end_ = 0;
  std::string svg_;
};

}  // namespace pictures

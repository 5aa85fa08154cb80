// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "reader.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "../common/input.hpp"

namespace apps::tsp {
namespace {

double straight_line(point const& a, point const& b) { return std::hypot(a.x - b.x, a.y - b.y); }

double euclidean(point const& a, point const& b) { return std::floor(straight_line(a, b) + 0.5); }

double rounded_up_distance(point const& a, point const& b) { return std::ceil(straight_line(a, b)); }

/// "Pseudo-Euclidean": always rounded up.
double att(point const& a, point const& b) {
  double const exact = std::sqrt(((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)) / 10.0);
  return std::ceil(exact);
}

double radians(double degrees_and_minutes) {
  // Pi and the radius of the earth are those of the definition: more digits would give other
  // optima. The fraction of a coordinate is minutes, not parts of a degree.
  constexpr double pi = 3.141592;
  double const degrees = std::trunc(degrees_and_minutes);
  double const minutes = degrees_and_minutes - degrees;
  return pi * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

double geographical(point const& a, point const& b) {
  constexpr double radius = 6378.388;
  double const q1 = std::cos(radians(a.y) - radians(b.y));
  double const q2 = std::cos(radians(a.x) - radians(b.x));
  double const q3 = std::cos(radians(a.x) + radians(b.x));
  return std::trunc(radius * std::acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
}

}  // namespace

distance_function distance_of_type(std::string_view type) {
  if (type == "EUC_2D") return euclidean;
  if (type == "CEIL_2D") return rounded_up_distance;
  if (type == "ATT") return att;
  if (type == "GEO") return geographical;
  return nullptr;
}

namespace {

std::string_view trimmed(std::string_view text) {
  auto const first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

template <typename Number>
std::optional<Number> number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  auto const [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

class reader {
 public:
  reader(std::istream& input, std::string const& file) : lines_(input, file), file_(file) {}

  instance read() {
    while (next_line()) {
      auto const text = trimmed(line_);
      if (text.empty()) continue;
      if (text == "EOF") break;
      if (!section(text)) entry(text);
    }
    if (!result_ || !has_distances_) fail("the distances or coordinates of the cities", "the end of the file");
    return std::move(*result_);
  }

 private:
  [[noreturn]] void fail(std::string const& expected, std::string const& next) const { lines_.fail(expected, next); }

  bool next_line() {
    rest_ = {};
    bool const has_line = lines_.next(line_);
    rest_ = line_;
    return has_line;
  }

  /// The next word of a section; reads further lines if necessary.
  std::string_view word() {
    while (true) {
      if (auto const next = next_word(rest_); !next.empty()) return next;
      if (!next_line()) fail("a number", "the end of the file");
    }
  }

  /// KEYWORD : VALUE
  void entry(std::string_view text) {
    auto const colon = text.find(':');
    if (colon == std::string_view::npos) fail("KEYWORD : VALUE, or a section", shown(text));
    auto const keyword = trimmed(text.substr(0, colon));
    std::string const value(trimmed(text.substr(colon + 1)));
    if (keyword == "NAME") {
      name_ = value;
    } else if (keyword == "TYPE") {
      if (!value.starts_with("TSP")) fail("TYPE TSP, a symmetric problem", shown(value));
    } else if (keyword == "DIMENSION") {
      auto const size = number<long long>(value);
      if (!size || *size < min_cities || *size > max_cities) {
        fail("from " + std::to_string(min_cities) + " to " + std::to_string(max_cities) + " cities", shown(value));
      }
      size_ = static_cast<int>(*size);
    } else if (keyword == "EDGE_WEIGHT_TYPE") {
      if (value != "EXPLICIT" && distance_of_type(value) == nullptr) {
        fail("EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, GEO or EXPLICIT", shown(value));
      }
      type_ = value;
    } else if (keyword == "EDGE_WEIGHT_FORMAT") {
      format_ = value;
    }
    // Other keywords (COMMENT, DISPLAY_DATA_TYPE, …) do not affect distances.
  }

  /// Reads the section that `text` begins. Returns false if `text` begins no section.
  bool section(std::string_view text) {
    if (text.ends_with(':')) text = trimmed(text.substr(0, text.size() - 1));
    if (text == "NODE_COORD_SECTION") {
      begin_section("EUC_2D, CEIL_2D, ATT or GEO", type_ != "EXPLICIT");
      coordinates();
    } else if (text == "EDGE_WEIGHT_SECTION") {
      begin_section("EXPLICIT", type_ == "EXPLICIT");
      matrix();
    } else if (text == "DISPLAY_DATA_SECTION") {
      if (size_ == 0) fail("DIMENSION before the first section", "none");
      rest_ = {};
      for (int i = 0; i < 3 * size_; ++i) word();
    } else if (text == "FIXED_EDGES_SECTION") {
      fail("a problem without fixed edges", shown(text));
    } else {
      return false;
    }
    return true;
  }

  void begin_section(char const* types, bool is_right_type) {
    if (size_ == 0) fail("DIMENSION before the first section", "none");
    if (type_.empty() || !is_right_type)
      fail(std::string("EDGE_WEIGHT_TYPE ") + types + " before this section", shown(type_));
    if (has_distances_) fail("one section of cities", "a second one");
    rest_ = {};  // the name of the section
    result_.emplace(name_.empty() ? std::filesystem::path(file_).stem().string() : name_, size_);
    has_distances_ = true;
  }

  void coordinates() {
    std::vector<std::optional<point>> cities(static_cast<std::size_t>(size_));
    for (int i = 0; i < size_; ++i) {
      auto const index_text = word();
      auto const index = number<long long>(index_text);
      if (!index || *index < 1 || *index > size_) fail("a city from 1 to " + std::to_string(size_), shown(index_text));
      auto& city = cities[static_cast<std::size_t>(*index - 1)];
      if (city) fail("each city once", shown(index_text));
      double const x = coordinate();
      city = point{x, coordinate()};
    }
    auto const distance = distance_of_type(type_);
    for (int a = 0; a < size_; ++a) {
      for (int b = 0; b < a; ++b) {
        double const d = distance(*cities[static_cast<std::size_t>(a)], *cities[static_cast<std::size_t>(b)]);
        if (!(d <= longest_distance)) fail("distances up to " + std::to_string(longest_distance), "a longer one");
        result_->set_distance(a, b, static_cast<std::int32_t>(d));
      }
    }
  }

  double coordinate() {
    auto const text = word();
    auto const value = number<double>(text);
    if (!value || !std::isfinite(*value)) fail("a coordinate", shown(text));
    return *value;
  }

  std::int32_t weight() {
    auto const text = word();
    auto const value = number<double>(text);  // some files have 12.0
    if (!value || !(*value >= 0 && *value <= longest_distance) || *value != std::floor(*value)) {
      fail("a whole distance from 0 to " + std::to_string(longest_distance), shown(text));
    }
    return static_cast<std::int32_t>(*value);
  }

  void matrix() {
    if (format_ == "FULL_MATRIX") return full_matrix();
    // A triangle by columns equals the other triangle by rows.
    bool const upper =
        format_ == "UPPER_ROW" || format_ == "LOWER_COL" || format_ == "UPPER_DIAG_ROW" || format_ == "LOWER_DIAG_COL";
    bool const lower =
        format_ == "LOWER_ROW" || format_ == "UPPER_COL" || format_ == "LOWER_DIAG_ROW" || format_ == "UPPER_DIAG_COL";
    bool const diagonal = format_.find("DIAG") != std::string::npos;
    if (!upper && !lower) {
      fail("EDGE_WEIGHT_FORMAT FULL_MATRIX, or UPPER_, LOWER_, UPPER_DIAG_ or LOWER_DIAG_ with ROW or COL",
           shown(format_));
    }
    for (int a = 0; a < size_; ++a) {
      for (int b = upper ? a : 0; upper ? b < size_ : b <= a; ++b) {
        if (a == b) {
          if (diagonal) weight();
        } else {
          result_->set_distance(a, b, weight());
        }
      }
    }
  }

  void full_matrix() {
    for (int a = 0; a < size_; ++a) {
      for (int b = 0; b < size_; ++b) {
        auto const distance = weight();
        if (b > a) result_->set_distance(a, b, distance);
        if (b < a && result_->distance(a, b) != distance) {
          fail("a symmetric matrix",
               "different distances between cities " + std::to_string(b + 1) + " and " + std::to_string(a + 1));
        }
      }
    }
  }

  line_reader lines_;
  std::string const& file_;
  std::string line_;
  std::string_view rest_;
  std::string name_;
  std::string type_;
  std::string format_;
  int size_ = 0;
  bool has_distances_ = false;
  std::optional<instance> result_;
};

}  // namespace

instance read_tsplib(std::istream& input, std::string const& file) { return reader(input, file).read(); }

instance read_tsplib(std::string const& file) {
  auto input = open_input(file);
  return read_tsplib(input, file);
}

}  // namespace apps::tsp

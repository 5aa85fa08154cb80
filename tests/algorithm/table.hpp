// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of all algorithms (rows) and all kinds of ranges (columns).
//
// An element of any type stands for a code: a key, which the functions of the rows see, and a
// number that tells elements with equal keys apart. So std gives the expected result of a row, on
// codes, for all columns. A cell is one function, compiled once; the driver (table_test.cpp) calls
// it with all small inputs, with random ones, and with an exception or a cancellation at any call
// of a function or any copy of an element.
#pragma once

#include <atomic>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace algorithm_table {

using codes = std::vector<int>;
inline constexpr int one = 1 << 18;  // the code of key 1, number 0
inline constexpr int nan_key = 3;

inline std::atomic<bool> is_armed{false};
/// Counts a call of a function, or a copy; the driver chooses one that throws or cancels.
void count_step();
inline void step() {
  if (is_armed.load(std::memory_order_relaxed)) count_step();
}

/// An element that owns memory, counts the living, and is hostile to unary &.
template <bool Copyable>
class item {
 public:
  explicit item(int code) : code_(std::make_unique<int>(code)) { ++living; }
  item(item&& other) noexcept : code_(std::move(other.code_)) { ++living; }
  item(item const& other)
    requires Copyable
      : item((step(), other.code())) {}
  item& operator=(item&& other) noexcept {
    code_ = std::move(other.code_);
    return *this;
  }
  item& operator=(item const& other)
    requires Copyable
  {
    return *this = item(other);
  }
  ~item() { --living; }
  void operator&() const = delete;

  /// -1: moved from.
  [[nodiscard]] int code() const noexcept { return code_ != nullptr ? *code_ : -1; }
  static inline std::atomic<long> living{0};

 private:
  std::unique_ptr<int> code_;
};
using owner = item<true>;

inline int code_of(int code) { return code; }
inline int code_of(bool bit) { return bit ? one : 0; }
inline int code_of(std::vector<bool>::reference const& bit) { return code_of(bool{bit}); }
inline int code_of(double x) { return std::isnan(x) ? nan_key * one : static_cast<int>(x); }
inline int code_of(std::string const& text) {
  int code = -1;
  std::from_chars(text.data(), text.data() + text.size(), code);
  return code;
}
template <bool Copyable>
int code_of(item<Copyable> const& x) {
  return x.code();
}
template <class A, class B>
int code_of(std::pair<A, B> const& halves) {  // of a zip: -2 if the halves do not belong together
  int const code = code_of(halves.second);
  return code_of(halves.first) == code || code == -1 ? code : -2;
}
template <class X>
int key_of(X const& x) {
  return code_of(x) / one;
}

template <class T>
T make(int code) {
  if constexpr (std::is_same_v<T, bool>) {
    return code / one % 2 != 0;
  } else if constexpr (std::is_same_v<T, double>) {
    return code / one == nan_key ? std::numeric_limits<double>::quiet_NaN() : code;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::to_string(code) + ", a text that needs memory";
  } else if constexpr (std::is_same_v<T, std::pair<int, owner>>) {
    return T(code, owner(code));
  } else {
    return T(code);
  }
}

/// What a call gets. `pick` is a position, and for searches the key sought.
struct inputs {
  codes a;
  codes b;
  std::size_t pick = 0;
};
/// What a call leaves: the elements of the range, those of the output, and the results.
struct result {
  codes contents;
  codes output;
  std::vector<std::ptrdiff_t> notes;
  enum { returned, threw, was_cancelled } ending = returned;
};
struct cell {
  char const* algorithm;
  char const* range;
  result (*run)(inputs const&);
  int (*fold)(int);  // what is left of a code in an element of the range
  bool can_write;
  bool keeps_elements;                                     // even after an exception
  bool needs_order;                                        // inputs sorted by key
  enum leftover { exact, any_order, head_only } contents;  // head_only: the first note says how many count
};
/// The cells of each source.
std::vector<cell>& all_cells();

/// Calls body(context) while steps count; notes how it ended.
void run_guarded(result& to, void (*body)(void*), void* context);

// The ranges.

/// An input, output or forward iterator with the least that its category needs, and hostile to the
/// comma and to unary &.
template <class T, class Category>
class walker {
  static constexpr bool is_output = std::is_same_v<Category, std::output_iterator_tag>;

 public:
  using iterator_category = Category;
  using value_type = T;
  using difference_type = std::conditional_t<is_output, void, std::ptrdiff_t>;
  using pointer = T*;
  using reference = T&;

  walker()
    requires std::is_same_v<Category, std::forward_iterator_tag>
  = default;
  explicit walker(T* element) : element_(element) {}
  T& operator*() const { return *element_; }
  walker& operator++() { return void(++element_), *this; }
  walker operator++(int) { return walker(element_++); }
  friend bool operator==(walker const&, walker const&) = default;
  template <class X>
  void operator,(X const&) const = delete;
  template <class X>
  friend void operator,(X const&, walker const&) = delete;
  void operator&() const = delete;

 private:
  T* element_ = nullptr;
};

/// Elements at a distance from one another.
template <int Distance>
struct strided {
  using value_type = owner;
  using reference = owner&;
  owner* first = nullptr;
  reference at(std::ptrdiff_t n) const { return first[n * Distance]; }
  friend owner&& move_at(strided const& x, std::ptrdiff_t n) { return std::move(x.at(n)); }
};
/// A zip of two arrays, as programs write it for themselves: no common reference of C++20.
struct zipped {
  using value_type = std::pair<int, owner>;
  using reference = std::pair<int&, owner&>;
  int* low = nullptr;
  owner* high = nullptr;
  reference at(std::ptrdiff_t n) const { return {low[n], high[n]}; }
  friend std::pair<int&&, owner&&> move_at(zipped const& x, std::ptrdiff_t n) {
    return {std::move(x.low[n]), std::move(x.high[n])};
  }
};
/// A random access iterator of elements that are not an array, as hostile as walker.
template <class Elements>
class jumper {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename Elements::value_type;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = typename Elements::reference;

  jumper() = default;
  explicit jumper(Elements elements) : elements_(elements) {}
  reference operator*() const { return elements_.at(n_); }
  reference operator[](difference_type n) const { return elements_.at(n_ + n); }
  friend decltype(auto) iter_move(jumper const& x) { return move_at(x.elements_, x.n_); }
  jumper& operator+=(difference_type n) { return void(n_ += n), *this; }
  jumper& operator-=(difference_type n) { return void(n_ -= n), *this; }
  jumper& operator++() { return void(++n_), *this; }
  jumper& operator--() { return void(--n_), *this; }
  jumper operator++(int) { return (*this += 1) - 1; }
  jumper operator--(int) { return (*this -= 1) + 1; }
  friend jumper operator+(jumper x, difference_type n) { return x += n; }
  friend jumper operator+(difference_type n, jumper x) { return x += n; }
  friend jumper operator-(jumper x, difference_type n) { return x -= n; }
  friend difference_type operator-(jumper const& a, jumper const& b) { return a.n_ - b.n_; }
  friend bool operator==(jumper const& a, jumper const& b) { return a.n_ == b.n_; }
  friend auto operator<=>(jumper const& a, jumper const& b) { return a.n_ <=> b.n_; }
  template <class X>
  void operator,(X const&) const = delete;
  template <class X>
  friend void operator,(X const&, jumper const&) = delete;
  void operator&() const = delete;

 private:
  Elements elements_;
  difference_type n_ = 0;
};

// The columns. `output` is the column of outputs.

template <class T>
struct column {
  using value = T;
  static constexpr bool can_write = true;
  static constexpr bool is_multipass = true;
  static constexpr bool is_random = true;
  static constexpr bool is_copyable = true;
  static int fold(int code) { return code_of(make<T>(code)); }

  static auto begin(auto& storage) { return storage.begin(); }
  static auto end(auto& storage) { return storage.end(); }
  template <class Storage = std::vector<T>>
  static Storage make_all(codes const& list) {
    Storage elements;
    for (int const code : list) elements.push_back(make<T>(code));
    return elements;
  }
  static codes codes_of(auto const& storage) {
    codes list;
    for (auto const& x : storage) list.push_back(code_of(x));
    return list;
  }
};
template <class T>
struct vector_column : column<T> {
  static constexpr char const* name = "std::vector";
  static constexpr bool is_copyable = std::is_copy_constructible_v<T>;
  using output = vector_column;
};
template <class Category>
struct walked_column : column<owner> {
  static constexpr char const* name = "hostile iterators";
  static constexpr bool is_random = false;
  static constexpr bool is_multipass = std::is_same_v<Category, std::forward_iterator_tag>;
  using output = walked_column<std::conditional_t<is_multipass, Category, std::output_iterator_tag>>;
  using iterator = walker<owner, Category>;
  static auto begin(std::vector<owner>& storage) { return iterator(storage.data()); }
  static auto end(std::vector<owner>& storage) { return iterator(storage.data() + storage.size()); }
};
struct strided_column : column<owner> {
  static constexpr char const* name = "a strided view with hostile iterators";
  static constexpr int distance = 3;
  using output = strided_column;
  static auto make_all(codes const& list) {
    std::vector<owner> elements;
    for (int const code : list) {
      elements.emplace_back(code);
      for (int k = 1; k < distance; ++k) elements.emplace_back(-3);
    }
    return elements;
  }
  static auto begin(std::vector<owner>& storage) { return jumper(strided<distance>{storage.data()}); }
  static auto end(std::vector<owner>& storage) {
    return begin(storage) + static_cast<std::ptrdiff_t>(storage.size() / distance);
  }
  static codes codes_of(std::vector<owner> const& storage) {
    codes list;
    for (std::size_t k = 0; k < storage.size(); ++k)
      if (k % distance == 0 || storage[k].code() != -3) list.push_back(storage[k].code());
    return list;
  }
};
struct zipped_column : column<std::pair<int, owner>> {
  static constexpr char const* name = "a zip";
  using output = zipped_column;
  struct arrays {
    codes low;
    std::vector<owner> high;
  };
  static arrays make_all(codes const& list) { return {list, column<owner>::make_all(list)}; }
  static auto begin(arrays& halves) { return jumper(zipped{halves.low.data(), halves.high.data()}); }
  static auto end(arrays& halves) { return begin(halves) + static_cast<std::ptrdiff_t>(halves.low.size()); }
  static codes codes_of(arrays& halves) {
    codes list;
    for (auto x = begin(halves); x != end(halves); ++x) list.push_back(code_of(*x));
    return list;
  }
};
/// A transform_view returns values, not references.
struct viewed_column : column<int> {
  static constexpr char const* name = "a std::ranges::transform_view";
  static constexpr bool can_write = false;
  using output = vector_column<int>;
  struct decode {
    int operator()(int x) const { return ~x; }
  };
  struct encoded {
    explicit encoded(codes list) : hidden(std::move(list)) {
      for (int& x : hidden) x = ~x;
    }
    encoded(encoded const&) = delete;
    encoded& operator=(encoded const&) = delete;
    codes hidden;
    std::ranges::transform_view<std::span<int>, decode> view{hidden, decode()};
  };
  static encoded make_all(codes const& list) { return encoded(list); }
  static auto begin(encoded& storage) { return storage.view.begin(); }
  static auto end(encoded& storage) { return storage.view.end(); }
  static codes codes_of(encoded const& storage) { return column::codes_of(storage.view); }
};

/// What a row works on.
template <class Column>
struct operands {
  using value = typename Column::value;
  using iterator = decltype(Column::begin(std::declval<decltype(Column::make_all({}))&>()));
  using output_iterator = decltype(Column::output::begin(std::declval<decltype(Column::output::make_all({}))&>()));
  iterator first, last, first2, last2;
  output_iterator target;
  std::size_t pick;
  result& to;

  void note(auto const& number) { to.notes.push_back(static_cast<std::ptrdiff_t>(number)); }
  void note_distance(auto from, auto const& to_position) {
    std::ptrdiff_t n = 0;
    for (; from != to_position; ++from) ++n;
    note(n);
  }
  void note_position(iterator const& position) { note_distance(first, position); }
  void note_end(output_iterator const& position) { note_distance(target, position); }
};

template <class Column, class Row, bool IsExpected = false>
result run_cell(inputs const& input) {
  using output = typename Column::output;
  result to;
  auto a = Column::make_all(input.a);
  auto b = Column::make_all(Row::has_two_inputs ? input.b : codes());
  auto target =
      output::make_all(codes(Row::has_output ? input.a.size() + (Row::has_two_inputs ? input.b.size() : 0) + 1 : 0));
  operands<Column> o{
      Column::begin(a), Column::end(a), Column::begin(b), Column::end(b), output::begin(target), input.pick, to};
  if constexpr (IsExpected) {
    Row::run_standard(o);
  } else {
    run_guarded(to, [](void* context) { Row::run(*static_cast<operands<Column>*>(context)); }, std::addressof(o));
  }
  to.contents = Column::codes_of(a);
  to.output = output::codes_of(target);
  return to;
}
template <class Column>
struct cells_of {
  template <class... Row>
  struct rows {
    static void add() { (add_row<Row>(), ...); }
    template <class R>
    static void add_row() {
      if constexpr (R::template takes<Column>)
        all_cells().push_back({R::name, Column::name, run_cell<Column, R>, Column::fold, Column::can_write,
                               R::keeps_elements, R::needs_order, R::contents});
    }
  };
};

}  // namespace algorithm_table

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the table of algorithms: calls that are compiled for each column, and the functions
// that they pass.
#pragma once

#include <algorithm>
#include <list>
#include <numeric>

#include <skua/algorithm.hpp>

#include "algorithm/table.hpp"

namespace algorithm_table {

struct marked {  // a predicate: odd keys
  template <class X>
  bool operator()(X const& x) const {
    step();
    return key_of(x) % 2 != 0;
  }
};
struct has_key {
  int key;
  template <class X>
  bool operator()(X const& x) const {
    step();
    return key_of(x) == key;
  }
  /// For find: a value whose type differs from that of the elements.
  template <class X>
  friend bool operator==(X const& x, has_key const& value) {
    return value(x);
  }
};
struct other_key : has_key {
  template <class X>
  bool operator()(X const& x) const {
    return !has_key::operator()(x);
  }
};
struct less {
  template <class A, class B>
  bool operator()(A const& a, B const& b) const {
    step();
    return key_of(a) < key_of(b);
  }
};
struct same_key {
  template <class A, class B>
  bool operator()(A const& a, B const& b) const {
    step();
    return key_of(a) == key_of(b);
  }
};
template <class T>
struct successor {
  template <class X>
  T operator()(X const& x) const {
    step();
    return make<T>(code_of(x) + one);
  }
};
template <class T>
struct sum_of_keys {
  template <class A, class B>
  T operator()(A const& a, B const& b) const {
    step();
    return make<T>(code_of(a) + key_of(b) * one);
  }
};
/// Associative, and does not commute: of equal keys it takes the first.
template <class T>
struct larger {
  template <class A, class B>
  T operator()(A const& a, B const& b) const {
    step();
    return make<T>(key_of(a) < key_of(b) ? code_of(b) : code_of(a));
  }
};
inline std::atomic<long> visited{0};
template <class T>
struct visit {
  template <class X>
  void operator()(X&& x) const {
    step();
    visited += code_of(x);
    if constexpr (std::is_assignable_v<X, T>) x = make<T>(code_of(x) + one);
  }
};

/// An affine map: its composition is associative and does not commute.
struct affine {
  unsigned factor = 1;
  unsigned summand = 0;
};
struct as_affine {
  affine operator()(affine const& x) const { return x; }
  template <class X>
  affine operator()(X const& x) const {
    step();
    auto const code = static_cast<unsigned>(code_of(x));
    return {2 * code + 1, code};
  }
  template <class X, class Y>
  affine operator()(X const& x, Y const& y) const {
    return (*this)(code_of(x) ^ (3 * key_of(y)));
  }
};
struct compose {
  template <class A, class B>
  affine operator()(A const& a, B const& b) const {
    affine const f = as_affine()(a);
    affine const g = as_affine()(b);
    return {f.factor * g.factor, f.summand * g.factor + g.summand};
  }
};

struct row {
  static constexpr bool has_output = false;
  static constexpr bool has_two_inputs = false;
  static constexpr bool keeps_elements = true;
  static constexpr bool needs_order = false;
  static constexpr auto contents = cell::exact;
  template <class Column>
  static constexpr bool takes = true;

  static void note_affine(auto& o, affine const& x) {
    o.note(x.factor);
    o.note(x.summand);
  }
};
struct multipass_row : row {
  template <class Column>
  static constexpr bool takes = Column::is_multipass;
};
struct output_row : row {
  static constexpr bool has_output = true;
  template <class Column>
  static constexpr bool takes = Column::is_copyable;
};
struct writing_row : row {
  static constexpr bool keeps_elements = false;
  template <class Column>
  static constexpr bool takes = Column::can_write && Column::is_multipass;
};
struct sorting_row : writing_row {
  static constexpr auto contents = cell::any_order;
  template <class Column>
  static constexpr bool takes = Column::can_write && Column::is_random;
};

namespace standard {
using namespace std;
using std::inclusive_scan;
using std::reduce;
auto reduce(skua::fixed_order_t, auto... arguments) { return std::reduce(arguments...); }
auto inclusive_scan(skua::fixed_order_t, auto... arguments) { return std::inclusive_scan(arguments...); }
/// Not std::stable_sort: its buffer is deprecated, and clang says so.
void stable_sort(auto first, auto last, auto comp) {
  std::list elements(first, last);
  elements.sort(comp);
  std::copy(elements.begin(), elements.end(), first);
}
}  // namespace standard

// ROW(base, name, code): the row `name_row`; `o` has the operands. The code calls an algorithm of
// `library`: with skua it is compiled for each column, with std once, for the expected result.
#define ROW(base, title, ...)                                  \
  struct title##_row : base {                                  \
    static constexpr char const* name = #title;                \
    template <class Operands>                                  \
    static void run(Operands& o) {                             \
      [[maybe_unused]] typedef typename Operands::value value; \
      namespace library = skua;                                \
      __VA_ARGS__                                              \
    }                                                          \
    template <class Operands>                                  \
    static void run_standard(Operands& o) {                    \
      [[maybe_unused]] typedef typename Operands::value value; \
      namespace library = standard;                            \
      __VA_ARGS__                                              \
    }                                                          \
  };

struct for_each_base : row {
  static constexpr bool keeps_elements = false;
};
ROW(for_each_base, for_each, {
  visited = 0;
  library::for_each(o.first, o.last, visit<value>());
  o.note(visited.load());
})
ROW(for_each_base, for_each_n, { o.note_position(library::for_each_n(o.first, o.pick, visit<value>())); })
struct transform_base : output_row {
  template <class Column>
  static constexpr bool takes = true;
};
ROW(transform_base, transform, { o.note_end(library::transform(o.first, o.last, o.target, successor<value>())); })
struct two_inputs_base : transform_base {
  static constexpr bool has_two_inputs = true;
};
ROW(two_inputs_base, transform_both,
    { o.note_end(library::transform(o.first, o.last, o.first2, o.target, sum_of_keys<value>())); })
struct fill_base : writing_row {
  template <class Column>
  static constexpr bool takes = Column::can_write && Column::is_multipass && Column::is_copyable;
};
ROW(fill_base, fill, { library::fill(o.first, o.last, make<value>(one)); })

ROW(row, reduce, { row::note_affine(o, library::reduce(o.first, o.last, affine{3, 5}, compose())); })
ROW(row, reduce_fixed,
    { row::note_affine(o, library::reduce(skua::fixed_order, o.first, o.last, affine{3, 5}, compose())); })
ROW(row, transform_reduce,
    { row::note_affine(o, library::transform_reduce(o.first, o.last, affine{3, 5}, compose(), as_affine())); })
struct two_readings_base : row {
  static constexpr bool has_two_inputs = true;
};
ROW(two_readings_base, transform_reduce_both, {
  row::note_affine(o, library::transform_reduce(o.first, o.last, o.first2, affine{3, 5}, compose(), as_affine()));
})

ROW(output_row, inclusive_scan, { o.note_end(library::inclusive_scan(o.first, o.last, o.target, larger<value>())); })
ROW(output_row, inclusive_scan_fixed,
    { o.note_end(library::inclusive_scan(skua::fixed_order, o.first, o.last, o.target, larger<value>())); })
ROW(output_row, exclusive_scan,
    { o.note_end(library::exclusive_scan(o.first, o.last, o.target, make<value>(one), larger<value>())); })
ROW(output_row, transform_inclusive_scan, {
  o.note_end(library::transform_inclusive_scan(o.first, o.last, o.target, larger<value>(), successor<value>(),
                                               make<value>(one)));
})
ROW(output_row, transform_exclusive_scan, {
  o.note_end(library::transform_exclusive_scan(o.first, o.last, o.target, make<value>(one), larger<value>(),
                                               successor<value>()));
})

ROW(row, find, { o.note_position(library::find(o.first, o.last, has_key{static_cast<int>(o.pick)})); })
ROW(row, find_if, { o.note_position(library::find_if(o.first, o.last, has_key{static_cast<int>(o.pick)})); })
ROW(row, find_if_not,
    { o.note_position(library::find_if_not(o.first, o.last, other_key{{static_cast<int>(o.pick)}})); })
ROW(row, any_of, { o.note(library::any_of(o.first, o.last, has_key{static_cast<int>(o.pick)})); })
ROW(row, all_of, { o.note(library::all_of(o.first, o.last, other_key{{static_cast<int>(o.pick)}})); })
ROW(row, none_of, { o.note(library::none_of(o.first, o.last, has_key{static_cast<int>(o.pick)})); })
ROW(row, count_if, { o.note(library::count_if(o.first, o.last, marked())); })
ROW(multipass_row, min_element, { o.note_position(library::min_element(o.first, o.last, less())); })
ROW(multipass_row, max_element, { o.note_position(library::max_element(o.first, o.last, less())); })
ROW(multipass_row, minmax_element, {
  auto const extremes = library::minmax_element(o.first, o.last, less());
  o.note_position(extremes.first);
  o.note_position(extremes.second);
})

ROW(output_row, copy_if, { o.note_end(library::copy_if(o.first, o.last, o.target, marked())); })
struct removing_base : writing_row {
  static constexpr auto contents = cell::head_only;
};
ROW(removing_base, remove_if, { o.note_position(library::remove_if(o.first, o.last, marked())); })
ROW(removing_base, unique, { o.note_position(library::unique(o.first, o.last, same_key())); })
struct partition_base : writing_row {
  static constexpr bool keeps_elements = true;
  static constexpr auto contents = cell::any_order;
};
ROW(partition_base, partition, {
  auto const middle = library::partition(o.first, o.last, marked());
  o.note_position(middle);
  bool is_marked = true;
  for (auto x = o.first; x != o.last; ++x) {
    if (x == middle) is_marked = false;
    if ((key_of(*x) % 2 != 0) != is_marked) o.note(-1);
  }
})

ROW(sorting_row, sort, {
  library::sort(o.first, o.last, less());
  for (auto x = o.first; x != o.last && x + 1 != o.last; ++x)
    if (key_of(x[0]) > key_of(x[1])) o.note(-1);
})
struct stable_base : sorting_row {
  static constexpr auto contents = cell::exact;
};
ROW(stable_base, stable_sort, { library::stable_sort(o.first, o.last, less()); })
ROW(sorting_row, nth_element, {
  auto const nth = o.first + static_cast<std::ptrdiff_t>(o.pick);
  library::nth_element(o.first, nth, o.last, less());
  if (nth == o.last) return;
  o.note(key_of(*nth));
  for (auto x = o.first; x != o.last; ++x)
    if (x < nth ? key_of(*x) > key_of(*nth) : key_of(*x) < key_of(*nth)) o.note(-1);
})
struct merge_base : output_row {
  static constexpr bool has_two_inputs = true;
  static constexpr bool needs_order = true;
};
ROW(merge_base, merge, { o.note_end(library::merge(o.first, o.last, o.first2, o.last2, o.target, less())); })
#undef ROW

template <template <class...> class Rows>
using all_rows = Rows<for_each_row, for_each_n_row, transform_row, transform_both_row, fill_row, reduce_row,
                      reduce_fixed_row, transform_reduce_row, transform_reduce_both_row, inclusive_scan_row,
                      inclusive_scan_fixed_row, exclusive_scan_row, transform_inclusive_scan_row,
                      transform_exclusive_scan_row, find_row, find_if_row, find_if_not_row, any_of_row, all_of_row,
                      none_of_row, count_if_row, min_element_row, max_element_row, minmax_element_row, copy_if_row,
                      remove_if_row, unique_row, partition_row, sort_row, stable_sort_row, nth_element_row, merge_row>;
template <class Column>
void add_column() {
  all_rows<cells_of<Column>::template rows>::add();
}

}  // namespace algorithm_table

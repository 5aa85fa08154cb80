// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A column of the table of algorithms: shared arrays of several distributions.
#include <skua/algorithm/shared_array.hpp>

#include "algorithm/table_rows.hpp"

namespace {

using namespace algorithm_table;
using array = skua::shared_array<int>;

struct shared_operands {
  inputs const& input;
  array const& a;
  array const& b;
  array const& target;
  result& to;
  int key = static_cast<int>(input.pick);
  void note(auto const& number) const { to.notes.push_back(static_cast<std::ptrdiff_t>(number)); }
  void note_end() const { note(a.size()); }
};

array make_array(codes const& list, std::size_t block) {
  array const copy(list.size(), block);
  skua::algorithm::push(copy, 0, list.size(), list.data());
  return copy;
}
codes codes_of(array const& from) {
  codes list(from.size());
  skua::algorithm::pull(from, 0, list.size(), list.data());
  return list;
}
template <class Row, auto Body>
result run_shared(inputs const& input) {
  result to;
  try {
    skua::finish([&] {  // owns the arrays
      std::size_t const second_size = Row::has_two_inputs ? input.b.size() : 0;
      array const a = make_array(input.a, input.pick % 3);
      array const b = make_array(input.b, input.pick % 2);
      array const target = make_array(codes(Row::has_output ? input.a.size() + second_size + 1 : 0), input.pick % 3);
      shared_operands o{input, a, b, target, to};
      run_guarded(to, [](void* context) { Body(*static_cast<shared_operands*>(context)); }, &o);
      to.contents = codes_of(a);
      to.output = codes_of(target);
    });
  } catch (skua::cancelled_error const&) {
    to.contents.clear();  // a cancelled scope reads no array
  }
  return to;
}
template <class Row, auto Body>
void add() {
  all_cells().push_back({Row::name, "a shared array", run_shared<Row, Body>, [](int code) { return code; }, true,
                         Row::keeps_elements, Row::needs_order, Row::contents});
}

[[maybe_unused]] bool const are_added = [] {
  add<for_each_row, [](auto& o) {
    visited = 0;
    skua::for_each(o.a, visit<int>());
    o.note(visited.load());
  }>();
  add<fill_row, [](auto& o) { skua::fill(o.a, one); }>();
  add<transform_row, [](auto& o) {
    skua::transform(o.a, o.target, successor<int>());
    o.note_end();
  }>();
  add<transform_both_row, [](auto& o) {
    skua::transform(o.a, o.b, o.target, sum_of_keys<int>());
    o.note_end();
  }>();
  add<transform_reduce_row, [](auto& o) {
    row::note_affine(o, skua::transform_reduce(skua::fixed_order, o.a, affine{3, 5}, compose(), as_affine()));
  }>();
  add<inclusive_scan_row, [](auto& o) {
    skua::inclusive_scan(o.a, o.target, larger<int>());
    o.note_end();
  }>();
  add<exclusive_scan_row, [](auto& o) {
    skua::exclusive_scan(o.a, o.target, one, larger<int>());
    o.note_end();
  }>();
  add<find_row, [](auto& o) {
    auto const first = std::find_if(o.input.a.begin(), o.input.a.end(), [&](int code) { return code / one == o.key; });
    o.note(skua::find(o.a, first == o.input.a.end() ? -1L : long{*first}));
  }>();
  add<find_if_row, [](auto& o) { o.note(skua::find_if(o.a, has_key{o.key})); }>();
  add<find_if_not_row, [](auto& o) { o.note(skua::find_if_not(o.a, other_key{{o.key}})); }>();
  add<any_of_row, [](auto& o) { o.note(skua::any_of(o.a, has_key{o.key})); }>();
  add<all_of_row, [](auto& o) { o.note(skua::all_of(o.a, other_key{{o.key}})); }>();
  add<none_of_row, [](auto& o) { o.note(skua::none_of(o.a, has_key{o.key})); }>();
  add<count_if_row, [](auto& o) { o.note(skua::count_if(o.a, marked())); }>();
  add<min_element_row, [](auto& o) { o.note(skua::min_element(o.a, less())); }>();
  add<max_element_row, [](auto& o) { o.note(skua::max_element(o.a, less())); }>();
  add<sort_row, [](auto& o) { skua::sort(o.a, less()); }>();
  return true;
}();

}  // namespace

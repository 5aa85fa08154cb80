// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_each, transform and fill over the elements of shared arrays, each at its own place.
#pragma once

#include <skua/algorithm/for_each.hpp>
#include <skua/detail/algorithm/transfers.hpp>

namespace skua {
namespace algorithm {

/// for_each: f(x), or f(i, x) with the index.
struct visiting {
  template <class T, class F>
  static void run(shared_array<T> const& array, int rank, F& function) {
    std::span<T> const part = array.local();
    run_each("for_each", static_cast<count_type>(part.size()), [&, shape = array.shape()](count_type index) {
      auto const position = static_cast<std::size_t>(index);
      if constexpr (std::invocable<F&, std::size_t, T&>) {
        std::invoke(function, shape.element_at(rank, position), part[position]);
      } else {
        std::invoke(function, part[position]);
      }
    });
  }
};

struct filling_parts {
  template <class T>
  static void run(shared_array<T> const& array, int, element_bytes<T> const& value) {
    std::span<T> const part = array.local();
    skua::fill(part.data(), part.data() + part.size(), value.value);
  }
};

/// Which of the arrays of a transform are aligned with the one that does the work.
struct transform_plan {
  std::uint64_t elements;
  bool is_aligned[8];  // the output, the inputs; as long as a word, so that no padding is sent
};
/// The number of elements that are fetched at a time, unless blocks are smaller.
inline constexpr std::size_t window_elements = 16384;

/// transform, at the places of one of its arrays. The elements of arrays that are not aligned with
/// it are copied, one window after another.
struct transforming {
  template <class Host, class Out, class F, class... In>
  static void run(shared_array<Host> const& host, int rank, F& function, transform_plan const& plan,
                  shared_array<Out> const& out, shared_array<In> const&... in) {
    distribution const& shape = host.shape();
    std::size_t const n = elements_below(shape, rank, plan.elements);
    Out* const out_part = plan.is_aligned[0] ? out.local().data() : nullptr;
    auto local_part = [&plan, a = std::size_t{1}](auto const& array) mutable {
      return plan.is_aligned[a++] ? array.local().data() : nullptr;
    };
    std::tuple<In*...> const in_parts{local_part(in)...};
    if (bool const is_local = plan.is_aligned[0] && plan.is_aligned[1] && plan.is_aligned[sizeof...(In)]; is_local) {
      std::apply(
          [&](In*... part) {
            run_each("transform", static_cast<count_type>(n), [=, &function](count_type index) SKUA_INLINE_LAMBDA {
              out_part[index] = std::invoke(function, part[index]...);
            });
          },
          in_parts);
      return;
    }
    std::size_t const block = shape.block();
    std::size_t const windows_in_block = (block - 1) / window_elements + 1;
    std::size_t const windows = n == 0 ? 0 : ((n - 1) / block + 1) * windows_in_block;
    run_each("transform", static_cast<count_type>(windows), [&](count_type width) {
      std::size_t const number = static_cast<std::size_t>(width);
      std::size_t const begin = number / windows_in_block * block + number % windows_in_block * window_elements;
      std::size_t const block_end = (number / windows_in_block + 1) * block;
      std::size_t const end = (std::min)({begin + window_elements, block_end, n});
      if (begin >= end) return;
      std::size_t const i = shape.element_at(rank, begin);
      std::apply(
          [&](In*... part) {
            transform_window(function, out, out_part != nullptr ? out_part + begin : nullptr, i, end - begin,
                             input_window<In>(in, i, i + (end - begin), part != nullptr ? part + begin : nullptr)...);
          },
          in_parts);
    });
  }

 private:
  template <class Out, class F, class... Window>
  static void transform_window(F& function, shared_array<Out> const& out, Out* local, std::size_t i, std::size_t n,
                               Window const&... in) {
    element_buffer<Out> const buffer(local != nullptr ? 0 : n);
    Out* const results = local != nullptr ? local : buffer.data();
    for (std::size_t index = 0; index < n; ++index) results[index] = std::invoke(function, in.data()[index]...);
    if (local == nullptr) push(out, i, i + n, results);
  }
};

template <class Host, class Out, class F, class... In>
void transform_at(shared_array<Host> const& host, std::size_t n, shared_array<Out> const& out, F&& function,
                  shared_array<In> const&... in) {
  if (n == 0) return;
  transform_plan plan{n, {are_aligned(host, out)}};
  bool* aligned = plan.is_aligned + 1;
  ((*aligned++ = are_aligned(host, in)), ...);
  run_parts<transforming>("transform", host, ranks_in_use(host.shape(), n),
                          function_list<std::decay_t<F>>{std::forward<F>(function)}, plan, out, in...);
}

}  // namespace algorithm

/// Calls function(x), or function(i, x) with the index i, for each element x at its own place. Each
/// place has one copy of `function`, which all its workers call.
template <class T, class F>
  requires std::invocable<F&, T&> || std::invocable<F&, std::size_t, T&>
void for_each(shared_array<T> const& array, F function) {
  algorithm::require_task("for_each");
  if (array.size() == 0) return;
  algorithm::run_parts<algorithm::visiting>("for_each", array, algorithm::ranks_in_use(array.shape(), array.size()),
                                            algorithm::function_list<F>{std::move(function)});
}

/// Assigns the value to each element.
template <class T>
void fill(shared_array<T> const& array, std::type_identity_t<T> const& value) {
  algorithm::require_task("fill");
  if (array.size() == 0) return;
  algorithm::run_parts<algorithm::filling_parts>("fill", array, algorithm::ranks_in_use(array.shape(), array.size()),
                                                 algorithm::function_list<>{}, algorithm::element_bytes<T>{value});
}

/// Assigns function(x) for each element x to the element of the output with the same index. The
/// output may be the input, and must have as many elements. If the arrays have the same
/// distribution, no element travels. Otherwise `function` runs at the places of the array with the
/// larger blocks, and the elements of the other array travel.
template <class T, class Out, class F>
  requires std::invocable<F&, T const&>
void transform(shared_array<T> const& in, shared_array<Out> const& out, F function) {
  algorithm::require_task("transform");
  (base::check)(out.size() >= in.size(), "transform: the output array has fewer elements than the input");
  if (out.shape().block() >= in.shape().block()) {
    algorithm::transform_at(out, in.size(), out, std::move(function), in);
  } else {
    algorithm::transform_at(in, in.size(), out, std::move(function), in);
  }
}
/// Like the other transform, with function(x, y) for the elements x and y of two arrays with the
/// same index, up to the end of the shorter one.
template <class T1, class T2, class Out, class F>
  requires std::invocable<F&, T1 const&, T2 const&>
void transform(shared_array<T1> const& in1, shared_array<T2> const& in2, shared_array<Out> const& out, F function) {
  algorithm::require_task("transform");
  std::size_t const n = (std::min)(in1.size(), in2.size());
  (base::check)(out.size() >= n, "transform: the output array has fewer elements than the input");
  std::size_t const block1 = in1.shape().block();
  std::size_t const block2 = in2.shape().block();
  if (out.shape().block() >= (std::max)(block1, block2)) {
    algorithm::transform_at(out, n, out, std::move(function), in1, in2);
  } else if (block1 >= block2) {
    algorithm::transform_at(in1, n, out, std::move(function), in1, in2);
  } else {
    algorithm::transform_at(in2, n, out, std::move(function), in1, in2);
  }
}

}  // namespace skua

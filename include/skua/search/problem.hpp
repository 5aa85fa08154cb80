// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of a problem to the search: a root, the children of a node, values of nodes.
//
//   struct problem {                              // immutable; copied to each place once
//     struct node { … };                          // complete state of a node: copyable,
//                                                 // default constructible, serializable
//     node root() const;
//     auto children(node const& n) const;         // lazy, in heuristic order: see below
//     auto children(node const& n, V best) const; // instead, for optimisation: gets the best
//                                                 // objective known when n is opened
//     T value(node const& n) const;               // enumeration, optional: the contribution of n;
//                                                 // else 1
//     V objective(node const& n) const;           // optimisation and decision: arithmetic
//     V bound(node const& n) const;               // optional: no node below n has a better
//                                                 // objective
//     bool valid(node const& n) const;            // only to continue from a file: whether n can
//                                                 // be a node of this tree
//     static constexpr bool prune_level = true;   // optional: a child's prune also prunes its
//                                                 // later siblings
//   };
//
// children() returns a generator or an input range of nodes. A generator has `bool next(node&
// child)`, which overwrites `child`, an older node whose memory it may reuse, with the next child;
// false: there is none. The parent keeps its address while its children are generated.
// After Archibald et al., YewPar (PPoPP 2020), section 4.1, where it is a "lazy node generator".
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>

#include <skua/detail/base/config.hpp>

namespace skua::search {

/// The type of the nodes of a problem.
template <class P>
using node_of = typename P::node;

namespace detail {

template <class P>
using raw_objective =
    std::remove_cvref_t<decltype(std::declval<P const&>().objective(std::declval<node_of<P> const&>()))>;

/// A problem that passes the incumbent to children().
template <class P>
concept guided =
    requires(P const& instance, node_of<P> const& n, raw_objective<P> const& best) { instance.children(n, best); };

template <class P>
struct children_result {
  using type = decltype(std::declval<P const&>().children(std::declval<node_of<P> const&>()));
};
template <guided P>
struct children_result<P> {
  using type = decltype(std::declval<P const&>().children(std::declval<node_of<P> const&>(),
                                                          std::declval<raw_objective<P> const&>()));
};
template <class P>
using raw_children = typename children_result<P>::type;

template <class G, class Node>
concept generator = requires(G& function, Node& n) {
  { function.next(n) } -> std::convertible_to<bool>;
};

template <class G, class Node>
concept node_range = std::ranges::input_range<G> && std::assignable_from<Node&, std::ranges::range_reference_t<G>>;

/// Makes a generator of a range. Not movable.
template <class Range, class Node>
class range_children {
 public:
  explicit range_children(Range&& range) : range_(std::move(range)), next_(std::ranges::begin(range_)) {}
  range_children(range_children const&) = delete;
  range_children& operator=(range_children const&) = delete;
  bool next(Node& to) {
    if (next_ == std::ranges::end(range_)) return false;
    to = *next_;
    ++next_;
    return true;
  }

 private:
  Range range_;
  std::ranges::iterator_t<Range> next_;
};

template <class P>
using children_of = std::conditional_t<generator<raw_children<P>, node_of<P>>, raw_children<P>,
                                       range_children<raw_children<P>, node_of<P>>>;

}  // namespace detail

/// A tree that can be searched.
template <class P>
concept problem =
    std::default_initializable<node_of<P>> && std::copyable<node_of<P>> && std::copy_constructible<P> &&
    requires(P const& instance, node_of<P> const& n) {
      { instance.root() } -> std::convertible_to<node_of<P>>;
      typename detail::raw_children<P>;
    } &&
    (detail::generator<detail::raw_children<P>, node_of<P>> || detail::node_range<detail::raw_children<P>, node_of<P>>);

/// A tree of nodes with an objective.
template <class P>
concept valued_problem =
    problem<P> && requires(P const& instance, node_of<P> const& n) { instance.objective(n); } &&
    std::is_arithmetic_v<
        std::remove_cvref_t<decltype(std::declval<P const&>().objective(std::declval<node_of<P> const&>()))>>;

/// The type of the objective of a problem: that of objective(node), without reference.
template <class P>
using objective_of = detail::raw_objective<P>;

namespace detail {

template <class P>
inline constexpr bool bounded = requires(P const& instance, node_of<P> const& n) { instance.bound(n); };

template <class P>
inline constexpr bool prunes_levels = [] {
  if constexpr (requires { P::prune_level; }) {
    return static_cast<bool>(P::prune_level);
  } else {
    return false;
  }
}();

template <class P>
inline constexpr bool weighs_nodes = requires(P const& instance, node_of<P> const& n) { instance.value(n); };

template <class P>
SKUA_INLINE auto value_of(P const& instance, node_of<P> const& n) {
  if constexpr (weighs_nodes<P>) {
    return instance.value(n);
  } else {
    return std::uint64_t{1};
  }
}
template <class P>
using value_type_of =
    std::remove_cvref_t<decltype(value_of(std::declval<P const&>(), std::declval<node_of<P> const&>()))>;

}  // namespace detail
}  // namespace skua::search

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a search needs to know of a problem: a root, the children of a node, and what a node is
// worth.
//
//   struct problem {                                  // immutable; copied to each place once
//     struct node { … };                              // complete state: default constructible, copyable, travels
//     node root() const;
//     auto children(node const& n) const;             // lazy, in heuristic order: see below
//                                                     // an optimisation may write instead:
//     auto children(node const& n, V best) const;     // with the best objective known where n is opened
//     T value(node const& n) const;                   // enumeration, optional: what n contributes; else 1
//     V objective(node const& n) const;               // optimisation and decision: arithmetic
//     V bound(node const& n) const;                   // optional: nothing below n has a better objective
//     bool valid(node const& n) const;                // to go on from a file: can n, which was read,
//                                                     // be a node of this tree?
//     static constexpr bool prune_level = true;       // optional: what prunes a child prunes its later siblings, too
//   };
//
// children() returns a generator, `bool next(node& child)`, which writes the next child over an
// older node of the same type (whose memory it may use again) and says whether there was one; or an
// input range of nodes. The parent stays where it is as long as its children are being asked for.
// After Archibald et al., YewPar (PPoPP 2020), section 4.1, where it is a "lazy node generator".
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>

#include <skua/base/config.hpp>

namespace skua::search {

template <class P>
using node_of = typename P::node;

namespace detail {

template <class P>
using raw_objective =
    std::remove_cvref_t<decltype(std::declval<P const&>().objective(std::declval<node_of<P> const&>()))>;

/// Makes its children knowing the incumbent.
template <class P>
concept guided = requires(P const& p, node_of<P> const& n, raw_objective<P> const& best) { p.children(n, best); };

template <class P>
struct children_made {
  using type = decltype(std::declval<P const&>().children(std::declval<node_of<P> const&>()));
};
template <guided P>
struct children_made<P> {
  using type = decltype(std::declval<P const&>().children(std::declval<node_of<P> const&>(),
                                                          std::declval<raw_objective<P> const&>()));
};
template <class P>
using raw_children = typename children_made<P>::type;

template <class G, class Node>
concept generator = requires(G& g, Node& n) {
  { g.next(n) } -> std::convertible_to<bool>;
};

template <class G, class Node>
concept node_range = std::ranges::input_range<G> && std::assignable_from<Node&, std::ranges::range_reference_t<G>>;

/// A range as a generator. Stays where it was made.
template <class Range, class Node>
class range_children {
 public:
  explicit range_children(Range&& r) : range_(std::move(r)), at_(std::ranges::begin(range_)) {}
  range_children(range_children const&) = delete;
  range_children& operator=(range_children const&) = delete;
  bool next(Node& to) {
    if (at_ == std::ranges::end(range_)) return false;
    to = *at_;
    ++at_;
    return true;
  }

 private:
  Range range_;
  std::ranges::iterator_t<Range> at_;
};

template <class P>
using children_of = std::conditional_t<generator<raw_children<P>, node_of<P>>, raw_children<P>,
                                       range_children<raw_children<P>, node_of<P>>>;

}  // namespace detail

/// A tree to be searched.
template <class P>
concept problem =
    std::default_initializable<node_of<P>> && std::copyable<node_of<P>> && std::copy_constructible<P> &&
    requires(P const& p, node_of<P> const& n) {
      { p.root() } -> std::convertible_to<node_of<P>>;
      typename detail::raw_children<P>;
    } &&
    (detail::generator<detail::raw_children<P>, node_of<P>> || detail::node_range<detail::raw_children<P>, node_of<P>>);

/// A tree whose nodes have an objective.
template <class P>
concept valued_problem =
    problem<P> && requires(P const& p, node_of<P> const& n) { p.objective(n); } &&
    std::is_arithmetic_v<
        std::remove_cvref_t<decltype(std::declval<P const&>().objective(std::declval<node_of<P> const&>()))>>;

template <class P>
using objective_of = detail::raw_objective<P>;

namespace detail {

template <class P>
inline constexpr bool bounded = requires(P const& p, node_of<P> const& n) { p.bound(n); };

template <class P>
inline constexpr bool prunes_levels = [] {
  if constexpr (requires { P::prune_level; }) {
    return static_cast<bool>(P::prune_level);
  } else {
    return false;
  }
}();

template <class P>
inline constexpr bool weighs_nodes = requires(P const& p, node_of<P> const& n) { p.value(n); };

template <class P>
SKUA_INLINE auto value_of(P const& p, node_of<P> const& n) {
  if constexpr (weighs_nodes<P>) {
    return p.value(n);
  } else {
    return std::uint64_t{1};
  }
}
template <class P>
using value_type_of =
    std::remove_cvref_t<decltype(value_of(std::declval<P const&>(), std::declval<node_of<P> const&>()))>;

}  // namespace detail
}  // namespace skua::search

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A numerical semigroup as decomposition numbers: Fromentin and Hivert, "Exploring the tree of
// numerical semigroups", Math. Comp. 85 (2016).
//
// The decomposition number of x is the number of ways to write x = a + b, a <= b, with a and b in
// the semigroup. It is 0 if x is not in the semigroup, and 1 if x is a minimal generator (or 0).
// Removing the generator x > F (the Frobenius number) removes one decomposition of every y with y -
// x in the semigroup: one vector subtraction for sixteen numbers.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace apps::semigroups {

// Sixteen bytes at once, in the vector extensions of gcc and clang: SSE2 on x86-64 and NEON on
// AArch64, which every machine of these kinds has, and scalar code elsewhere. Nothing is selected
// at run time.

inline constexpr std::size_t block_size = 16;

using block = std::uint8_t __attribute__((vector_size(16)));

inline block load(std::uint8_t const* address) {
  block result;
  std::memcpy(&result, address, sizeof result);
  return result;
}

inline void store(std::uint8_t* address, block const& value) { std::memcpy(address, &value, sizeof value); }

inline block filled(std::uint8_t value) {
  return block{value, value, value, value, value, value, value, value,
               value, value, value, value, value, value, value, value};
}

/// 1 where `source` is not zero, else 0.
inline block ones_where_set(block const& source) {
#if defined(__x86_64__)
  // One instruction; the compilers need two for a comparison with its mask.
  return reinterpret_cast<block>(_mm_min_epu8(reinterpret_cast<__m128i>(source), _mm_set1_epi8(1)));
#else
  return reinterpret_cast<block>(source != filled(0)) & filled(1);
#endif
}

/// Bit i of the result says whether byte i of `source` is `value`. For any machine.
inline std::uint32_t bits_where_portable(block const& source, std::uint8_t value) {
  std::uint8_t bytes[block_size];
  std::memcpy(bytes, &source, sizeof source);
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < block_size; ++i) result |= std::uint32_t{bytes[i] == value} << i;
  return result;
}

/// Like bits_where_portable, but fast.
inline std::uint32_t bits_where(block const& source, std::uint8_t value) {
#if defined(__x86_64__)
  auto const equal = reinterpret_cast<__m128i>(source == filled(value));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(equal));
#elif defined(__AARCH64EL__)
  // There is no such instruction: each byte keeps a different bit, and a product adds them up in
  // its top byte.
  auto const equal = reinterpret_cast<block>(source == filled(value));
  std::uint64_t half[2];
  std::memcpy(half, &equal, sizeof half);
  auto const gather = [](std::uint64_t bytes) {
    return static_cast<std::uint32_t>(((bytes & 0x8040201008040201) * 0x0101010101010101) >> 56);
  };
  return gather(half[0]) | gather(half[1]) << 8;
#else
  return bits_where_portable(source, value);
#endif
}

/// With numbers below 16 * Blocks: enough for the semigroups of genus <= 16 * Blocks / 3, since all
/// their generators are less than three times the genus (for N itself and genus 1: less than 4).
/// Trivially copyable.
template <int Blocks>
struct alignas(block_size) decompositions {
  static constexpr auto size = static_cast<std::size_t>(Blocks) * block_size;
  static constexpr int largest_genus = static_cast<int>(size) / 3;

  // The head is also one block: see `below_generator`.
  std::uint8_t conductor;     ///< one more than the Frobenius number; 1 for N
  std::uint8_t multiplicity;  ///< the smallest element except 0
  std::uint8_t genus;         ///< how many numbers are missing
  std::uint8_t unused[block_size - 3];
  std::uint8_t numbers[size];

  /// N itself, the root of the tree.
  static decompositions all() {
    decompositions n{};
    n.conductor = 1;
    n.multiplicity = 1;
    n.genus = 0;
    for (std::size_t x = 0; x < size; ++x) n.numbers[x] = static_cast<std::uint8_t>(x / 2 + 1);
    return n;
  }

  /// Checks a node from a file: true if this is a semigroup of at most the largest genus with
  /// correct decomposition numbers.
  bool valid() const {
    std::size_t gap_count = 0, smallest = 0, end = 1;  // end: of the missing numbers
    for (std::size_t x = size; x-- > 0;) {
      std::size_t ways = 0;
      for (std::size_t a = 0; a <= x / 2; ++a) ways += numbers[a] != 0 && numbers[x - a] != 0 ? 1 : 0;
      if (ways != numbers[x]) return false;
      if (ways == 0 && gap_count++ == 0) end = x + 1;
      if (ways != 0 && x != 0) smallest = x;
    }
    return numbers[0] == 1 && genus == gap_count && genus <= largest_genus && multiplicity == smallest &&
           conductor == end;
  }

  /// Makes `child` this semigroup without `generator`, which is not less than the conductor.
  void without(std::size_t generator, decompositions& child) const {
    child.conductor = static_cast<std::uint8_t>(generator + 1);
    child.multiplicity = generator == multiplicity ? child.conductor : multiplicity;
    child.genus = static_cast<std::uint8_t>(genus + 1);
    // Straight code for each block that may contain the generator.
    [&]<std::size_t... First>(std::index_sequence<First...>) {
      auto const first = generator / block_size;
      (void)((first == First && (subtract<First>(generator % block_size, child), true)) || ...);
    }(order_of_trial{});
  }

  /// The number of children of this node.
  std::uint64_t children() const {
    std::uint64_t count = 0;
    for_each_block([&](std::size_t, std::uint32_t generator_bits) { count += count_bits(generator_bits); });
    return count;
  }

  /// The number of children of all its children. The child without x keeps the generators above x
  /// and gets at most one new generator, x + m for the multiplicity m: if this sum and 0 + (x + m)
  /// are the only decompositions of x + m. If m itself is removed, the multiplicity changes, and
  /// both 2m and 2m + 1 are new generators.
  std::uint64_t grandchildren() const {
    std::uint64_t count = 0;
    std::uint64_t new_generators = conductor == multiplicity ? 1 : 0;
    for_each_block([&](std::size_t first_number, std::uint32_t generator_bits) {
      count += count_bits(generator_bits);
      auto const sums = first_number + multiplicity;
      if (sums + block_size <= size) {
        new_generators += count_bits(generator_bits & bits_where(load(numbers + sums), 2));
      } else {
        for (; generator_bits != 0; generator_bits &= generator_bits - 1)
          new_generators += numbers[sums + lowest(generator_bits)] == 2 ? 1 : 0;
      }
    });
    return count * (count - 1) / 2 + new_generators;
  }

  /// The children, by increasing generator. The semigroup must not move while they are used.
  class generators {
   public:
    generators() = default;
    explicit generators(decompositions const& semigroup)
        : semigroup_(&semigroup),
          position_(semigroup.conductor / block_size * block_size),
          end_(semigroup.end()),
          open_generators_(bits_where(load(semigroup.numbers + position_), 1) &
                           (~0u << semigroup.conductor % block_size)) {}

    bool next(decompositions& child) {
      while (open_generators_ == 0) {
        position_ += block_size;
        if (position_ >= end_) return false;
        open_generators_ = bits_where(load(semigroup_->numbers + position_), 1);
      }
      semigroup_->without(position_ + lowest(open_generators_), child);
      open_generators_ &= open_generators_ - 1;
      return true;
    }

    std::size_t left() const {
      std::size_t count = count_bits(open_generators_);
      for (auto position = position_ + block_size; position < end_; position += block_size) {
        count += count_bits(bits_where(load(semigroup_->numbers + position), 1));
      }
      return count;
    }

   private:
    decompositions const* semigroup_ = nullptr;
    std::size_t position_ = 0;  ///< the current block
    std::size_t end_ = 0;
    std::uint32_t open_generators_ = 0;  ///< its generators that have not been returned yet
  };

 private:
  static std::size_t lowest(std::uint32_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

  /// Counts 16 bits. Not std::popcount: that is a call where the instruction may be missing.
  static std::size_t count_bits(std::uint32_t bits) {
    bits = bits - (bits >> 1 & 0x5555);
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0f0f;
    return (bits + (bits >> 8)) & 0x1f;
  }

  /// Generators are smaller than this.
  std::size_t end() const { return std::min(std::size_t{conductor} + multiplicity, size); }

  /// Calls `visit(first number, generators in it)` for every block that may have generators that
  /// lead to children.
  template <typename Visit>
  void for_each_block(Visit&& visit) const {
    auto position = conductor / block_size * block_size;
    auto mask = ~0u << conductor % block_size;
    for (; position < end(); position += block_size, mask = ~0u)
      visit(position, bits_where(load(numbers + position), 1) & mask);
  }

  using order_of_trial = std::make_index_sequence<static_cast<std::size_t>(Blocks)>;

  /// `without`, where the generator is number `offset` of block First.
  template <std::size_t First>
  void subtract(std::size_t offset, decompositions& child) const {
    for (std::size_t b = 0; b < First; ++b) store(block_at(child, b), load(block_at(*this, b)));
    store(block_at(child, First), load(block_at(*this, First)) - below_generator(offset));
    for (std::size_t b = First + 1; b < static_cast<std::size_t>(Blocks); ++b) {
      store(block_at(child, b), load(block_at(*this, b)) - ones_where_set(load(block_at(*this, b - First) - offset)));
    }
  }

  template <typename Self>
  static auto* block_at(Self& self, std::size_t b) {
    return self.numbers + b * block_size;
  }

  /// 1 where number i - offset is in the semigroup, for i < 16. Also loads a part of the head, and
  /// masks it out.
  block below_generator(std::size_t offset) const {
    static constexpr std::uint8_t masks[2 * block_size]{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    auto const* bytes = reinterpret_cast<std::uint8_t const*>(this);
    auto const shifted = load(bytes + block_size - offset);
    return ones_where_set(shifted) & load(masks + block_size - offset);
  }
};

}  // namespace apps::semigroups

// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every kind of value survives encoding and decoding; malformed bytes cause an error and nothing
// worse.
#include <gtest/gtest.h>

#include <cstring>

#include "wire/largest_allocation.hpp"
#include "wire/samples.hpp"

namespace wire = skua::wire;

namespace {

using bytes = std::vector<std::byte>;

template <class T>
bytes encoded(T const& value) {
  wire::writer w;
  wire::encode(w, value);
  return {w.view().begin(), w.view().end()};
}

/// Decodes arbitrary bytes. Allocations must be in proportion to the number of bytes.
template <class T>
bool decodes(bytes const& message) {
  bool is_valid = true;
  (void)take_largest_allocation();
  try {
    wire::reader r(message);
    (void)wire::decode<T>(r);
  } catch (wire::malformed const& e) {
    is_valid = false;
    EXPECT_TRUE(std::string(e.what()).starts_with("skua: ")) << e.what();
  }
  EXPECT_LE(take_largest_allocation(), 64 * message.size() + 16 * sizeof(T) + 4096);
  return is_valid;
}

TEST(wire_round_trip, every_kind) {
  samples::for_each([]<class T>(T const& value) {
    static_assert(wire::serializable<T>);
    bytes message = encoded(value);
    EXPECT_GE(message.size(), 1U);
    for (std::size_t shift = 0; shift < 8; ++shift) {  // at every alignment
      wire::reader r(message);
      (void)r.take(shift);
      EXPECT_TRUE(samples::is_equal(wire::decode<T>(r), value));
      EXPECT_EQ(r.remaining(), 0U);
      message.insert(message.begin(), std::byte{});
    }
  });
}

TEST(wire_round_trip, into_an_existing_object) {
  samples::nested target;
  bytes const message = encoded(samples::full());
  wire::reader r(message);
  wire::decode_to(r, target);
  EXPECT_TRUE(target == samples::full());
}

TEST(wire_round_trip, closures_are_copied_as_they_are) {
  auto const add = [x = 5, y = 2.5](int z) { return x + y + z; };
  static_assert(wire::bitwise_serializable<decltype(add)>);
  bytes const message = encoded(add);
  EXPECT_EQ(message.size(), sizeof add);
  wire::reader r(message);
  EXPECT_EQ(wire::decode<std::remove_const_t<decltype(add)>>(r)(1), 8.5);
}

TEST(wire_round_trip, a_flat_value_has_no_overhead) {
  EXPECT_EQ(encoded(samples::point{}).size(), sizeof(samples::point));
  EXPECT_EQ(encoded(std::vector<double>(10)).size(), 81U);
  EXPECT_EQ(encoded(std::vector<bool>(16)).size(), 3U);
}

TEST(wire_malformed, every_prefix_is_rejected) {
  samples::for_each([]<class T>(T const& value) {
    bytes const whole = encoded(value);
    for (std::size_t n = 0; n < whole.size(); n += n < 2000 ? 1 : 997) {
      EXPECT_FALSE(decodes<T>(bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)))) << n;
    }
  });
}

template <class T>
std::string complaint(bytes const& message) {
  try {
    wire::reader r(message);
    (void)wire::decode<T>(r);
  } catch (wire::malformed const& e) {
    return e.what();
  }
  return "";
}

bytes claim(std::uint64_t length) {
  wire::writer w;
  w.put_length(length);
  for (int i = 0; i < 16; ++i) w.put(std::uint8_t{0});
  return {w.view().begin(), w.view().end()};
}

TEST(wire_malformed, lengths_beyond_the_end) {
  for (std::uint64_t const n : {std::uint64_t{17}, std::uint64_t{1} << 32, ~std::uint64_t{0}, std::uint64_t{1} << 61}) {
    std::string const expected = "skua: malformed message: a length beyond the end of the message";
    EXPECT_EQ(complaint<std::string>(claim(n)), expected);
    EXPECT_EQ(complaint<std::vector<double>>(claim(n)), expected);
    EXPECT_EQ(complaint<std::vector<std::string>>(claim(n)), expected);
    EXPECT_EQ(complaint<std::vector<std::tuple<>>>(claim(n)), expected);
    EXPECT_EQ(complaint<std::vector<samples::zero_byte_type>>(claim(n)), expected);
    EXPECT_EQ((complaint<std::map<int, int>>(claim(n))), expected);
    EXPECT_EQ(complaint<std::unordered_set<int>>(claim(n)), expected);
    EXPECT_EQ(complaint<std::forward_list<int>>(claim(n)), expected);
  }
  EXPECT_EQ(complaint<std::vector<bool>>(claim(129)),
            "skua: malformed message: a length beyond the end of the message");
  EXPECT_EQ(complaint<std::vector<bool>>(claim(~std::uint64_t{0})),
            "skua: malformed message: a length beyond the end of the message");
}

TEST(wire_malformed, values_that_do_not_exist) {
  bytes const two{std::byte{2}};
  EXPECT_EQ(complaint<bool>(two), "skua: malformed message: a bool that is neither true nor false");
  EXPECT_EQ(complaint<std::optional<int>>(two), "skua: malformed message: a bool that is neither true nor false");
  EXPECT_EQ((complaint<std::variant<int, long>>(two)), "skua: malformed message: a variant with no such alternative");
  EXPECT_EQ(complaint<int>(two), "skua: malformed message: it ends too early");
  bytes broken = encoded(samples::flags{});
  broken[offsetof(samples::flags, rest) + 1] = std::byte{77};
  EXPECT_EQ(complaint<samples::flags>(broken), "skua: malformed message: a bool that is neither true nor false");
}

struct chain {
  std::unique_ptr<chain> next;
};

TEST(wire_malformed, recursion_is_bounded_both_ways) {
  chain first;
  for (unsigned i = 1; i < wire::max_nesting; ++i) first = chain{std::make_unique<chain>(std::move(first))};
  bytes const deep = encoded(first);
  wire::reader r(deep);
  EXPECT_NE(wire::decode<chain>(r).next, nullptr);
  EXPECT_EQ(r.depth(), 0U);

  chain const deeper{std::make_unique<chain>(std::move(first))};
  wire::writer w;
  EXPECT_THROW(wire::encode(w, deeper), wire::malformed);
  EXPECT_EQ(w.depth(), 0U);
  EXPECT_EQ(complaint<chain>(bytes(1'000'000, std::byte{1})),
            "skua: a value nests more than 100 levels deep: send it as a flat list, for example a vector of nodes with "
            "indices");
  EXPECT_EQ(complaint<samples::tree>(bytes(1'000'000, std::byte{1})), complaint<chain>(bytes(200, std::byte{1})));
}

}  // namespace

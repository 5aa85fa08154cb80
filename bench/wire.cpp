// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wire: values to bytes and back, against hand-written memcpy into memory of the right size, with
// bounds checks.
#include <skua/wire/wire.hpp>

#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/compare.hpp"
#include "support/opaque.hpp"

namespace bench {
namespace {

namespace wire = skua::wire;

/// A hand-written serializer without a library: no growing, one check per value.
class by_hand {
 public:
  explicit by_hand(std::size_t capacity) : bytes_(capacity) {}
  void rewind() { position_ = 0; }
  void put(void const* p, std::size_t n) {
    check(n);
    std::memcpy(bytes_.data() + position_, p, n);
    position_ += n;
  }
  void get(void* p, std::size_t n) {
    check(n);
    std::memcpy(p, bytes_.data() + position_, n);
    position_ += n;
  }
  void put_size(std::size_t n) { put(&n, sizeof n); }
  void put_text(std::string const& s) {
    put_size(s.size());
    put(s.data(), s.size());
  }
  std::string get_text() {
    std::string s(get_size(1), '\0');
    get(s.data(), s.size());
    return s;
  }
  /// Throws if the remaining bytes cannot hold this number of elements.
  std::size_t get_size(std::size_t element) {
    std::size_t n = 0;
    get(&n, sizeof n);
    if (n > (bytes_.size() - position_) / element) throw std::length_error("by_hand");
    return n;
  }
  std::byte const* data() const { return bytes_.data(); }

 private:
  void check(std::size_t n) const {
    if (n > bytes_.size() - position_) throw std::length_error("by_hand");
  }
  std::vector<std::byte> bytes_;
  std::size_t position_ = 0;
};

template <class T>
void write(by_hand& h, std::vector<T> const& v) {
  h.put_size(v.size());
  h.put(v.data(), v.size() * sizeof(T));
}
template <class T>
void read(by_hand& h, std::vector<T>& v) {
  v.resize(h.get_size(sizeof(T)));
  h.get(v.data(), v.size() * sizeof(T));
}

struct small {
  int a = 3;
  double b = 2.5;
  bool operator==(small const&) const = default;
};
void write(by_hand& h, small const& s) { h.put(&s, sizeof s); }
void read(by_hand& h, small& s) { h.get(&s, sizeof s); }

struct nested {
  int a = 1;
  double b = 2.5;
  long c = 3;
  small d;
  std::string e = "a name that is longer than the small buffer of a string";
  std::string f = "short";
  std::vector<int> g = std::vector<int>(20, 7);
  std::vector<double> h = std::vector<double>(20, 1.5);
  std::vector<std::string> i = {"one", "two", "three"};
  char j = 'j';
  unsigned k = 11;
  bool operator==(nested const&) const = default;
};
void write(by_hand& h, nested const& n) {
  h.put(&n.a, sizeof n.a);
  h.put(&n.b, sizeof n.b);
  h.put(&n.c, sizeof n.c);
  write(h, n.d);
  h.put_text(n.e);
  h.put_text(n.f);
  write(h, n.g);
  write(h, n.h);
  h.put_size(n.i.size());
  for (std::string const& s : n.i) h.put_text(s);
  h.put(&n.j, sizeof n.j);
  h.put(&n.k, sizeof n.k);
}
void read(by_hand& h, nested& n) {
  h.get(&n.a, sizeof n.a);
  h.get(&n.b, sizeof n.b);
  h.get(&n.c, sizeof n.c);
  read(h, n.d);
  n.e = h.get_text();
  n.f = h.get_text();
  read(h, n.g);
  read(h, n.h);
  n.i.clear();
  for (std::size_t count = h.get_size(8); count != 0; --count) n.i.push_back(h.get_text());
  h.get(&n.j, sizeof n.j);
  h.get(&n.k, sizeof n.k);
}

using table = std::map<std::string, std::vector<int>>;
void write(by_hand& h, table const& t) {
  h.put_size(t.size());
  for (auto const& [key, value] : t) {
    h.put_text(key);
    write(h, value);
  }
}
void read(by_hand& h, table& t) {
  t.clear();
  for (std::size_t n = h.get_size(16); n != 0; --n) {
    std::string key = h.get_text();
    std::vector<int> value;
    read(h, value);
    t.emplace_hint(t.end(), std::move(key), std::move(value));
  }
}

table large_table() {
  table t;
  for (int i = 0; i < 1000; ++i) t["key " + std::to_string(i)] = std::vector<int>(20, i);
  return t;
}

/// Encodes `value` repeatedly; the answer is whether the last encoding decodes to it.
template <class T>
void encode(benchmark::State& state, T const& value, long rounds, std::size_t capacity) {
  compare(
      state, static_cast<double>(rounds), true,
      [&] {
        by_hand h(capacity);
        for (long i = 0; i < rounds; ++i) {
          h.rewind();
          write(h, value);
          touch(h.data());
        }
        T decoded;
        h.rewind();
        read(h, decoded);
        return decoded == value;
      },
      [&] {
        wire::writer w;
        for (long i = 0; i < rounds; ++i) {
          w.clear();
          wire::encode(w, value);
          touch(w.view().data());
        }
        wire::reader r(w.view());
        return wire::decode<T>(r) == value;
      });
}

template <class T>
void decode(benchmark::State& state, T const& value, long rounds, std::size_t capacity) {
  by_hand h(capacity);
  write(h, value);
  wire::writer w;
  wire::encode(w, value);
  compare(
      state, static_cast<double>(rounds), true,
      [&] {
        bool is_right = true;
        for (long i = 0; i < rounds; ++i) {
          T decoded;
          h.rewind();
          touch(h.data());
          read(h, decoded);
          touch(&decoded);
          if (i == 0) is_right = decoded == value;
        }
        return is_right;
      },
      [&] {
        bool is_right = true;
        for (long i = 0; i < rounds; ++i) {
          touch(w.view().data());
          wire::reader r(w.view());
          T const decoded = wire::decode<T>(r);
          touch(&decoded);
          if (i == 0) is_right = decoded == value;
        }
        return is_right;
      });
}

int add_one(int x) { return x + 1; }
int add_two(int x) { return x + 2; }

/// A function is encoded as a name; the sequential run copies the pointer instead.
void function(benchmark::State& state) {
  using pointer = int (*)(int);
  long const rounds = size(20'000'000L, 200'000L);
  pointer const functions[2] = {&add_one, &add_two};
  compare(
      state, static_cast<double>(rounds), rounds + rounds / 2,
      [&] {
        long sum = 0;
        for (long i = 0; i < rounds; ++i) sum += opaque(functions[i & 1])(0);
        return sum;
      },
      [&] {
        long sum = 0;
        for (long i = 0; i < rounds; ++i) {
          std::uint64_t const name = opaque(wire::name_of_function(reinterpret_cast<void (*)()>(functions[i & 1])));
          sum += reinterpret_cast<pointer>(wire::function_named(name))(0);
        }
        return sum;
      });
}

template <class T>
void add_value(suite& registry, std::string const& name, T value, long rounds, std::size_t capacity, target bound) {
  auto const repeat = [rounds] { return size(rounds, rounds / 50 + 1); };
  registry.add("wire/encode_" + name, [=](benchmark::State& s) { encode(s, value, repeat(), capacity); }, {bound});
  registry.add("wire/decode_" + name, [=](benchmark::State& s) { decode(s, value, repeat(), capacity); }, {bound});
}

}  // namespace

void add_wire(suite& registry) {
  add_value(registry, "small", small{}, 20'000'000, 64, at_most("ns_per_op", 2));
  add_value(registry, "nested", nested{}, 500'000, 1024, at_most("ratio", 1.25));
  add_value(registry, "map", large_table(), 500, 200'000, at_most("ratio", 1.25));
  add_value(registry, "vector", std::vector<double>(1'000'000, 1.5), 100, 8'000'100, at_most("ratio", 1.25));
  registry.add("wire/function_name", function, {at_most("ns_per_op", 2)});
}

}  // namespace bench

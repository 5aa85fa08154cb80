// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How values become bytes for another place, and back. Aggregates and standard containers need
// nothing; a class with private members needs one function. Functions are sent by name. An
// exception of a user's type keeps its base class, its name and its text.
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <skua/remote_error.hpp>
#include <skua/wire/exception.hpp>
#include <skua/wire/wire.hpp>

namespace wire = skua::wire;

struct city {
  std::string name;
  double north, east;
};

class tour {
 public:
  void add(city c) { cities_.push_back(std::move(c)); }
  std::size_t size() const { return cities_.size(); }
  std::string const& last() const { return cities_.back().name; }

  template <class A>
  void serialize(A& a) {  // writes and reads
    a(cities_, best_so_far_);
  }

 private:
  std::vector<city> cities_;
  std::optional<double> best_so_far_;
};

double half(double x) { return x / 2; }

struct no_such_city : std::out_of_range {
  using std::out_of_range::out_of_range;
};

static_assert(wire::serializable<tour>);
static_assert(!wire::serializable<city*>);  // send the city instead of a pointer

int main() {
  tour t;
  t.add({"Bergen", 60.4, 5.3});
  t.add({"Lerwick", 60.2, -1.1});

  wire::writer w;
  wire::encode(w, t);
  wire::encode(w, &half);
  wire::encode_exception(w, std::make_exception_ptr(no_such_city("Atlantis")), 3);

  // The bytes can be sent to any process of the same build.
  wire::reader r(w.view());
  tour const decoded = wire::decode<tour>(r);
  auto const f = wire::decode<double (*)(double)>(r);
  std::string caught;
  try {
    std::rethrow_exception(wire::decode_exception(r));
  } catch (std::out_of_range const& e) {
    caught = e.what();
    auto const& remote = dynamic_cast<skua::remote_error const&>(e);
    std::printf("%s from place %d: %s\n", remote.type_name().c_str(), remote.place(), e.what());
  }

  bool rejected = false;
  try {
    wire::reader torn(w.view().first(5));
    (void)wire::decode<tour>(torn);
  } catch (wire::malformed const& e) {
    rejected = true;
    std::puts(e.what());
  }
  std::printf("%zu cities, the last is %s; half of 5 is %g\n", decoded.size(), decoded.last().c_str(), f(5));
  return decoded.size() == 2 && decoded.last() == "Lerwick" && f(5) == 2.5 && caught == "Atlantis" && rejected ? 0 : 1;
}

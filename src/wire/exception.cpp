// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/wire/exception.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <skua/remote_error.hpp>
#include <skua/wire/wire.hpp>

#include "wire/exception_text.hpp"
#include "wire/known_exceptions.hpp"

namespace skua::wire {
namespace {

enum class shape : std::uint8_t { null, known, derived };

// The errors of one scope may contain those of another. A list at a greater depth arrives as its
// text only.
constexpr unsigned max_list_depth = 8;
constexpr std::size_t max_errors = 16;

void write(writer& w, std::size_t number, description const& d, int place);

/// Writes an exception of a type that does not derive from std::exception.
void write_other(writer& w, std::string text, int place) {
  description d;
  d.exact = false;
  d.type_name = current_exception_type();
  d.text = text.empty() ? text_of_type(d.type_name) : std::move(text);
  d.place = place;
  write(w, nearest_known(std::runtime_error("")), d, place);
}

void write_standard(writer& w, std::exception const& e, int place) {
  std::size_t number = nearest_known(e);
  description d;
  d.text = text_of(e);
  d.exact = is_known(e, number);
  if (auto const* const remote = dynamic_cast<remote_error const*>(&e)) {
    d.type_name = remote->type_name();
    d.place = remote->place();
  } else if (!d.exact) {
    d.type_name = demangled(typeid(e));
    d.place = place;
  }
  known_exception(number).describe(e, d);
  if (!d.errors.empty() && w.depth() >= max_list_depth) {
    number = 0;
    d.exact = false;
    d.type_name = demangled(typeid(e));
    d.place = place;
    d.errors.clear();
  }
  write(w, number, d, place);
}

void write(writer& w, std::size_t number, description const& d, int place) {
  w.put(d.exact ? shape::known : shape::derived);
  w.put(static_cast<std::uint8_t>(number));
  encode(w, d.text);
  encode(w, d.type_name);
  w.put(d.place);
  w.put(d.code);
  w.put(d.category);
  encode(w, d.paths);
  w.put(d.total);
  w.put(d.never_started);
  std::size_t const count = std::min(d.errors.size(), max_errors);
  w.put(static_cast<std::uint8_t>(count));
  level const guard(w.depth());
  for (std::size_t i = 0; i < count; ++i) encode_exception(w, d.errors[i], place);
}

std::vector<std::exception_ptr> read_errors(reader& r) {
  std::vector<std::exception_ptr> errors(r.get<std::uint8_t>());
  if (errors.size() > max_errors) throw_malformed("too many exceptions in one");
  if (r.depth() > max_list_depth) throw_malformed("exceptions are nested too deeply");
  level const guard(r.depth());
  for (std::exception_ptr& e : errors) {
    e = decode_exception(r);
    if (!e) throw_malformed("a list of exceptions is empty");
  }
  return errors;
}

}  // namespace

void encode_exception(writer& w, std::exception_ptr const& e, int place) {
  if (!e) return w.put(shape::null);
  try {
    std::rethrow_exception(e);
  } catch (std::exception const& x) {
    write_standard(w, x, place);
  } catch (std::string const& text) {
    write_other(w, text, place);
  } catch (char const* text) {
    write_other(w, text == nullptr ? "" : text, place);
  } catch (...) {
    write_other(w, "", place);
  }
}

std::exception_ptr decode_exception(reader& r) {
  auto const kind = r.get<shape>();
  if (kind == shape::null) return nullptr;
  if (kind != shape::known && kind != shape::derived) throw_malformed("an exception that is neither known nor derived");
  known_type const& type = known_exception(r.get<std::uint8_t>());
  description d;
  d.exact = kind == shape::known;
  d.text = decode<std::string>(r);
  d.type_name = decode<std::string>(r);
  d.place = r.get<int>();
  d.code = r.get<int>();
  d.category = r.get<std::uint8_t>();
  d.paths = decode<std::array<std::string, 2>>(r);
  d.total = r.get<std::uint64_t>();
  d.never_started = r.get<std::uint64_t>();
  d.errors = read_errors(r);
  return type.make(d);
}

}  // namespace skua::wire

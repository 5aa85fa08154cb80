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

void write(writer& writer, std::size_t number, description const& description, int place);

/// Writes an exception of a type that does not derive from std::exception.
void write_other(writer& writer, std::string text, int place) {
  description description;
  description.exact = false;
  description.type_name = current_exception_type();
  description.text = text.empty() ? text_of_type(description.type_name) : std::move(text);
  description.place = place;
  write(writer, nearest_known(std::runtime_error("")), description, place);
}

void write_standard(writer& writer, std::exception const& failure, int place) {
  std::size_t number = nearest_known(failure);
  description description;
  description.text = text_of(failure);
  description.exact = is_known(failure, number);
  if (auto const* const remote = dynamic_cast<remote_error const*>(&failure)) {
    description.type_name = remote->type_name();
    description.place = remote->place();
  } else if (!description.exact) {
    description.type_name = demangled(typeid(failure));
    description.place = place;
  }
  known_exception(number).describe(failure, description);
  if (!description.errors.empty() && writer.depth() >= max_list_depth) {
    number = 0;
    description.exact = false;
    description.type_name = demangled(typeid(failure));
    description.place = place;
    description.errors.clear();
  }
  write(writer, number, description, place);
}

void write(writer& writer, std::size_t number, description const& description, int place) {
  writer.put(description.exact ? shape::known : shape::derived);
  writer.put(static_cast<std::uint8_t>(number));
  encode(writer, description.text);
  encode(writer, description.type_name);
  writer.put(description.place);
  writer.put(description.code);
  writer.put(description.category);
  encode(writer, description.paths);
  writer.put(description.total);
  writer.put(description.never_started);
  std::size_t const count = std::min(description.errors.size(), max_errors);
  writer.put(static_cast<std::uint8_t>(count));
  level const guard(writer.depth());
  for (std::size_t i = 0; i < count; ++i) encode_exception(writer, description.errors[i], place);
}

std::vector<std::exception_ptr> read_errors(reader& reader) {
  std::vector<std::exception_ptr> errors(reader.get<std::uint8_t>());
  if (errors.size() > max_errors) throw_malformed("too many exceptions in one");
  if (reader.depth() > max_list_depth) throw_malformed("exceptions are nested too deeply");
  level const guard(reader.depth());
  for (std::exception_ptr& exception : errors) {
    exception = decode_exception(reader);
    if (!exception) throw_malformed("a list of exceptions is empty");
  }
  return errors;
}

}  // namespace

void encode_exception(writer& writer, std::exception_ptr const& exception, int place) {
  if (!exception) return writer.put(shape::null);
  try {
    std::rethrow_exception(exception);
  } catch (std::exception const& failure) {
    write_standard(writer, failure, place);
  } catch (std::string const& text) {
    write_other(writer, text, place);
  } catch (char const* text) {
    write_other(writer, text == nullptr ? "" : text, place);
  } catch (...) {
    write_other(writer, "", place);
  }
}

std::exception_ptr decode_exception(reader& reader) {
  auto const kind = reader.get<shape>();
  if (kind == shape::null) return nullptr;
  if (kind != shape::known && kind != shape::derived) throw_malformed("an exception that is neither known nor derived");
  known_type const& type = known_exception(reader.get<std::uint8_t>());
  description description;
  description.exact = kind == shape::known;
  description.text = decode<std::string>(reader);
  description.type_name = decode<std::string>(reader);
  description.place = reader.get<int>();
  description.code = reader.get<int>();
  description.category = reader.get<std::uint8_t>();
  description.paths = decode<std::array<std::string, 2>>(reader);
  description.total = reader.get<std::uint64_t>();
  description.never_started = reader.get<std::uint64_t>();
  description.errors = read_errors(reader);
  return type.make(description);
}

}  // namespace skua::wire

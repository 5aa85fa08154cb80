// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/known_exceptions.hpp"

#include <cxxabi.h>

#include <any>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>

#include <skua/error.hpp>
#include <skua/remote_error.hpp>
#include <skua/wire/malformed.hpp>

namespace skua::wire {
namespace {

/// The category of error codes with a category that exists only at the place they came from.
class foreign_category final : public std::error_category {
 public:
  char const* name() const noexcept override { return "remote"; }
  std::string message(int code) const override { return "error " + std::to_string(code) + " of another place"; }
};

std::array<std::error_category const*, 5> const& categories() {
  static foreign_category const foreign;
  static std::array<std::error_category const*, 5> const list = {
      &foreign, &std::generic_category(), &std::system_category(), &std::iostream_category(), &std::future_category()};
  return list;
}

void describe_code(std::error_code const& code, description& description) {
  description.code = code.value();
  for (std::size_t i = 1; i < categories().size(); ++i) {
    if (code.category() == *categories()[i]) description.category = static_cast<std::uint8_t>(i);
  }
}

std::error_code code_of(description const& description) {
  if (description.category >= categories().size()) throw_malformed("an error category that does not exist");
  return {description.code, *categories()[description.category]};
}

/// The argument from which system_error composed its text: the standard appends the code's message
/// to it.
std::string argument_of(description const& description, std::string_view prefix = "", std::string_view suffix = "") {
  std::string_view text = description.text;
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
  std::string const end = ": " + code_of(description).message();
  if (text.ends_with(end)) text.remove_suffix(end.size());
  return std::string(text);
}

std::filesystem::filesystem_error filesystem_error_of(description const& description) {
  std::string quoted;
  for (std::string const& path : description.paths) {
    if (!path.empty()) quoted += " [" + path + "]";
  }
  std::string const argument = argument_of(description, "filesystem error: ", quoted);
  if (description.paths[1].empty() && description.paths[0].empty()) return {argument, code_of(description)};
  if (description.paths[1].empty()) return {argument, description.paths[0], code_of(description)};
  return {argument, description.paths[0], description.paths[1], code_of(description)};
}

std::regex_constants::error_type regex_code_of(description const& description) {
  namespace rc = std::regex_constants;
  for (auto const code : {rc::error_collate, rc::error_ctype, rc::error_escape, rc::error_backref, rc::error_brack,
                          rc::error_paren, rc::error_brace, rc::error_badbrace, rc::error_range, rc::error_space,
                          rc::error_badrepeat, rc::error_complexity, rc::error_stack}) {
    if (static_cast<int>(code) == description.code) return code;
  }
  throw_malformed("a regex error that does not exist");
}

template <class E>
void describe(std::exception const& failure, description& description) {
  if constexpr (std::is_same_v<E, std::regex_error>) {
    description.code = dynamic_cast<E const&>(failure).code();
  } else if constexpr (requires(E const& described) { describe_code(described.code(), description); }) {
    describe_code(dynamic_cast<E const&>(failure).code(), description);
  }
  if constexpr (std::is_same_v<E, std::filesystem::filesystem_error>) {
    auto const& described = dynamic_cast<E const&>(failure);
    description.paths = {described.path1().string(), described.path2().string()};
  }
  if constexpr (std::is_same_v<E, task_errors>) {
    auto const& described = dynamic_cast<E const&>(failure);
    description.errors = described.errors();
    description.total = described.total();
    description.never_started = described.never_started();
  }
}

template <class E>
E rebuilt(description const& description) {
  if constexpr (std::is_same_v<E, task_errors>) {
    if (description.errors.empty()) throw_malformed("task_errors without an error");
    return task_errors(description.errors, description.total, description.never_started);
  } else if constexpr (std::is_same_v<E, std::filesystem::filesystem_error>) {
    return filesystem_error_of(description);
  } else if constexpr (std::is_same_v<E, std::ios_base::failure>) {
    return E(argument_of(description), code_of(description));
  } else if constexpr (std::is_same_v<E, std::system_error>) {
    return description.text == code_of(description).message() ? E(code_of(description))
                                                              : E(code_of(description), argument_of(description));
  } else if constexpr (std::is_same_v<E, std::future_error>) {
    return E(static_cast<std::future_errc>(description.code));
  } else if constexpr (std::is_same_v<E, std::regex_error>) {
    return E(regex_code_of(description));
  } else if constexpr (std::is_constructible_v<E, std::string const&>) {
    return E(description.text);
  } else {
    return E();
  }
}

/// A standard exception with a text that its constructors cannot give it. The standard library, for
/// example, makes some bad_variant_access with specific texts.
template <class E>
class with_text final : public E, public stands_for_known_type {
 public:
  with_text(E base, std::string text) : E(std::move(base)), text_(std::move(text)) {}
  char const* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

template <class E>
std::exception_ptr make(description const& description) {
  E made_exception = rebuilt<E>(description);
  if (!description.exact) {
    return std::make_exception_ptr(
        remote_error_of<E>(std::move(made_exception), description.type_name, description.text, description.place));
  }
  if (description.text == made_exception.what()) return std::make_exception_ptr(std::move(made_exception));
  return std::make_exception_ptr(with_text<E>(std::move(made_exception), description.text));
}

template <class E>
bool is_a(std::exception const& failure) {
  if constexpr (std::is_same_v<E, std::exception>) {
    return true;
  } else {
    return dynamic_cast<E const*>(&failure) != nullptr;
  }
}

template <class E>
constexpr known_type entry() {
  return {&typeid(E), is_a<E>, describe<E>, make<E>};
}

template <class... E>
struct table_of {
  static constexpr std::array<known_type, sizeof...(E)> entries = {entry<E>()...};
};

// Derived classes after their bases.
using table = table_of<std::exception, std::logic_error, std::invalid_argument, std::domain_error, std::length_error,
                       std::out_of_range, std::future_error, std::runtime_error, std::range_error, std::overflow_error,
                       std::underflow_error, std::regex_error, std::system_error, std::ios_base::failure,
                       std::filesystem::filesystem_error, std::bad_alloc, std::bad_array_new_length, std::bad_cast,
                       std::bad_any_cast, std::bad_typeid, std::bad_exception, std::bad_function_call,
                       std::bad_optional_access, std::bad_variant_access, std::bad_weak_ptr, error, malformed,
                       cancelled_error, task_errors, bad_global_alloc>;

}  // namespace

known_type const& known_exception(std::size_t number) {
  if (number >= table::entries.size()) throw_malformed("an exception type that does not exist");
  return table::entries[number];
}

std::string demangled(std::type_info const& type) {
  auto const release = [](char* text) { std::free(text); };
  std::unique_ptr<char, decltype(release)> const name(abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr));
  return name ? name.get() : type.name();
}

bool is_known(std::exception const& failure, std::size_t number) {
  if (typeid(failure) == *known_exception(number).type ||
      dynamic_cast<stands_for_known_type const*>(&failure) != nullptr)
    return true;
  // The streams of libstdc++ throw their own class, derived from the standard's class.
  return *known_exception(number).type == typeid(std::ios_base::failure) &&
         demangled(typeid(failure)) == "std::__ios_failure";
}

std::size_t nearest_known(std::exception const& failure) noexcept {
  for (std::size_t i = 0; i < table::entries.size(); ++i) {
    if (typeid(failure) == *table::entries[i].type) return i;
  }
  for (std::size_t i = table::entries.size(); i-- > 1;) {
    if (table::entries[i].is_base_of(failure)) return i;
  }
  return 0;
}

}  // namespace skua::wire

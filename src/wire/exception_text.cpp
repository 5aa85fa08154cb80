// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "wire/exception_text.hpp"

#include <cxxabi.h>

#include <typeinfo>
#include <utility>

#include <skua/remote_error.hpp>

#include "wire/known_exceptions.hpp"

namespace skua::wire {
namespace {

std::string with_origin(std::string text, std::string const& type_name, int place) {
  std::string origin;
  if (text != text_of_type(type_name)) origin = "type " + type_name;
  if (place >= 0) origin += (origin.empty() ? "" : ", ") + ("thrown at place " + std::to_string(place));
  return origin.empty() ? text : text + " (" + origin + ")";
}

/// The text of an exception that is a string.
std::string with_type(std::string text) {
  std::string const type = current_exception_type();
  return with_origin(text.empty() ? text_of_type(type) : std::move(text), type, -1);
}

std::string standard_text(std::exception const& failure) {
  if (auto const* const remote = dynamic_cast<remote_error const*>(&failure)) {
    return with_origin(remote->text(), remote->type_name(), remote->place());
  }
  return is_known(failure, nearest_known(failure)) ? text_of(failure)
                                                   : with_origin(text_of(failure), demangled(typeid(failure)), -1);
}

}  // namespace

std::string current_exception_type() {
  std::type_info const* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "unknown";
  return *type == typeid(std::string) ? "std::string" : demangled(*type);
}

std::string text_of(std::exception const& failure) {
  char const* const text = failure.what();
  return text != nullptr ? text : text_of_type(demangled(typeid(failure)));
}

std::string text_of_type(std::string const& type_name) { return "an exception of type " + type_name; }

std::string exception_text(std::exception_ptr const& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (std::exception const& failure) {
    return standard_text(failure);
  } catch (std::string const& text) {
    return with_type(text);
  } catch (char const* text) {
    return with_type(text == nullptr ? "" : text);
  } catch (...) {
    return text_of_type(current_exception_type());
  }
}

}  // namespace skua::wire

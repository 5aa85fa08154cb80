// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "page.hpp"

#include <algorithm>
#include <cctype>

namespace apps::manual {
namespace {

/// Text as roff prints it: backslashes, hyphens that can be copied, and no request at the beginning
/// of a line.
std::string roff(std::string const& text) {
  std::string escaped;
  for (char const c : text) {
    if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string heading_of(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return ".SH \"" + roff(text) + "\"\n";
}

std::string term(option_entry const& option) {
  std::string text;
  for (auto const& name : option.names) text += (text.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (!option.value.empty()) text += (text.empty() ? "" : " ") + ("\\fI" + roff(option.value) + "\\fR");
  return ".TP\n" + text + "\n";
}

std::string explanation(option_entry const& option) {
  std::string text = option.description.empty() ? option.value : option.description;
  if (!option.range.empty()) text += " (" + option.range + ")";
  if (!option.choices.empty()) {
    std::string names;
    for (auto const& choice : option.choices) names += (names.empty() ? "" : ", ") + choice;
    text += " (" + names + ")";
  }
  return roff(text) + "\n";
}

std::string synopsis(command_entry const& command) {
  std::string const words = command.name.empty() ? command.program : command.program + " " + command.name;
  std::string text = "\\fB" + roff(words) + "\\fR [\\fIoptions\\fR]";
  if (command.starts_program) text += " [\\fB\\-\\-\\fR] \\fIprogram\\fR [\\fIarguments\\fR]";
  if (!command.parts.empty()) text += " \\fIcommand\\fR [\\fIarguments\\fR]";
  for (auto const& option : command.options) {
    if (option.names.empty()) text += " \\fI" + roff(option.value) + "\\fR";
  }
  return heading_of("Synopsis") + text + "\n";
}

/// The commands below this one, each with its description.
std::string parts_section(command_entry const& command, std::vector<command_entry> const& commands) {
  if (command.parts.empty()) return "";
  std::string text = heading_of("Commands");
  for (auto const& part : command.parts) {
    std::string const name = command.name.empty() ? part : command.name + " " + part;
    auto const entry = std::find_if(commands.begin(), commands.end(), [&](auto const& c) { return c.name == name; });
    text += ".TP\n\\fB" + roff(part) + "\\fR\n" + (entry != commands.end() ? roff(entry->description) : "") + "\n";
  }
  return text;
}

std::string option_sections(command_entry const& command) {
  std::vector<std::string> groups;
  for (auto const& option : command.options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  std::string text;
  for (auto const& group : groups) {
    text += heading_of(group);
    for (auto const& option : command.options) {
      if (option.group == group) text += term(option) + explanation(option);
    }
  }
  return text;
}

}  // namespace

std::string page_name(command_entry const& command) {
  std::string name = command.name.empty() ? command.program : command.program + "-" + command.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string page(command_entry const& command, std::vector<command_entry> const& commands) {
  std::string const name = page_name(command);
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string text = ".\\\" Written by `skua man`, from the options of the program.\n";
  text += ".TH \"" + roff(title) + "\" 1 \"\" \"Skua " SKUA_VERSION "\" \"Skua\"\n";
  text += heading_of("Name") + roff(name) + " \\- " + roff(command.description) + "\n" + synopsis(command);
  text += parts_section(command, commands) + option_sections(command);
  if (!command.footer.empty()) text += heading_of("Notes") + roff(command.footer) + "\n";
  bool const is_main_page = command.program == "skua" && command.name.empty();
  text += heading_of("See also") + (is_main_page ? ".BR skua\\-run (1),\n" : ".BR skua (1),\n") +
          "the variables of the library: docs/reference/options.md; pages named docs/... are in share/doc/skua of the "
          "installation\n";
  return text;
}

}  // namespace apps::manual

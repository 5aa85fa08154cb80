// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "option_table.hpp"

#include <sstream>

namespace apps::manual {
namespace {

/// The names in "TEXT:{any,round-robin}" or "value in {a->0,b->1} OR {0,1}".
std::vector<std::string> choices_in(std::string const& type) {
  std::vector<std::string> choices;
  auto const begin = type.find('{');
  auto const end = type.find('}', begin == std::string::npos ? 0 : begin);
  if (begin == std::string::npos || end == std::string::npos) return choices;
  std::istringstream list(type.substr(begin + 1, end - begin - 1));
  for (std::string word; std::getline(list, word, ',');) choices.push_back(word.substr(0, word.find("->")));
  return choices;
}

option_entry entry_of(CLI::Option const& option) {
  option_entry entry;
  for (auto const& name : option.get_snames()) entry.names.push_back("-" + name);
  for (auto const& name : option.get_lnames()) entry.names.push_back("--" + name);
  bool const is_flag = option.get_items_expected_max() == 0;
  std::string const type = option.get_type_name();
  if (!is_flag) {
    std::string const name = type.substr(0, type.find(':'));
    entry.value = entry.names.empty() ? option.get_name(true) : name.empty() ? "VALUE" : name;
    entry.choices = choices_in(type);
    if (entry.choices.empty() && type.find(" in [") != std::string::npos) entry.range = type.substr(type.find(':') + 1);
  }
  entry.description = option.get_description();
  entry.group = option.get_group();
  return entry;
}

void add_entries(CLI::App const& command, std::string const& program, std::string const& name,
                 std::vector<command_entry>& entries) {
  command_entry entry{program, command.get_prefix_command(), name, command.get_description(), command.get_footer(), {},
                      {}};
  for (CLI::Option const* option : command.get_options()) {
    if (!option->get_group().empty()) entry.options.push_back(entry_of(*option));
  }
  auto const parts = command.get_subcommands([](CLI::App const*) { return true; });
  for (CLI::App const* part : parts) entry.parts.push_back(part->get_name());
  entries.push_back(std::move(entry));
  for (CLI::App const* part : parts)
    add_entries(*part, program, name.empty() ? part->get_name() : name + " " + part->get_name(), entries);
}

}  // namespace

std::vector<command_entry> command_entries(CLI::App const& root) {
  std::vector<command_entry> entries;
  add_entries(root, root.get_name(), "", entries);
  return entries;
}

}  // namespace apps::manual

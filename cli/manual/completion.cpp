// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "completion.hpp"

#include "shell_words.hpp"

namespace apps::manual {

std::string bash_completion(std::vector<command_entry> const& commands) {
  std::string known_commands;
  std::string word_cases;
  std::string value_cases;
  for (auto const& command : commands) {
    if (!command.name.empty()) known_commands += (known_commands.empty() ? "" : "|") + in_quotes(command.name);
    std::vector<std::string> words = command.parts;
    for (auto const& option : command.options) {
      for (auto const& name : option.names) words.push_back(name);
      if (option.names.empty()) words.insert(words.end(), option.choices.begin(), option.choices.end());
      if (option.names.empty() || option.value.empty()) continue;
      std::string patterns;
      for (auto const& name : option.names)
        patterns += (patterns.empty() ? "" : "|") + in_quotes(command.name + " " + name);
      value_cases +=
          "    " + patterns + ") is_value=1; words=" + in_quotes(joined_words(option.choices, " ")) + " ;;\n";
    }
    word_cases += "    " + in_quotes(command.name) + ") words=" + in_quotes(joined_words(words, " ")) + " ;;\n";
  }
  return std::string("# bash completion for skua\n") + heading + R"(
_skua() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= is_value= i
  # The word in front of the cursor may be the = of --option=value.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${command:+$command }${COMP_WORDS[i]}" in
    )" + known_commands +
         R"() command="${command:+$command }${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $previous" in
)" + value_cases +
         R"(  esac
  # Without names for a value, bash completes files.
  [[ -n $is_value ]] || case "$command" in
)" + word_cases +
         R"(  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _skua skua
)";
}

std::string zsh_completion(std::vector<command_entry> const& commands) {
  std::string functions;
  for (auto const& command : commands) {
    std::string function = "_skua";
    for (char const c : command.name) function += c == ' ' || c == '-' ? '_' : c;
    if (!command.name.empty()) function.insert(5, "_");
    functions += function + "() {\n";
    std::string options;
    for (auto const& option : command.options) options += zsh_option(option);
    if (command.parts.empty()) {
      functions += "  _arguments -s \\\n" + options + "      && return 0\n}\n\n";
      continue;
    }
    functions += "  local curcontext=\"$curcontext\" state line\n  _arguments -C \\\n" + options +
                 "      '1:command:->command' '*::argument:->argument' && return 0\n"
                 "  case $state in\n    command)\n      local -a commands=(\n";
    std::string cases;
    for (auto const& part : command.parts) {
      std::string const name = command.name.empty() ? part : command.name + " " + part;
      std::string description;
      for (auto const& candidate : commands) {
        if (candidate.name == name) description = candidate.description;
      }
      std::string part_function = function + "_" + part;
      for (char& c : part_function) c = c == '-' ? '_' : c;
      functions += "        " + in_quotes(part + ":" + without_separators(description)) + "\n";
      cases += "        " + part + ") " + part_function + " ;;\n";
    }
    functions += "      )\n      _describe command commands ;;\n    argument)\n      case $line[1] in\n" + cases +
                 "      esac ;;\n  esac\n}\n\n";
  }
  return std::string("#compdef skua\n") + heading + "\n" + functions + "_skua \"$@\"\n";
}

std::string fish_completion(std::vector<command_entry> const& commands) {
  std::string text = std::string("# fish completion for skua\n") + heading + R"(
# The words of the command so far, without options: "sim uts".
function __skua_command_is
    set -l words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or set -a words $word
    end
    set -l wanted (string split -n ' ' -- $argv[1])
    set -l depth (count $wanted)
    test (count $words) -ge $depth; or return 1
    test "$words[1..$depth]" = "$wanted"
end
function __skua_no_command
    set -l words (commandline -opc)
    test (count $words) -eq (math $argv[1] + 1)
end

)";
  for (auto const& command : commands) {
    std::size_t depth = command.name.empty() ? 0 : 1;
    for (char const c : command.name) depth += c == ' ';
    std::string const prefix =
        command.name.empty() ? "__skua_no_command 0" : "__skua_command_is " + in_quotes(command.name);
    for (auto const& part : command.parts) {
      std::string const name = command.name.empty() ? part : command.name + " " + part;
      std::string description;
      for (auto const& candidate : commands) {
        if (candidate.name == name) description = candidate.description;
      }
      std::string const condition =
          (command.name.empty() ? "" : prefix + "; and ") + "__skua_no_command " + std::to_string(depth);
      text += "complete -c skua -f -n " + in_fish_quotes(condition) + " -a " + in_fish_quotes(part) + " -d " +
              in_fish_quotes(description) + "\n";
    }
    for (auto const& option : command.options) {
      if (option.names.empty() && option.choices.empty()) continue;
      text += "complete -c skua -n " + in_fish_quotes(prefix);
      for (auto const& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty()) {
        text += " -x -a " + in_fish_quotes(joined_words(option.choices, " "));
      } else if (!option.value.empty()) {
        text += " -r";
      }
      text += " -d " + in_fish_quotes(option.description) + "\n";
    }
  }
  return text;
}

}  // namespace apps::manual

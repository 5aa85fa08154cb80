// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "completion.hpp"

#include <algorithm>

namespace apps::manual {
namespace {

constexpr char const* bash_script = R"(# bash completion for PROGRAM
# Written by `skua completion`. Without a word to offer, bash completes files.
_FUNCTION() {
  local current=${COMP_WORDS[COMP_CWORD]} words IFS=$'\n'
  words="${COMP_WORDS[*]:0:COMP_CWORD + 1}"
  COMPREPLY=($(skua completion bash PROGRAM --words="$words" 2>/dev/null))
  case ${COMPREPLY[0]} in
    # This function is a part of the package bash-completion.
    :command*)
      words=${COMPREPLY[0]#:command } COMPREPLY=()
      ! declare -F _command_offset >/dev/null || _command_offset "$words"
      ;;
    :program) COMPREPLY=($(compgen -c -- "$current")) ;;
    *) COMPREPLY=("${COMPREPLY[@]%%$'\t'*}") ;;
  esac
}
complete -o default -F _FUNCTION PROGRAM
)";

constexpr char const* zsh_script = R"(#compdef PROGRAM
# Written by `skua completion`.
local -a offered texts
offered=("${(@f)$(skua completion zsh PROGRAM --words="${(F)words[1,CURRENT]}" 2>/dev/null)}")
case $offered[1] in
  '') _files ;;
  :program) _command_names -e ;;
  :command*)
    shift ${offered[1]#:command } words
    ((CURRENT -= ${offered[1]#:command }))
    _normal
    ;;
  *)
    texts=("${(@)offered/$'\t'/  -- }")
    compadd -l -d texts -- "${(@)offered%%$'\t'*}"
    ;;
esac
)";

constexpr char const* fish_script = R"fish(# fish completion for PROGRAM
# Written by `skua completion`.
function __FUNCTION_words
    set -l words (commandline -opc) "$(commandline -ct)"
    set -l lines $words[1]
    for word in $words[2..-1]
        set lines $lines\n$word
    end
    set -l offered (skua completion fish PROGRAM --words="$lines" 2>/dev/null)
    if test -z "$offered"
        __fish_complete_path (commandline -ct)
    else if test "$offered" = :program
        __fish_complete_command
    else if string match -q ':command *' -- $offered
        complete -C (string join ' ' -- $words[(math (string replace ':command ' '' -- $offered) + 1)..-1])
    else
        printf '%s\n' $offered
    end
end
complete -c PROGRAM -f -a '(__FUNCTION_words)'
)fish";

void replace_all(std::string& text, std::string const& word, std::string const& other) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + other.size()))
    text.replace(at, word.size(), other);
}

option_entry const* option_of(command_entry const& command, std::string const& word) {
  for (auto const& option : command.options) {
    if (std::find(option.names.begin(), option.names.end(), word) != option.names.end()) return &option;
  }
  return nullptr;
}

/// Collects the lines of the words that begin as the last word does.
struct offer {
  std::string start;
  std::string prefix = {};
  std::string lines = {};
  void add(std::string const& word, std::string const& description = {}) {
    std::string const whole = prefix + word;
    if (!whole.starts_with(start)) return;
    std::string line = whole + "\t" + description;
    replace_all(line, "\n", " ");
    lines += line + "\n";
  }
};

}  // namespace

std::string completion_script(std::string const& shell, std::string const& program) {
  std::string text = shell == "bash" ? bash_script : shell == "zsh" ? zsh_script : fish_script;
  std::string function = program;
  std::replace(function.begin(), function.end(), '-', '_');
  replace_all(text, "FUNCTION", function);
  replace_all(text, "PROGRAM", program);
  return text;
}

std::string candidates(std::vector<command_entry> const& commands, std::vector<std::string> const& words) {
  command_entry const* command = &commands.front();
  option_entry const* valued = nullptr;  // an option whose value is next
  bool is_program_next = false;          // behind --
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    std::string const& word = words[i];
    if (word == "=") {  // bash has made three words of --option=value, and of NAME=VALUE
      if (valued == nullptr && ++i + 1 == words.size()) return "";
    } else if (valued != nullptr) {
      valued = nullptr;
    } else if (is_program_next || (command->starts_program && !word.starts_with("-"))) {
      return ":command " + std::to_string(i) + "\n";
    } else if (word == "--") {
      is_program_next = command->starts_program;
    } else if (auto const* const option = option_of(*command, word); option != nullptr) {
      valued = option->value.empty() ? nullptr : option;
    } else {
      std::string const name = command->name.empty() ? word : command->name + " " + word;
      for (auto const& candidate : commands) {
        if (!candidate.name.empty() && candidate.name == name) command = &candidate;
      }
    }
  }
  offer found{words.back()};
  if (found.start == "=") {
    if (valued == nullptr) return "";
    found.start.clear();
  }
  if (auto const equals = found.start.find('='); valued == nullptr && equals != std::string::npos) {
    valued = option_of(*command, found.start.substr(0, equals));
    if (valued == nullptr) return "";
    found.prefix = found.start.substr(0, equals + 1);
  }
  if (valued != nullptr) {
    for (auto const& choice : valued->choices) found.add(choice);
    return found.lines;
  }
  if (is_program_next || (command->starts_program && !found.start.starts_with("-")))
    return found.start.find('/') == std::string::npos ? ":program\n" : "";
  for (auto const& part : command->parts) {
    std::string const name = command->name.empty() ? part : command->name + " " + part;
    for (auto const& candidate : commands) {
      if (candidate.name == name) found.add(part, candidate.description);
    }
  }
  for (auto const& option : command->options) {
    for (auto const& name : option.names) found.add(name, option.description);
    for (auto const& choice : option.names.empty() ? option.choices : std::vector<std::string>()) found.add(choice);
  }
  return found.lines;
}

}  // namespace apps::manual

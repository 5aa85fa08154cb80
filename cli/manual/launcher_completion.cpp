// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "launcher_completion.hpp"

#include <vector>

#include "shell_words.hpp"

namespace apps::manual {
namespace {

/// "skua_run", for names of functions.
std::string identifier(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace

std::string bash_launcher_completion(command_entry const& launcher) {
  std::vector<std::string> words;
  for (auto const& option : launcher.options) words.insert(words.end(), option.names.begin(), option.names.end());
  std::string const function = "_" + identifier(launcher.program);
  return "# bash completion for " + launcher.program + "\n" + heading + "\n" + function + R"(() {
  local current=${COMP_WORDS[COMP_CWORD]} i=1
  while ((i < COMP_CWORD)); do
    case ${COMP_WORDS[i]} in
    )" + names_with_value(launcher, "|") +
         R"()
      # The words of --option=value are three; those of --option NAME=VALUE are four.
      ((i++))
      [[ ${COMP_WORDS[i]} != = ]] || ((i++))
      while ((i < COMP_CWORD)) && [[ ${COMP_WORDS[i+1]} == = ]]; do ((i += 2)); done
      # The word in front of the cursor is a value: bash completes files.
      ((i < COMP_CWORD)) || return 0
      ;;
    --) ((i++)); break ;;
    -*) ;;
    *) break ;;
    esac
    ((i++))
  done
  if ((i < COMP_CWORD)); then
    # The words of the program: this function is a part of the package bash-completion.
    ! declare -F _command_offset >/dev/null || _command_offset "$i"
  elif [[ $current == -* && ${COMP_WORDS[i-1]} != -- ]]; then
    COMPREPLY=($(compgen -W )" +
         in_quotes(joined_words(words, " ")) + R"( -- "$current"))
  elif [[ $current != */* ]]; then
    COMPREPLY=($(compgen -c -- "$current"))
  fi
}
complete -o default -F )" +
         function + " " + launcher.program + "\n";
}

std::string zsh_launcher_completion(command_entry const& launcher) {
  std::string options;
  for (auto const& option : launcher.options) options += zsh_option(option);
  return "#compdef " + launcher.program + "\n" + heading + "\n_arguments -s -S \\\n" + options +
         "      '(-)1:program:_command_names -e' \\\n      '*::argument:_normal'\n";
}

std::string fish_launcher_completion(command_entry const& launcher) {
  std::string const condition = "__" + identifier(launcher.program) + "_before_program";
  std::string text = "# fish completion for " + launcher.program + "\n" + heading +
                     "\n# True before the program: all words so far are options, or values of options.\nfunction " +
                     condition + R"(
    set -l is_value 0
    for word in (commandline -opc)[2..-1]
        if test $is_value = 1
            set is_value 0
        else if contains -- $word )" +
                     names_with_value(launcher, " ") + R"(
            set is_value 1
        else if test $word = --; or not string match -q -- '-*' $word
            return 1
        end
    end
    return 0
end

)";
  text += "complete -c " + launcher.program + " -x -a " +
          in_fish_quotes("(__fish_complete_subcommand -- " + names_with_value(launcher, " ") + ")") + "\n";
  for (auto const& option : launcher.options) {
    text += "complete -c " + launcher.program + " -n " + condition;
    for (auto const& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += std::string(option.value.empty() ? "" : " -r") + " -d " + in_fish_quotes(option.description) + "\n";
  }
  return text;
}

}  // namespace apps::manual

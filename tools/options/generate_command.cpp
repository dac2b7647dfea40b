// tesuji generate: prints the manual page and the shells' completions, from the command line's
// definition.
#include "tools/base/command.h"
#include "tools/base/version.h"
#include "tools/options/command_tree.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {
namespace {

// Completions of shells: subcommands, options, choices of values, and names of files.

std::vector<std::string> option_names(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const OptionEntry& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> command_names(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const CommandEntry& one : command.subcommands) names.push_back(one.name);
  return names;
}

/// Puts a backslash before each character of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// Quotes for sh, in single quotes.
std::string sh_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Returns bash's cases for options with a value: what can follow.
std::string bash_values(const CommandEntry& command) {
  std::string text;
  for (const OptionEntry& option : command.options) {
    if (option.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      if (!option.optional) patterns.push_back(command.name + "," + name);
      patterns.push_back(command.name + "," + name + "=");
    }
    const std::string action = !option.choices.empty()
                                   ? fmt::format("words='{}'", fmt::join(option.choices, " "))
                               : takes_files(option) ? std::string("files=1")
                                                     : std::string(":");
    text += fmt::format("    {}) {} ;;\n", fmt::join(patterns, "|"), action);
  }
  return text;
}

/// Returns the choices of a positional, or files.
std::string bash_operands(const CommandEntry& command) {
  for (const OptionEntry& one : command.positionals)
    if (!one.choices.empty()) return fmt::format("words='{}'", fmt::join(one.choices, " "));
  return "files=1";
}

/// For sourcing, or for share/bash-completion/completions.
std::string bash_completion(const CommandEntry& command) {
  std::string values;
  std::string operands;
  for (const CommandEntry& one : command.subcommands) {
    values += bash_values(one);
    operands += fmt::format("      {}) if [[ $cur == -* ]]; then words='{}'; else {}; fi ;;\n",
                            one.name, fmt::join(option_names(one), " "), bash_operands(one));
  }
  return fmt::format(
      R"(# Completion of tesuji for bash; made by `tesuji generate bash`.
_tesuji() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command=${{COMP_WORDS[1]}} words= files= front=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W '{} {}' -- "$cur")
    return
  fi
  # bash takes `--option=value` for three words.
  if [[ $cur == '=' ]]; then
    cur=
    before+='='
  elif [[ $before == '=' ]]; then
    before=${{COMP_WORDS[COMP_CWORD-2]}}=
  fi
  case $command,$before in
{}    *)
      case $command in
{}      esac ;;
  esac
  if [[ -n $words ]]; then
    # Of a list with commas the last part.
    if [[ $cur == *,* ]]; then front=${{cur%,*}},; fi
    mapfile -t COMPREPLY < <(compgen -P "$front" -W "$words" -- "${{cur#"$front"}}")
  elif [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}}
complete -F _tesuji tesuji
)",
      fmt::join(command_names(command), " "), fmt::join(option_names(command), " "), values,
      operands);
}

/// Returns `:NAME:(a b)` for _arguments: a value's name and its choices.
std::string zsh_value(const OptionEntry& option) {
  std::string text = (option.optional ? "::" : ":") + escaped(option.value, ":\\");
  if (!option.choices.empty()) return text + fmt::format(":({})", fmt::join(option.choices, " "));
  return text + (takes_files(option) ? ":_files" : ": ");
}

std::string zsh_arguments(const CommandEntry& command) {
  std::string text;
  for (const OptionEntry& option : command.options) {
    const std::string description =
        "[" + escaped(first_sentence(option.description), "[]\\:") + "]";
    for (const std::string& name : option.names) {
      std::string argument = option.repeated ? "*" : "";
      argument += name;
      if (!option.value.empty() && name.starts_with("--")) argument += option.optional ? "=-" : "=";
      argument += description;
      if (!option.value.empty()) argument += zsh_value(option);
      text += " \\\n        " + sh_quoted(argument);
    }
  }
  for (const OptionEntry& one : command.positionals) {
    OptionEntry named = one;
    named.value = one.names[0];
    const std::string value =
        one.choices.empty() ? ":" + one.names[0] + ":_files" : zsh_value(named);
    text += " \\\n        " + sh_quoted((one.repeated ? "*" : "") + value);
  }
  return text;
}

/// A function for $fpath: share/zsh/site-functions/_tesuji.
std::string zsh_completion(const CommandEntry& command) {
  std::string names;
  std::string cases;
  for (const CommandEntry& one : command.subcommands) {
    names +=
        "    " + sh_quoted(escaped(one.name, ":\\") + ":" + first_sentence(one.description)) + "\n";
    cases += fmt::format("    {})\n      _arguments{} ;;\n", one.name, zsh_arguments(one));
  }
  return fmt::format(
      R"(#compdef tesuji
# Completion of tesuji for zsh; made by `tesuji generate zsh`.
_tesuji() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    if [[ $PREFIX == -* ]]; then
      compadd -- {}
    else
      _describe subcommand commands
    fi
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _tesuji ]]; then _tesuji "$@"; else compdef _tesuji tesuji; fi
)",
      names, fmt::join(option_names(command), " "), cases);
}

std::string fish_quoted(std::string_view text) {
  return "'" + escaped(text, "'\\") + "'";
}

std::string fish_option(const OptionEntry& option) {
  std::string text;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) {
    text += fmt::format("{} -a '{}'", option.optional ? "" : " -x", fmt::join(option.choices, " "));
  } else if (!option.value.empty()) {
    text += takes_files(option) ? " -r -F" : " -x";
  }
  return text + " -d " + fish_quoted(first_sentence(option.description)) + "\n";
}

/// For share/fish/vendor_completions.d/tesuji.fish.
std::string fish_completion(const CommandEntry& command) {
  std::string text = "# Completion of tesuji for fish; made by `tesuji generate fish`.\n";
  for (const OptionEntry& option : command.options)
    text += "complete -c tesuji -n __fish_use_subcommand" + fish_option(option);
  for (const CommandEntry& one : command.subcommands) {
    text += fmt::format("complete -c tesuji -n __fish_use_subcommand -f -a {} -d {}\n", one.name,
                        fish_quoted(first_sentence(one.description)));
    const std::string within =
        fmt::format("complete -c tesuji -n '__fish_seen_subcommand_from {}'", one.name);
    for (const OptionEntry& option : one.options) text += within + fish_option(option);
    for (const OptionEntry& positional : one.positionals)
      if (!positional.choices.empty())
        text += within + fmt::format(" -f -a '{}'\n", fmt::join(positional.choices, " "));
  }
  return text;
}

// Prints the command line as a manual page, tesuji(1), in roff with the macros of man(7).

/// The release date, as the version.
constexpr std::string_view date = "2026-11-22";

/// Escapes text so that roff prints it unchanged.
std::string literal(std::string_view text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_begins = c == '\n';
  }
  return result;
}

/// Makes a paragraph of each line.
std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) result += (result.empty() ? "" : ".PP\n") + literal(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string bold(std::string_view text) {
  return "\\fB" + literal(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + literal(text) + "\\fR";
}

/// Prints `-o, --output FILE`; with choices `--engine jit|net-jit`, or `--batch[=auto|64]`.
std::string heading(const OptionEntry& option) {
  std::string text;
  for (const std::string& name : option.names) text += (text.empty() ? "" : ", ") + bold(name);
  if (!option.choices.empty()) {
    text += option.optional ? "[=" : " ";
    for (const std::string& choice : option.choices)
      text += (choice == option.choices.front() ? "" : "|") + bold(choice);
    if (option.optional) text += ']';
  } else if (!option.value.empty()) {
    text += ' ' + italic(option.value);
  }
  return text;
}

std::string options_text(const CommandEntry& command) {
  std::string text;
  for (const OptionEntry& one : command.positionals)
    text += ".TP\n" + italic(one.names[0]) + "\n" + literal(one.description) + "\n";
  for (const OptionEntry& one : command.options) {
    if (one.names.back() == "--help") continue;  // described once, for all
    text += ".TP\n" + heading(one) + "\n" + literal(one.description) + "\n";
  }
  return text;
}

std::string synopsis(const CommandEntry& command) {
  std::string text = bold("tesuji " + command.name) + " [" + italic("OPTION") + "...]";
  for (const OptionEntry& one : command.positionals) {
    const std::string name = italic(one.names[0]) + (one.repeated ? "..." : "");
    text += one.required ? " " + name : " [" + name + "]";
  }
  return text;
}

/// Keeps the lines of examples, and of other text at the end of --help.
std::string as_lines(std::string_view text) {
  return text.empty() ? std::string() : ".PP\n.nf\n" + literal(text) + "\n.fi\n";
}

std::string man_page(const CommandEntry& command, const std::string& version) {
  std::string page = fmt::format(".TH TESUJI 1 {} \"{}\" \"User Commands\"\n", date, version);
  page += ".SH NAME\ntesuji \\- compile learned logic rules and game rulesheets to native code\n";
  page += ".SH SYNOPSIS\n" + bold("tesuji") + " " + italic("SUBCOMMAND") + " [" + italic("OPTION") +
          "...] " + italic("FILE") + "...\n";
  page += ".SH DESCRIPTION\n" + paragraphs(command.description);
  page += ".SH OPTIONS\n.TP\n" + bold("-h") + ", " + bold("--help") +
          "\nPrint what a subcommand does, with its options and examples, and exit\n";
  page += options_text(command);
  page += ".SH SUBCOMMANDS\n";
  for (const CommandEntry& one : command.subcommands) {
    page += ".SS " + bold(one.name) + "\n" + synopsis(one) + "\n.PP\n";
    page += paragraphs(one.description) + options_text(one) + as_lines(one.footer);
  }
  page += ".SH EXIT STATUS\n" + as_lines(command.footer).substr(4);
  page += ".SH SEE ALSO\n.BR ld.lld (1),\n.BR ld (1)\n";
  return page;
}

int run_generate(const std::string& kind, const CommandEntry& command) {
  const std::string text = kind == "man"    ? man_page(command, release_text())
                           : kind == "bash" ? bash_completion(command)
                           : kind == "zsh"  ? zsh_completion(command)
                                            : fish_completion(command);
  fmt::print("{}", text);
  return exit_ok;
}

}  // namespace

void add_generate_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("generate",
                         "Print the manual page, or the completion script of a shell\n"
                         "`cmake --install` and the Debian package install all of them.");
  auto kind = std::make_shared<std::string>();
  command->add_option("KIND", *kind, "man, bash, zsh or fish")
      ->check(one_of({"man", "bash", "zsh", "fish"}))
      ->required();
  add_examples(*command, {"tesuji generate man | man -l -", "source <(tesuji generate bash)"});
  command->callback([kind, &app, &action] {
    action = [kind, &app] { return run_generate(*kind, command_tree(app)); };
  });
}

}  // namespace tesuji::tools

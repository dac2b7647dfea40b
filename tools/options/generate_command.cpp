// tesuji generate: prints the manual page and the shells' completions, from the command line's
// definition.
#include "tools/base/command.h"
#include "tools/base/version.h"
#include "tools/options/command_tree.h"
#include "tools/options/completions.h"
#include "tools/options/game_options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

namespace {

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

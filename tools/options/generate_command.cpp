// tesuji generate: the manual page and the shells' completions, of the command line itself.
#include "tools/base/command.h"

#include "tools/base/version.h"
#include "tools/options/command_tree.h"
#include "tools/options/completions.h"
#include "tools/options/game_options.h"
#include "tools/options/man_page.h"

#include <fmt/core.h>

#include <memory>
#include <string>

namespace tesuji::tools {

namespace {

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

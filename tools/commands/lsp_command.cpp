// tesuji lsp: a language server for editors.
#include "tools/base/command.h"
#include "tools/base/exit_codes.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/servers/lsp/language_server.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <memory>

namespace tesuji::tools {
namespace {

struct LspArguments {
  std::uint64_t longest_check = 30;
};

int run_lsp(const LspArguments& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // an editor that is gone ends the loop
  LanguageServerOptions options;
  options.longest_check = std::chrono::seconds(arguments.longest_check);
  LanguageServer server(STDIN_FILENO, STDOUT_FILENO, options);
  return server.run() ? exit_ok : exit_input;
}

}  // namespace

void add_lsp_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("lsp", "Serve editors: the Language Server Protocol on standard streams");
  auto arguments = std::make_shared<LspArguments>();
  command
      ->add_option("--max-check", arguments->longest_check,
                   "Seconds after which a check of a document is given up")
      ->check(in_range(std::uint64_t{1}, std::uint64_t{3600}))
      ->capture_default_str();
  // Editors add it to the commands of servers that know several ways of transport.
  command->add_flag("--stdio", "Use standard input and output, as it does anyway");
  add_examples(*command, {"tesuji lsp", "tesuji lsp --max-check=5"});
  command->callback([arguments, &action] { action = [arguments] { return run_lsp(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji lsp: runs a language server for editors.
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/servers/lsp/language_server.h"

#include <unistd.h>

#include <csignal>
#include <memory>

namespace tesuji::tools {
namespace {

struct LspArguments {
  double check_seconds = 30;  ///< 0: no limit
  bool no_diagnostics = false;
  bool lines = false;
};

int run_lsp(const LspArguments& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // if the editor is gone, the loop ends
  LanguageServerOptions options;
  options.check_seconds = arguments.check_seconds;
  options.diagnostics = !arguments.no_diagnostics;
  if (arguments.lines) options.framing = Framing::lines;
  LanguageServer server(STDIN_FILENO, STDOUT_FILENO, options);
  return server.run() ? exit_ok : exit_input;
}

void add_lsp_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("lsp", "Serve editors: Language Server Protocol on standard streams");
  auto arguments = std::make_shared<LspArguments>();
  command
      ->add_option("--check-seconds", arguments->check_seconds,
                   "End a check of a document after so many seconds; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  command->add_flag("--no-diagnostics", arguments->no_diagnostics,
                    "Check no documents, and send no diagnostics");
  command->add_flag("--lines", arguments->lines,
                    "Read and write one message a line, without headers");
  // Editors add it to the commands of servers that have several transports.
  command->add_flag("--stdio", "Use standard input and output (default)");
  add_examples(*command, {"tesuji lsp", "tesuji lsp --check-seconds=5"});
  command->callback([arguments, &action] { action = [arguments] { return run_lsp(*arguments); }; });
}

}  // namespace

void add_lsp_component(std::vector<NamedCommand>& commands) {
  insert_command(commands, "serve", {"lsp", add_lsp_command});
}

}  // namespace tesuji::tools

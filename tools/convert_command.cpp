// tesuji convert: a rulesheet in the other syntax.
#include "backend/driver/driver.h"
#include "frontend/conjunctions.h"
#include "frontend/syntax.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/output_file.h"
#include "tools/outputs.h"
#include "tools/report.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

namespace {

using frontend::Syntax;

struct ConvertArguments {
  std::string path;
  std::string output;
  std::string to;  ///< empty: the other syntax
  std::optional<Syntax> syntax;
};

int run_convert(ConvertArguments& arguments) {
  driver::Session session;
  session.syntax = arguments.syntax;
  std::optional<frontend::Rulesheet> sheet = driver::parse_rulesheet(arguments.path, session);
  bool written = false;
  if (sheet) {
    const Syntax from = driver::syntax_of(sheet->file, session);
    const bool to_kif = arguments.to.empty() ? from == Syntax::infix : arguments.to == "kif";
    written = (!to_kif || frontend::remove_conjunctions(*sheet, session.diagnostics)) &&
              write_output(arguments.output,
                           frontend::print_rulesheet(*sheet, to_kif ? Syntax::kif : Syntax::infix,
                                                     *session.symbols),
                           session.diagnostics);
  }
  print_diagnostics(session.diagnostics);
  return written ? static_cast<int>(exit_ok) : exit_code_of(session.diagnostics);
}

}  // namespace

void add_convert_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "convert",
      "Write a rulesheet in the other syntax of GDL: prefix (KIF) or infix.\n"
      "The rules need not be valid, as long as they can be read. Comments and the layout are "
      "lost, names become lower case.");
  auto arguments = std::make_shared<ConvertArguments>();
  command->add_option("FILE", arguments->path, "Rulesheet (.kif, .gdl); - is standard input")
      ->required();
  command->add_option("--to", arguments->to, "kif or infix (default: the one FILE is not in)")
      ->check(CLI::IsMember({"kif", "infix"}))
      ->type_name("SYNTAX");
  add_syntax_option(*command, arguments->syntax);
  command->add_option("-o,--output", arguments->output, "Write to this file, whole or not at all")
      ->type_name("FILE");
  declare_output(*command, command->get_option("--output"), FileKind::rulesheet);
  add_examples(*command, {"tesuji convert hexapawn3.kif -o hexapawn3.gdl",
                          "tesuji convert --to=kif - < nim.gdl"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_convert(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji convert: rewrites a rulesheet in the other syntax, or as a Prolog program.
#include "backend/driver/load.h"
#include "backend/driver/session.h"
#include "backend/strategies/strategy.h"

#include "frontend/gdl/comments.h"
#include "frontend/gdl/lower/normalise.h"
#include "frontend/gdl/syntax.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/files/prolog_game.h"
#include "tools/options/game_options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

namespace {

using frontend::Syntax;

struct ConvertArguments {
  std::string path;
  std::string output;
  std::string to;        ///< empty: the other syntax
  std::string strategy;  ///< path; only for Prolog
  std::optional<Syntax> syntax;
  bool no_comments = false;
  bool json = false;
};

/// Writes the text, or JSON that contains it, to standard output.
bool write(const ConvertArguments& arguments, Syntax to, const frontend::Rulesheet& sheet,
           const std::string& text, ir::Diagnostics& diagnostics) {
  if (!arguments.json || !arguments.output.empty()) {
    if (!write_output(arguments.output, text, diagnostics)) return false;
  }
  if (!arguments.json) return true;
  Json json = {{"syntax", to == Syntax::kif ? "kif" : "infix"}, {"clauses", sheet.clauses.size()}};
  if (arguments.output.empty()) json["text"] = text;
  print_json(json);
  return true;
}

/// Writes the game, and the strategy, as one Prolog program; returns the exit code.
int run_convert_to_prolog(const ConvertArguments& arguments) {
  driver::Session session;
  session.syntax = arguments.syntax;
  ir::Diagnostics& diagnostics = session.diagnostics;
  driver::Session rules;
  rules.syntax = arguments.syntax;
  const auto sheet = driver::load_rulesheet(arguments.path, rules);
  if (!sheet) {
    print_diagnostics(rules.diagnostics);
    return exit_code_of(rules.diagnostics);
  }
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto game = driver::load_game(arguments.path, options, session);
  std::optional<StrategySource> strategy;
  bool written = false;
  if (game && !arguments.strategy.empty()) {
    const auto file = driver::read_file(arguments.strategy, session);
    auto parsed = file ? frontend::parse_strategy(*file, diagnostics) : std::nullopt;
    if (parsed) strategy = {*std::move(parsed), (*session.sources)[*file].text};
  }
  try {
    if (game && !diagnostics.has_errors()) {
      if (strategy) (void)driver::bind_fluents(strategy->strategy.procs, *game->game);
      const std::string text = prolog_game(*game, *sheet, strategy, rules);
      written = write_output(arguments.output, text, diagnostics);
    }
  } catch (const runtime::TurnError& error) {
    diagnostics.error({}, "turns", error.what());
  }
  print_diagnostics(diagnostics);
  return written ? static_cast<int>(exit_ok) : exit_code_of(diagnostics);
}

int run_convert(ConvertArguments& arguments) {
  if (arguments.to == "prolog") return run_convert_to_prolog(arguments);
  driver::Session session;
  session.syntax = arguments.syntax;
  std::optional<frontend::Rulesheet> sheet = driver::parse_rulesheet(arguments.path, session);
  bool written = false;
  if (sheet && sheet->clauses.empty()) {
    session.diagnostics.error({sheet->file, {1, 1}, {1, 1}}, "parse",
                              "the file contains no clause");
  } else if (sheet) {
    const Syntax from = driver::syntax_of(sheet->file, session);
    const bool to_kif = arguments.to.empty() ? from == Syntax::infix : arguments.to == "kif";
    std::vector<frontend::Comment> comments;
    if (!arguments.no_comments) {
      comments = frontend::read_comments(*session.sources, sheet->file, from);
    }
    const Syntax to = to_kif ? Syntax::kif : Syntax::infix;
    written = (!to_kif || frontend::remove_conjunctions(*sheet, session.diagnostics)) &&
              write(arguments, to, *sheet,
                    frontend::print_with_comments(*sheet, comments, to, *session.symbols),
                    session.diagnostics);
  }
  print_diagnostics(session.diagnostics);
  return written ? static_cast<int>(exit_ok) : exit_code_of(session.diagnostics);
}

}  // namespace

void add_convert_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("convert",
                         "Convert a rulesheet to KIF (prefix), infix form or Prolog\n"
                         "The rules need not be valid, only readable. Comments stay with their "
                         "clauses; layout is lost, "
                         "and names become lower case.");
  auto arguments = std::make_shared<ConvertArguments>();
  command->add_option("FILE", arguments->path, "Rulesheet (.kif, .gdl); - is standard input")
      ->required();
  command
      ->add_option("--to", arguments->to,
                   "Syntax of the result: kif, infix (default: the other one) or prolog")
      ->check(one_of({"kif", "infix", "prolog"}))
      ->type_name("SYNTAX");
  command
      ->add_option("--strategy", arguments->strategy,
                   "Write this strategy into the Prolog program, too (.pl)")
      ->type_name("FILE");
  add_syntax_option(*command, arguments->syntax);
  command->add_flag("--no-comments", arguments->no_comments, "Leave comments out");
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the rulesheet to this file (default: standard output)")
      ->type_name("FILE");
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--output"), [arguments] {
    return arguments->to == "prolog" ? FileKind::clauses : FileKind::rulesheet;
  });
  add_examples(*command, {"tesuji convert hexapawn3.kif -o hexapawn3.gdl",
                          "tesuji convert --to=kif - < nim.gdl",
                          "tesuji convert noughts-and-crosses.kif --to=prolog "
                          "--strategy=noughts.pl -o swi.pl"});
  command->callback([arguments, &action] {
    const bool prolog = arguments->to == "prolog";
    if (!prolog && !arguments->strategy.empty()) {
      throw UsageError("--strategy", "needs --to=prolog");
    }
    if (prolog && arguments->json) throw UsageError("--json", "excludes --to=prolog");
    action = [arguments] { return run_convert(*arguments); };
  });
}

}  // namespace tesuji::tools

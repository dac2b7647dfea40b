// tesuji convert: rewrites a rulesheet in the other syntax.
#include "backend/driver/session.h"

#include "frontend/gdl/comments.h"
#include "frontend/gdl/lower/normalise.h"
#include "frontend/gdl/syntax.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
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
  std::string to;  ///< empty: the other syntax
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

int run_convert(ConvertArguments& arguments) {
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
                         "Convert a rulesheet between prefix (KIF) and infix syntax\n"
                         "The rules need not be valid, only readable. Comments stay with their "
                         "clauses; layout is lost, "
                         "and names become lower case.");
  auto arguments = std::make_shared<ConvertArguments>();
  command->add_option("FILE", arguments->path, "Rulesheet (.kif, .gdl); - is standard input")
      ->required();
  command
      ->add_option("--to", arguments->to,
                   "Syntax of the result: kif or infix (default: the other one)")
      ->check(one_of({"kif", "infix"}))
      ->type_name("SYNTAX");
  add_syntax_option(*command, arguments->syntax);
  command->add_flag("--no-comments", arguments->no_comments, "Leave comments out");
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the rulesheet to this file (default: standard output)")
      ->type_name("FILE");
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--output"), FileKind::rulesheet);
  add_examples(*command, {"tesuji convert hexapawn3.kif -o hexapawn3.gdl",
                          "tesuji convert --to=kif - < nim.gdl"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_convert(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji dump: prints what a stage of the compiler makes of a program.
#include "backend/driver/net.h"
#include "backend/driver/strategy.h"
#include "backend/llvm/jit.h"
#include "backend/llvm/strategy_jit.h"
#include "frontend/metarules_parser.h"
#include "frontend/syntax.h"
#include "ir/layout.h"
#include "ir/net_text.h"
#include "ir/text.h"
#include "passes/synthesise.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/output_file.h"

#include <filesystem>
#include <memory>

namespace tesuji::tools {

namespace {

struct DumpArguments {
  GameOptions game;
  std::vector<std::string> emit{"plan"};
  std::string output;
};

/// A strategy has no stages: its clauses are its procs, in the order of execution.
std::optional<std::string> emit_strategy(const std::string& what, const std::string& path,
                                         driver::Session& session) {
  const auto strategy = driver::load_strategy(path, session);
  if (!strategy) return std::nullopt;
  if (what == "llvm") {
    return llvm_backend::emit_strategy_text(strategy->procs, llvm_backend::Text::llvm);
  }
  if (what == "llvm-optimised") {
    return llvm_backend::emit_strategy_text(strategy->procs, llvm_backend::Text::llvm_optimised);
  }
  if (what == "asm") {
    return llvm_backend::emit_strategy_text(strategy->procs, llvm_backend::Text::assembly);
  }
  return ir::print(
      driver::strategy_module(*strategy, std::filesystem::path(path).stem().string(), session));
}

/// A part of the dump, or nothing where the input is wrong. Each starts again
/// from the file: dumps are for people, and stages change their input.
std::optional<std::string> emit(const std::string& what, DumpArguments& arguments,
                                driver::Session& session) {
  const std::string& path = arguments.game.path();
  if (driver::is_strategy_path(path)) return emit_strategy(what, path, session);
  if (what == "ast") {
    const auto sheet = driver::parse_rulesheet(path, session);
    if (!sheet) return std::nullopt;
    return frontend::print_rulesheet(*sheet, driver::syntax_of(sheet->file, session),
                                     *session.symbols);
  }
  if (what == "clauses") {
    const auto module = driver::is_ir_path(path) ? driver::load_ir(path, session)
                                                 : driver::load_clauses(path, session);
    if (!module) return std::nullopt;
    return ir::print(*module);
  }
  driver::Options options = arguments.game.driver_options();
  auto pipeline = arguments.game.pipeline_options(session);
  if (!pipeline) return std::nullopt;
  options.pipeline = std::move(*pipeline);
  if (what == "net") {
    const auto ground = driver::load_net(path, options, {}, session);
    arguments.game.pipeline().finish();
    if (!ground) return std::nullopt;
    return ir::print_net(*ground->module, *ground->net);
  }
  const auto module = driver::load_module(path, options, session);
  arguments.game.pipeline().finish();
  if (!module) return std::nullopt;
  if (what == "plan") return ir::print(*module);
  if (what == "metarules") {
    return frontend::print_metarules(passes::synthesise_metarules(*module));
  }
  if (!driver::make_runnable(*module, path, session)) return std::nullopt;
  const ir::Layout layout = ir::lay_out(*module);
  if (what == "asm") {
    return llvm_backend::emit_text(*module, layout, llvm_backend::Text::assembly);
  }
  return llvm_backend::emit_text(
      *module, layout,
      what == "llvm" ? llvm_backend::Text::llvm : llvm_backend::Text::llvm_optimised);
}

int run_dump(DumpArguments& arguments) {
  std::string text;
  for (const std::string& what : arguments.emit) {
    driver::Session session;
    // What replay takes can be looked at, whatever check says of it.
    session.validation.allow_several_arities = true;
    session.syntax = arguments.game.syntax();
    const std::optional<std::string> part = emit(what, arguments, session);
    print_diagnostics(session.diagnostics);
    if (!part) return arguments.game.exit_code(session);
    text += *part;
  }
  driver::Session session;
  const bool written = write_output(arguments.output, text, session.diagnostics);
  print_diagnostics(session.diagnostics);
  return written ? exit_ok : exit_input;
}

}  // namespace

void add_dump_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("dump", "Print what a stage of the compiler makes");
  auto arguments = std::make_shared<DumpArguments>();
  arguments->game.add_to(*command, false);
  command
      ->add_option("--emit", arguments->emit,
                   "ast: the rulesheet as read, in its own syntax; clauses: lowered; plan: after "
                   "the pipeline (the default); metarules: the priorities that bodies were ordered "
                   "by; net: the propositional network; llvm: as generated; llvm-optimised; asm")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(
          {"ast", "clauses", "plan", "metarules", "net", "llvm", "llvm-optimised", "asm"}))
      ->type_name("STAGE");
  command->add_option("-o,--output", arguments->output, "Write to this file, whole or not at all")
      ->type_name("FILE");
  add_examples(*command, {"tesuji dump hexapawn3.kif",
                          "tesuji dump --emit=clauses,plan --time-passes chess.kif",
                          "tesuji dump --emit=llvm noughts-and-crosses.pl",
                          "tesuji dump --emit=asm -o hexapawn.s hexapawn3.kif"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_dump(*arguments); }; });
}

}  // namespace tesuji::tools

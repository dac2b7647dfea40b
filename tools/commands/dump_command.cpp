// tesuji dump: prints the result of a stage of the compiler.
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/net.h"
#include "backend/llvm/plans/jit.h"
#include "backend/llvm/strategies/strategy_jit.h"
#include "backend/plugins/make/code_text.h"
#include "backend/strategies/strategy.h"
#include "frontend/gdl/syntax.h"
#include "frontend/rules/metarules_parser.h"
#include "frontend/strategy/strategy_diagram.h"
#include "ir/module/layout.h"
#include "ir/nets/lanes.h"
#include "ir/nets/net_module.h"
#include "ir/text/net_dot.h"
#include "ir/text/text.h"
#include "passes/core/module_unit.h"
#include "passes/ordering/synthesise.h"
#include "tools/base/command.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/files/strategy_text.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <variant>

namespace tesuji::tools {

namespace {

struct DumpArguments {
  GameOptions game;
  std::vector<std::string> emit{"plan"};
  std::string question;                         ///< dot: the relation to draw; empty: all
  std::size_t max_nodes = 500;                  ///< dot
  driver::Engine engine = driver::Engine::jit;  ///< the engine whose code llvm and asm show
  std::optional<std::uint32_t> blocks{};        ///< code over lanes of this width instead
  bool places = true;
  bool source_lines = false;  ///< llvm, asm

  [[nodiscard]] ir::PrintedPlaces printed() const {
    return places ? ir::PrintedPlaces::all : ir::PrintedPlaces::none;
  }
  std::string output;
};

/// Returns the form of native code that the stage prints; nothing for other stages.
std::optional<llvm_backend::Text> code_form(const std::string& stage) {
  if (stage == "llvm") return llvm_backend::Text::llvm;
  if (stage == "llvm-optimised") return llvm_backend::Text::llvm_optimised;
  if (stage == "asm") return llvm_backend::Text::assembly;
  return std::nullopt;
}

/// A strategy has no stages: its procs are its clauses, in the order of execution.
std::optional<std::string> emit_strategy(const std::string& what, const std::string& path,
                                         ir::PrintedPlaces places, driver::Session& session) {
  const auto strategy = driver::load_strategy(path, session);
  if (!strategy) return std::nullopt;
  if (const auto text = code_form(what)) {
    for (const ir::Proc& proc : strategy->procs) {
      for (const ir::ProcClause& clause : proc.clauses) {
        for (const ir::ProcOperation& op : clause.ops) {
          if (!op.is_fluent) continue;
          session.diagnostics.error(op.span, "unsupported",
                                    "the places of fluents in a state depend on the game, so this "
                                    "strategy has no code without one");
          return std::nullopt;
        }
      }
    }
    return llvm_backend::emit_strategy_text(strategy->procs, *text);
  }
  if (what == "words") return in_words(*strategy);
  if (what == "dot") return frontend::calling_diagram(*strategy);
  return ir::print(
      driver::strategy_module(*strategy, std::filesystem::path(path).stem().string(), session),
      places);
}

/// Repeats in a note what the text says, because a drawing does not say it.
void note_unanswered(const driver::GroundGame& ground, driver::Session& session) {
  session.diagnostics.warning({}, "limit", "the net " + driver::unanswered_text(ground));
}

/// Draws the requested part, unless it would be too large.
std::optional<std::string> emit_dot(const driver::GroundGame& ground, DumpArguments& arguments,
                                    driver::Session& session) {
  const auto answers = ir::select_answers(*ground.module, *ground.net, arguments.question);
  if (answers.empty()) {
    session.diagnostics.error(
        {}, "usage",
        "the net has no answer `" + arguments.question + "`; `dump --emit=net` lists them");
    return std::nullopt;
  }
  const std::size_t drawn = ir::count_drawn(*ground.net, answers);
  if (drawn > arguments.max_nodes) {
    session.diagnostics.error(
        {}, "limit",
        fmt::format("the drawing would have {} nodes, more than {}: restrict it by --question to "
                    "legal, next, terminal, goal or sees, or to one fluent, move or goal, or "
                    "allow more by --max-nodes",
                    drawn, arguments.max_nodes));
    return std::nullopt;
  }
  return ir::print_dot(*ground.module, *ground.net, answers);
}

/// Prints code over lanes: graphs or programs as text, or the native code of the latter.
std::optional<std::string> emit_lanes(const std::optional<llvm_backend::Text>& form,
                                      DumpArguments& arguments, const driver::Options& options,
                                      driver::Session& session) {
  const auto module = driver::load_lanes(arguments.game.path(), options, session);
  if (!module) return std::nullopt;
  if (!form) return ir::print(*module, arguments.printed());
  if (const auto* const lanes = std::get_if<ir::LaneGame>(&module->lanes->code)) {
    return driver::lane_code_text(*lanes, *arguments.blocks, *form, options);
  }
  session.diagnostics.error({}, "usage", std::string(driver::no_lane_programs));
  return std::nullopt;
}

/// Prints the net itself, a drawing, or its native code.
std::optional<std::string> emit_net(const std::string& what, DumpArguments& arguments,
                                    const driver::Options& options, driver::Session& session) {
  const auto ground = driver::load_net(arguments.game.path(), options, {}, session);
  if (!ground) return std::nullopt;
  if (!ground->net->unanswered.empty()) note_unanswered(*ground, session);
  if (const auto form = code_form(what)) return driver::net_code_text(*ground, *form, options);
  if (what == "dot") return emit_dot(*ground, arguments, session);
  return ir::print(ir::net_module(*ground->module, *ground->net), arguments.printed());
}

/// Whether the module has the clauses that precede plans and nets; reports why not. Agendas and
/// procs do not become plans or nets.
bool has_clauses(const ir::Module& module, const std::string& path, driver::Session& session) {
  const bool net = module.level == ir::Level::nets;
  if (!net && module.plans.empty()) return true;
  session.diagnostics.error({}, "usage",
                            fmt::format("`{}` {} and has no clauses (--emit={})", path,
                                        net ? "is a net" : "holds plans", net ? "net" : "plan"));
  return false;
}

/// Returns a part of the dump, or nothing if the input is wrong. Each part starts again from the
/// file: dumps are for people, and stages change their input.
std::optional<std::string> emit(const std::string& what, DumpArguments& arguments,
                                driver::Session& session) {
  const std::string& path = arguments.game.path();
  if (driver::is_strategy_path(path))
    return emit_strategy(what, path, arguments.printed(), session);
  if (what == "words") {
    session.diagnostics.error({}, "usage", "only strategies (.pl) are read in words");
    return std::nullopt;
  }
  if (what == "ast") {
    const auto sheet = driver::parse_rulesheet(path, session);
    if (!sheet) return std::nullopt;
    return frontend::print_rulesheet(*sheet, driver::syntax_of(sheet->file, session),
                                     *session.symbols);
  }
  if (what == "clauses") {
    const auto module = driver::load_source(path, session);
    if (!module || !has_clauses(*module, path, session)) return std::nullopt;
    return ir::print(*module, arguments.printed());
  }
  if (!arguments.places) arguments.game.pipeline().omit_places();
  driver::Options options = arguments.game.driver_options();
  if (!arguments.game.complete(options, session)) return std::nullopt;
  const auto form = code_form(what);
  if (arguments.blocks && !form) {
    session.diagnostics.error({}, "usage", "--lanes is for code: llvm, llvm-optimised and asm");
    return std::nullopt;
  }
  const bool native = form && (arguments.engine != driver::Engine::jit || arguments.blocks);
  if (what == "net" || what == "dot" || what == "lanes" || native) {
    const bool lanes = what == "lanes" || (native && arguments.blocks);
    const auto text = lanes ? emit_lanes(form, arguments, options, session)
                            : emit_net(what, arguments, options, session);
    arguments.game.pipeline().finish();
    return text;
  }
  const auto module = driver::load_module(path, options, session);
  arguments.game.pipeline().finish();
  if (!module) return std::nullopt;
  if (module->level == ir::Level::nets || module->level == ir::Level::lanes) {
    static_cast<void>(driver::make_runnable(*module, path, session));  // reports why not
    return std::nullopt;
  }
  if (what == "plan") return ir::print(*module, arguments.printed());
  if (what == "metarules") {
    const std::string_view first = passes::missing_pass(*module, passes::Requirement::domains);
    if (!first.empty()) {
      session.diagnostics.error({}, "usage",
                                fmt::format("metarules need what the pass `{}` does first", first));
      return std::nullopt;
    }
    return frontend::print_metarules(passes::synthesise_metarules(*module));
  }
  if (!driver::make_runnable(*module, path, session)) return std::nullopt;
  llvm_backend::JitOptions jit;
  jit.source_lines = arguments.source_lines;
  return llvm_backend::emit_text(*module, ir::lay_out(*module), *form, jit);
}

/// Returns the kind of file that a part of the dump is.
FileKind kind_of(const std::string& what, const DumpArguments& arguments) {
  if (what == "dot") return FileKind::diagram;
  if (what == "words") return FileKind::words;
  if (what == "llvm" || what == "llvm-optimised") return FileKind::llvm;
  if (what == "asm") return FileKind::assembly;
  if (driver::is_strategy_path(arguments.game.path())) return FileKind::ir;
  if (what == "ast") return FileKind::rulesheet;
  if (what == "metarules") return FileKind::metarules;
  return FileKind::ir;
}

int run_dump(DumpArguments& arguments) {
  std::string text;
  for (const std::string& what : arguments.emit) {
    driver::Session session;
    // Accepts sheets that `replay` accepts, even if `check` rejects them.
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

void add_dump_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("dump", "Print the result of a stage of the compiler");
  auto arguments = std::make_shared<DumpArguments>();
  arguments->game.add_to(*command, false, GameFiles::no_plugins);
  command
      ->add_option("--emit", arguments->emit,
                   "ast clauses plan metarules net lanes dot words llvm llvm-optimised asm")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of({"ast", "clauses", "plan", "metarules", "net", "lanes", "dot", "words", "llvm",
                      "llvm-optimised", "asm"}))
      ->type_name("STAGE")
      ->default_str("plan");
  add_choice<driver::Engine>(*command, "--engine", arguments->engine,
                             {{"jit", driver::Engine::jit}, {"net-jit", driver::Engine::net_jit}},
                             "Code of jit or net-jit")
      ->type_name("ENGINE")
      ->default_str("jit");
  add_choice<std::optional<std::uint32_t>>(
      *command, "--lanes", arguments->blocks,
      {{"64", 1}, {"256", 4}, {"512", 8}, {"gpu", driver::gpu_blocks}},
      "Code over so many lanes: 64, 256, 512 or gpu")
      ->type_name("LANES")
      ->excludes("--engine");
  command->add_flag("!--no-places", arguments->places,
                    "clauses, plan, net, lanes: omit source places (`at FILE:...`)");
  command->add_flag("--source-lines", arguments->source_lines,
                    "llvm, asm, of --engine=jit: mark the lines of rules (`!dbg`, `.loc`)");
  command
      ->add_option("--question", arguments->question,
                   "dot: draw legal, next, terminal, goal, sees, or one fluent, move, ..")
      ->check([](const std::string& text) { return text.empty() ? "it needs a name" : ""; })
      ->type_name("ANSWER");
  command
      ->add_option("--max-nodes", arguments->max_nodes,
                   "dot: maximum number of inputs and gates; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the result to this file (default: standard output)")
      ->type_name("FILE");
  declare_output(*command, command->get_option("--output"),
                 [arguments] { return kind_of(arguments->emit.front(), *arguments); });
  add_examples(*command, {"tesuji dump hexapawn3.kif",
                          "tesuji dump --emit=clauses,plan --time-passes chess.kif",
                          "tesuji dump --emit=dot --question=terminal noughts-and-crosses.kif",
                          "tesuji dump --emit=llvm noughts-and-crosses.pl",
                          "tesuji dump --emit=asm -o hexapawn.s hexapawn3.kif",
                          "tesuji dump --emit=asm --lanes=512 hexapawn3.kif"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_dump(*arguments); }; });
}

}  // namespace tesuji::tools

// tesuji record: writes a trace of a game, for `replay` and for other reasoners.
#include "tools/base/command.h"

#include "runtime/host/memory/fnv.h"
#include "tools/base/interrupt.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/trace_recorder.h"
#include "tools/reports/term_lines.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

namespace tesuji::tools {

namespace {

struct RecordArguments {
  GameOptions game;
  RecordOptions options;
  std::string moves;
  std::string output;
};

using JointMoves = std::vector<std::vector<runtime::Move>>;

/// Reads joint moves, one a line, and makes them one after the other.
class MoveLines {
 public:
  MoveLines(const runtime::Game& game, ir::FileId file, ir::Diagnostics& diagnostics)
      : game_(game),
        file_(file),
        diagnostics_(diagnostics),
        scratch_(game.make_scratch()),
        state_(game.initial().begin(), game.initial().end()),
        next_(game.state_words()) {}

  /// Returns nothing if a line is wrong, which is reported.
  std::optional<JointMoves> read() {
    const std::string_view text = diagnostics_.sources()[file_].text;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string_view line = text.substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++number_;
      begin = end + 1;
      const std::size_t first = line.find_first_not_of(" \t");
      if (first == std::string_view::npos || line[first] == '#') continue;
      if (!make(line)) return std::nullopt;
    }
    return std::move(moves_);
  }

 private:
  bool wrong(const ListedFluent& at, const char* code, const std::string& message) {
    diagnostics_.error({file_, {number_, at.begin}, {number_, at.end}}, code, message);
    return false;
  }

  bool make(std::string_view line) {
    std::vector<ListedFluent> terms;
    if (!split_terms(file_, number_, line, terms, diagnostics_)) return false;
    const auto roles = game_.roles();
    if (terms.size() != roles.size()) {
      return wrong(terms.front(), "parse",
                   fmt::format("a joint move has one move for each role, {} in all; there {} {}",
                               roles.size(), terms.size() == 1 ? "is" : "are", terms.size()));
    }
    if (game_.terminal(state_, *scratch_)) {
      return wrong(terms.front(), "illegal-move", "the game is over before this move");
    }
    game_.legal(state_, *scratch_, legal_);
    std::vector<runtime::Move>& joint = moves_.emplace_back();
    for (std::size_t role = 0; role < roles.size(); ++role) {
      const auto move = game_.find_move(terms[role].text);
      const auto& legal = legal_[role];
      if (!move || !std::binary_search(legal.begin(), legal.end(), *move)) {
        return wrong(terms[role], "illegal-move",
                     fmt::format("`{}` is not legal for {} here", terms[role].text, roles[role]));
      }
      joint.push_back(*move);
    }
    game_.next(state_, joint, *scratch_, next_);
    state_.swap(next_);
    return true;
  }

  const runtime::Game& game_;
  ir::FileId file_;
  ir::Diagnostics& diagnostics_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
  runtime::State next_;
  std::vector<std::vector<runtime::Move>> legal_;
  JointMoves moves_;
  std::uint32_t number_ = 0;
};

/// Returns FNV-1a 64 of the game's file; nothing for standard input and plugins, which know only
/// the SHA-256 of their rulesheets.
std::optional<std::uint64_t> rulesheet_hash(const std::string& path,
                                            const driver::Session& session) {
  for (ir::FileId file = 0; file < session.sources->size(); ++file) {
    if ((*session.sources)[file].path == path) return runtime::fnv1a((*session.sources)[file].text);
  }
  return std::nullopt;
}

int run_record(RecordArguments& arguments) {
  driver::Session session;
  // As for `replay`.
  session.validation.allow_several_arities = true;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  const runtime::Game& game = *loaded->game;
  arguments.options.stop = &watch_interrupts();
  arguments.options.oracle = fmt::format("tesuji ({})", arguments.game.engine_name());
  arguments.options.rulesheet_hash = rulesheet_hash(arguments.game.path(), session);
  driver::Session output;
  output.sources = session.sources;
  output.diagnostics = ir::Diagnostics(*output.sources);
  std::optional<RecordedTrace> trace;
  if (arguments.moves.empty()) {
    trace = record_playouts(game, arguments.options);
  } else if (const auto file = driver::read_file(arguments.moves, output)) {
    const auto moves = MoveLines(game, *file, output.diagnostics).read();
    if (moves) trace = record_moves(game, *moves, arguments.options);
  }
  if (trace && write_output(arguments.output, trace->text, output.diagnostics) &&
      !arguments.output.empty() && arguments.output != "-") {
    fmt::print("{}: {}, {}{}\n", arguments.output, counted(trace->playouts, "playout"),
               counted(trace->states, "state"), trace->stopped ? " (interrupted)" : "");
  }
  arguments.game.report_tiers(*loaded);
  print_diagnostics(output.diagnostics);
  return exit_code_of(output.diagnostics);
}

}  // namespace

void add_record_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("record", "Record random games, or given moves, for `replay`");
  auto arguments = std::make_shared<RecordArguments>();
  RecordOptions& options = arguments->options;
  arguments->game.add_to(*command);
  Option* moves = command->add_option("--moves", arguments->moves,
                                      "Record these joint moves instead, one per line");
  moves->type_name("FILE");
  command->add_option("--playouts", options.playouts, "Number of random games")
      ->check(natural_number)
      ->capture_default_str()
      ->excludes(moves);
  command->add_option("--seed", options.seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str()
      ->excludes(moves);
  command
      ->add_option("--max-steps", options.max_steps,
                   "Maximum number of joint moves of a game; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str()
      ->excludes(moves);
  command
      ->add_option("--perft", options.perft_transitions,
                   "Maximum number of transitions for perft counts; 0: none")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the trace to this file (default: standard output)")
      ->type_name("FILE");
  declare_output(*command, command->get_option("--output"), FileKind::trace);
  add_examples(*command, {"tesuji record noughts-and-crosses.kif -o noughts.trace.json",
                          "tesuji record --engine=reference --playouts=20 nim.gdl > nim.trace.json",
                          "tesuji record --moves=opening.txt --perft=0 chess.kif"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_record(*arguments); }; });
}

}  // namespace tesuji::tools

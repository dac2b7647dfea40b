#include "tools/play/position_question.h"

#include "runtime/host/game/turns.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/progress.h"
#include "tools/base/terminal.h"
#include "tools/files/state_list.h"
#include "tools/options/number_checks.h"
#include "tools/play/game_picture.h"
#include "tools/play/seat_options.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {
namespace {

/// Returns nothing if it is not a state of the game (reported).
std::optional<runtime::State> read_state(const std::string& text, const runtime::Game& game,
                                         driver::Session& session) {
  if (text.empty()) return runtime::State(game.initial().begin(), game.initial().end());
  const auto input = read_option_text("--state", text, session);
  if (!input) return std::nullopt;
  const ir::FileId file = session.sources->add(input->name, input->text);
  const auto states = read_states(file, game, session.diagnostics);
  if (!states) return std::nullopt;
  if (states->size() == 1) return states->front().state;
  session.diagnostics.error({file, {1, 1}, {1, 1}}, "states", "one state is expected, on one line");
  return std::nullopt;
}

/// Returns nothing if a name is not a role's (reported).
std::optional<std::vector<runtime::Role>> find_roles(const std::vector<std::string>& names,
                                                     const runtime::Game& game,
                                                     driver::Session& session) {
  std::vector<runtime::Role> found;
  for (const std::string& name : names) {
    const auto role = std::find(game.roles().begin(), game.roles().end(), name);
    if (role == game.roles().end()) {
      session.diagnostics.error(
          {}, "usage",
          fmt::format("unknown role `{}`; the roles are {}", name, fmt::join(game.roles(), ", ")));
      return std::nullopt;
    }
    found.push_back(static_cast<runtime::Role>(role - game.roles().begin()));
  }
  return found;
}

int print_faults(const driver::Session& session) {
  print_diagnostics(session.diagnostics);
  return exit_code_of(session.diagnostics);
}

}  // namespace

PositionGame::PositionGame(driver::LoadedGame game, std::string path, driver::Options options,
                           std::shared_ptr<ir::SymbolTable> symbols)
    : game_(std::move(game)),
      path_(std::move(path)),
      options_(std::move(options)),
      symbols_(std::move(symbols)) {}

const GameBoards* PositionGame::boards() {
  if (!boards_ && game_.module) boards_ = std::make_unique<GameBoards>(*game_.module, *game_.game);
  return boards_.get();
}

SearchContext PositionGame::search_for(const PositionQuestion& question) {
  const std::size_t memory = memory_bytes(question.memory_mib);
  if (searched_mib_ != question.memory_mib) {
    search_ = {};
    prepare_search(search_, path_, options_, question.seed, memory);
    searched_mib_ = question.memory_mib;
  }
  SearchContext search = search_;
  search.player.search.seed = question.seed;
  if (question.move_seconds) search.limits.seconds = *question.move_seconds;
  return search;
}

int PositionGame::answer(const PositionQuestion& question) {
  driver::Session session;
  session.symbols = symbols_;
  const auto from = read_state(question.state, *game_.game, session);
  const auto moves = read_option_text("--after", question.after, session);
  const auto known_to = find_roles(question.known_to, *game_.game, session);
  const auto position =
      from && moves && known_to
          ? play_moves(*game_.game, *from, joint_moves_of(*moves), session, boards())
          : std::nullopt;
  if (!position) return print_faults(session);
  SearchContext search = search_for(question);
  EvaluationContext evaluation = question.evaluation;
  evaluation.sources.game = path_;
  if (question.move_seconds) evaluation.seconds = *question.move_seconds;
  SeatContext context{game_, options_, session, evaluation, search, question.remote};
  context.budget = memory_bytes(question.memory_mib);
  std::optional<ProgressLine> progress(std::in_place, "position", ProgressFlags());
  std::vector<Advice> advice;
  for (const std::string& player : question.players) {
    progress->begin("asking " + player);
    auto asked = ask_player(player, *position, context, players_, !question.svg.empty());
    if (!asked) return print_faults(session);
    advice.insert(advice.end(), asked->begin(), asked->end());
  }
  if (!question.known_to.empty() && !question.players.empty()) {
    // To continue play, the moves of all roles are needed, without showing who had a choice.
    const auto more = moves_without_player(*game_.game, *position, question.seed);
    advice.insert(advice.end(), more.begin(), more.end());
  }
  std::vector<MoveValues> values;
  if (question.value_seconds > 0) {
    progress->begin("searching");
    search.limits.seconds = question.value_seconds;
    search.limits.stop = &watch_interrupts();
    values = value_moves(game_, *position, search, players_);
  }
  progress.reset();
  const PositionReport report{game_, boards(), *position, advice, values, *known_to};
  if (!question.svg.empty() &&
      !write_output(question.svg, position_picture(game_, *position, advice),
                    session.diagnostics)) {
    return print_faults(session);
  }
  if (question.json) {
    print_json(to_json(report));
  } else {
    print(report, wants_color(Stream::results));
  }
  answered_ = true;
  return interrupted() ? exit_limit : exit_ok;
}

}  // namespace tesuji::tools

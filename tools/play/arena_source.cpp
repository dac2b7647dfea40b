#include "tools/play/arena_source.h"

#include "backend/strategies/strategy.h"
#include "learner/arena/search_opponent.h"
#include "learner/arena/start_boards.h"
#include "tools/base/report.h"
#include "tools/files/solution_file.h"
#include "tools/files/state_list.h"
#include "tools/options/solving_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {

namespace {

/// Limit on the graph in which symmetries are searched: if none exist, nothing else ends that
/// search.
constexpr std::size_t most_vertices = 50'000;

}  // namespace

ArenaSource::ArenaSource(std::string path, driver::Options options, const ArenaChoice& choice,
                         const driver::LoadedGame& loaded, driver::Session& session,
                         const std::atomic<bool>& stop)
    : path_(std::move(path)),
      options_(std::move(options)),
      choice_(choice),
      loaded_(loaded),
      session_(session) {
  space_.stop = &stop;
  space_.budget = choice.solving.memory_mib << 20;
}

bool ArenaSource::begin() {
  const std::string& ties = choice_.solving.ties;
  if (ties != "first" && ties != "last") {
    const auto file = driver::read_file(ties, session_);
    if (!file) return false;
    ties_text_ = session_.diagnostics.sources()[*file].text;
  }
  if (!read_ties()) return false;
  find_boards();
  return !session_.diagnostics.has_errors();
}

bool ArenaSource::begin(const std::string& ties_text, std::vector<runtime::State> boards) {
  ties_text_ = ties_text;
  start_boards_ = std::move(boards);
  given_ = true;
  return read_ties();
}

bool ArenaSource::read_ties() {
  auto ties = move_preference(choice_.solving.ties, ties_text_, *loaded_.game, session_);
  if (ties) ties_ = std::move(*ties);
  return ties.has_value();
}

void ArenaSource::find_boards() {
  const runtime::Game& game = *loaded_.game;
  const std::string& which = choice_.boards;
  if (which == "initial") {
    start_boards_.emplace_back(game.initial().begin(), game.initial().end());
    return;
  }
  const auto moves = choice_.board_moves();
  if (!moves) {
    const auto file = driver::read_file(which, session_);
    if (!file) return;
    auto listed = read_states(*file, game, session_.diagnostics);
    if (!listed) return;
    for (ListedState& one : *listed) start_boards_.push_back(std::move(one.state));
    if (start_boards_.empty()) {
      session_.diagnostics.error({*file, {1, 1}, {1, 1}}, "parse", "the file contains no state");
    }
    return;
  }
  const runtime::Turns turns(game, driver::turn_rule(loaded_));
  start_boards_ = learner::start_boards(game, turns, space_.stop, *moves);
  if (start_boards_.empty()) {
    session_.diagnostics.error(
        {}, "start-boards",
        fmt::format("{}: {} every game has ended; --boards=initial starts from the first state",
                    path_,
                    *moves == 2 ? "where each role has moved once, one after the other,"
                                : fmt::format("after {} in turn", counted(*moves, "move"))));
  }
}

/// Computed once, by the first thread that needs them; the caller holds symmetry_mutex_.
const driver::GameSymmetries& ArenaSource::symmetries() {
  if (!symmetries_) {
    const std::lock_guard lock(session_mutex_);
    symmetries_ = driver::symmetries(path_, options_, session_,
                                     {.most_vertices = most_vertices, .stop = space_.stop});
    driver::warn_of_unknown_symmetries(*symmetries_, session_.diagnostics);
  }
  return *symmetries_;
}

learner::SymmetryGroup ArenaSource::group() {
  constexpr std::size_t most = 1024;  // larger groups take too long for each state
  const std::lock_guard lock(symmetry_mutex_);
  if (!group_) {
    std::vector<runtime::NamedSymmetry> all = runtime::group_of(symmetries().generators, most);
    // A part of a group is not a group, so classes of moves would depend on the state.
    if (all.size() >= most) all.clear();
    group_ = std::make_shared<const std::vector<runtime::NamedSymmetry>>(std::move(all));
  }
  return group_;
}

/// Returns one board of each class of symmetric ones; the same for all arenas.
std::vector<runtime::State> ArenaSource::but_for_symmetry(
    const std::vector<runtime::State>& boards) {
  std::call_once(chosen_, [&] {
    const std::lock_guard lock(symmetry_mutex_);
    boards_ = learner::up_to_symmetry(*loaded_.game, boards, symmetries().generators);
  });
  return boards_;
}

std::unique_ptr<learner::Arena> ArenaSource::make() {
  learner::ArenaOptions options;
  options.space = space_;
  options.ties = ties_;
  options.symmetries = [this] { return group(); };
  options.solve = !choice_.unsolved;
  options.winnable = choice_.winnable && choice_.opponent == "perfect";
  if (choice_.opponent != "perfect") {
    options.opponent = [this](const runtime::StateSpace& space) { return opponent(space); };
  }
  if (!choice_.solving.solution.empty()) {
    options.prepare = [this](runtime::Minimax& minimax) {
      const std::lock_guard lock(session_mutex_);
      if (!read_solution(choice_.solving.solution, path_, *loaded_.game, minimax, session_)) {
        throw WrongFile();
      }
    };
  }
  if (choice_.one_of_symmetric() && !given_) {
    options.choose = [this](const std::vector<runtime::State>& boards) {
      return but_for_symmetry(boards);
    };
  }
  auto arena = std::make_unique<learner::Arena>(loaded_.game, driver::turn_rule(loaded_),
                                                start_boards_, options);
  if (!options.choose) std::call_once(chosen_, [&] { boards_ = start_boards_; });
  role_ = arena->learner();
  return arena;
}

std::unique_ptr<learner::Opponent> ArenaSource::opponent(const runtime::StateSpace& space) const {
  if (choice_.opponent == "self") return std::make_unique<learner::SelfOpponent>();
  if (choice_.opponent == "random") return std::make_unique<learner::RandomOpponent>();
  return std::make_unique<learner::SearchOpponent>(loaded_, space, choice_.simulations(), 1,
                                                   space_.stop);
}

bool ArenaSource::starts_initially() const {
  const runtime::StateView initial = loaded_.game->initial();
  return std::any_of(boards_.begin(), boards_.end(), [&](const runtime::State& board) {
    return std::equal(board.begin(), board.end(), initial.begin(), initial.end());
  });
}

}  // namespace tesuji::tools

#include "tools/play/position.h"

#include "backend/players/percept_player.h"
#include "frontend/gdl/syntax.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace tesuji::tools {
namespace {

using PositionClock = std::chrono::steady_clock;

double seconds_from(PositionClock::time_point begin) {
  return std::chrono::duration<double>(PositionClock::now() - begin).count();
}

/// Reads joint moves and plays them one by one.
class MovePlayer {
 public:
  MovePlayer(const runtime::Game& game, runtime::StateView from, driver::Session& session)
      : game_(game), session_(session), scratch_(game.make_scratch()) {
    position_.state.assign(from.begin(), from.end());
    look();
  }

  /// Returns false if the moves cannot be played (reported).
  bool play(const OptionText& input) {
    const ir::FileId file = session_.sources->add(input.name, input.text);
    const auto terms = frontend::parse_terms(file, frontend::detect_syntax(input.text),
                                             *session_.symbols, session_.diagnostics);
    if (!terms) return false;
    const ir::Span all = terms->empty() ? ir::Span{file, {1, 1}, {1, 1}} : terms->front().span;
    if (position_.terminal) {
      session_.diagnostics.error(all, "game-over",
                                 fmt::format("the game is over after {}: the state is terminal",
                                             counted(position_.turn, "joint move")));
      return false;
    }
    if (terms->size() != game_.roles().size()) {
      session_.diagnostics.error(
          all, "moves",
          fmt::format("{} given, but the game has {}",
                      terms->size() == 1 ? "1 move is" : fmt::format("{} moves are", terms->size()),
                      counted(game_.roles().size(), "role")));
      return false;
    }
    std::vector<runtime::Move> joint;
    for (runtime::Role role = 0; role < terms->size(); ++role) {
      const auto move = find((*terms)[role], role);
      if (!move) return false;
      joint.push_back(*move);
    }
    step(joint);
    return true;
  }

  [[nodiscard]] Position take() && {
    position_.fluents = game_.fluents(position_.state);
    if (position_.turn > 0) position_.before = game_.fluents(before_);
    game_.goal(position_.state, *scratch_, position_.goals);
    return std::move(position_);
  }

 private:
  std::optional<runtime::Move> find(const frontend::Term& term, runtime::Role role) {
    const std::string name = frontend::print_term(term, frontend::Syntax::kif, *session_.symbols);
    const std::vector<runtime::Move>& legal = position_.legal[role];
    const auto move = game_.find_move(name);
    if (move && runtime::has_move(legal, *move)) return move;
    std::vector<std::string> names;
    for (const runtime::Move each : legal) names.push_back(game_.move_name(each));
    const std::string near = ir::nearest_name(name, names);
    session_.diagnostics.error(term.span, "illegal-move",
                               fmt::format("{} is not legal for {}{}", name, game_.roles()[role],
                                           near.empty() ? "" : "; did you mean " + near + "?"));
    return std::nullopt;
  }

  void step(const std::vector<runtime::Move>& joint) {
    position_.past.push_back({position_.state, position_.legal, {}});
    position_.last.clear();
    for (const runtime::Move move : joint) position_.last.push_back(game_.move_name(move));
    if (game_.has_percepts()) {
      game_.percepts(position_.state, joint, *scratch_, position_.percepts);
    }
    position_.past.back().made = {position_.last, position_.percepts};
    runtime::State next(position_.state.size());
    game_.next(position_.state, joint, *scratch_, next);
    before_ = std::exchange(position_.state, std::move(next));
    ++position_.turn;
    look();
  }

  /// Computes what is needed to play on; take() adds what is only shown.
  void look() {
    position_.terminal = game_.terminal(position_.state, *scratch_);
    if (position_.terminal) {
      position_.legal.assign(game_.roles().size(), {});
    } else {
      game_.legal(position_.state, *scratch_, position_.legal);
    }
  }

  const runtime::Game& game_;
  driver::Session& session_;
  std::unique_ptr<runtime::Scratch> scratch_;
  Position position_;
  runtime::State before_;
};

/// Returns the roles that have a choice.
std::vector<runtime::Role> choosers(const runtime::Game& game, const Position& position) {
  std::vector<runtime::Role> roles;
  for (runtime::Role role = 0; role < position.legal.size(); ++role) {
    const bool chance = game.roles()[role] == runtime::chance_role;
    if (!chance && position.legal[role].size() > 1) roles.push_back(role);
  }
  return roles;
}

/// Returns the state in which the moves before a position begin.
runtime::StateView start_of(const Position& position) {
  return position.past.empty() ? position.state : position.past.front().state;
}

/// Tells a seat that is told all what happened before the position, as in a match.
void tell_past(Seat& seat, runtime::Role role, const Position& position, runtime::Rng& random) {
  LastTurn last;
  for (std::size_t turn = 0; turn < position.past.size(); ++turn) {
    const PastTurn& past = position.past[turn];
    seat.announce({past.state, past.legal[role], random, false, turn, &last});
    last = past.made;
  }
  seat.announce({position.state, position.legal[role], random, false, position.turn, &last});
}

Advice ask_seat(Seat& seat, Advice advice, const Position& position, runtime::Rng& random,
                bool threats) {
  if (seat.is_told_all()) tell_past(seat, advice.role, position, random);
  const LastTurn last{position.last, position.percepts};
  const Situation situation{
      position.state, position.legal[advice.role], random, false, position.turn, &last};
  const auto begin = PositionClock::now();
  advice.decision = seat.decide(situation);
  advice.seconds = seconds_from(begin);
  if (!advice.decision) return advice;
  advice.seconds = advice.decision->seconds.value_or(advice.seconds);
  advice.witness = seat.witness(situation, *advice.decision);
  if (threats) advice.threats = seat.threats(situation, *advice.decision);
  return advice;
}

std::optional<driver::Thought> think_blind(const driver::LoadedGame& game, runtime::Role role,
                                           const Position& position, const SearchContext& search) {
  /// Most time per turn for the states that are possible.
  constexpr std::chrono::milliseconds most_update{200};
  driver::PerceptPlayer player(game.game, role, driver::percept_options(search.player));
  player.set(start_of(position));
  for (const PastTurn& past : position.past) {
    const auto own = game.game->find_move(past.made.joint[role]);
    // If no state explains the percepts, keeps the others.
    if (own) {
      static_cast<void>(
          player.advance(*own, past.made.percepts[role], PositionClock::now() + most_update));
    }
  }
  return player.think(search.limits);
}

}  // namespace

std::optional<Position> play_moves(const runtime::Game& game, runtime::StateView from,
                                   const std::vector<OptionText>& joint_moves,
                                   driver::Session& session) {
  MovePlayer player(game, from, session);
  for (const OptionText& joint : joint_moves) {
    if (!player.play(joint)) return std::nullopt;
  }
  return std::move(player).take();
}

std::optional<std::vector<Advice>> ask_player(const std::string& player, const Position& position,
                                              SeatContext& context, bool threats) {
  const runtime::Game& game = *context.game.game;
  std::vector<Advice> all;
  runtime::Rng random(context.search.player.search.seed);
  for (const runtime::Role role : choosers(game, position)) {
    const std::unique_ptr<Seat> seat = make_seat(player, role, context);
    if (!seat) return std::nullopt;
    if (!seat->begin_match_in(start_of(position))) {
      context.session.diagnostics.error(
          {}, "usage", player + " only receives the rules, and begins in their initial state");
      return std::nullopt;
    }
    const LastTurn last{position.last, position.percepts};
    try {
      seat->await_ready();
      all.push_back(ask_seat(*seat, {role, player, {}, {}, 0}, position, random, threats));
    } catch (...) {
      seat->end_match(last, false);
      throw;
    }
    seat->end_match(last, false);
  }
  return all;
}

std::vector<Advice> moves_without_player(const runtime::Game& game, const Position& position,
                                         std::uint64_t seed) {
  std::vector<Advice> all;
  runtime::Rng random(seed, position.turn);
  for (runtime::Role role = 0; role < position.legal.size(); ++role) {
    const std::vector<runtime::Move>& legal = position.legal[role];
    const bool chance = game.roles()[role] == runtime::chance_role;
    if (legal.empty() || (legal.size() > 1 && !chance)) continue;
    const runtime::Move move =
        random_move({position.state, legal, random, false, position.turn, nullptr});
    all.push_back({role, chance ? "chance" : "forced", Decision{move, {}, {}, {}}, {}, 0});
  }
  return all;
}

std::vector<MoveValues> value_moves(const driver::LoadedGame& game, const Position& position,
                                    const SearchContext& search) {
  std::vector<MoveValues> all;
  const std::vector<runtime::Role> roles = choosers(*game.game, position);
  if (roles.empty()) return all;
  std::optional<driver::TreePlayer> player;
  if (!game.game->has_percepts()) {
    driver::TreePlayerOptions options = search.player;
    options.plans = {};  // values of all moves are wanted
    player.emplace(game, search.lanes, std::move(options));
    player->set_state(position.state);
  }
  for (const runtime::Role role : roles) {
    const auto begin = PositionClock::now();
    auto thought =
        player ? player->think(role, search.limits) : think_blind(game, role, position, search);
    if (thought) {
      all.push_back({role, std::move(*thought), seconds_from(begin)});
    }
  }
  return all;
}

}  // namespace tesuji::tools

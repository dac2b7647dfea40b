#include "tools/play/position.h"

#include "backend/players/percept_player.h"
#include "frontend/gdl/syntax.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/mcts/rollouts.h"
#include "tools/play/equal_moves.h"
#include "tools/play/move_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using PositionClock = std::chrono::steady_clock;

double seconds_from(PositionClock::time_point begin) {
  return std::chrono::duration<double>(PositionClock::now() - begin).count();
}

/// Reads a joint move as people write it, role after role. A role without a choice may be left out.
class NotationReader {
 public:
  /// `texts`: by role, what stands for each legal move, in the form of typed_notation().
  NotationReader(const std::vector<std::vector<std::vector<std::string>>>& texts,
                 const std::vector<std::vector<runtime::Move>>& legal)
      : texts_(texts), legal_(legal) {}

  [[nodiscard]] std::optional<std::vector<runtime::Move>> read(std::string_view text) {
    joint_.clear();
    if (!match(text)) return std::nullopt;
    return joint_;
  }

 private:
  bool match(std::string_view rest) {
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front())) != 0) {
      rest.remove_prefix(1);
    }
    const std::size_t role = joint_.size();
    if (role == legal_.size()) return rest.empty();
    for (std::size_t i = 0; i < legal_[role].size(); ++i) {
      for (const std::string& text : texts_[role][i]) {
        if (!rest.starts_with(text)) continue;
        const std::string_view after = rest.substr(text.size());
        const bool ends =
            after.empty() || std::isspace(static_cast<unsigned char>(after.front())) != 0;
        if (ends && goes_on(legal_[role][i], after)) return true;
      }
    }
    return legal_[role].size() == 1 && goes_on(legal_[role].front(), rest);
  }

  bool goes_on(runtime::Move move, std::string_view rest) {
    joint_.push_back(move);
    if (match(rest)) return true;
    joint_.pop_back();
    return false;
  }

  const std::vector<std::vector<std::vector<std::string>>>& texts_;
  const std::vector<std::vector<runtime::Move>>& legal_;
  std::vector<runtime::Move> joint_;
};

/// Reads joint moves and plays them one by one.
class MovePlayer {
 public:
  MovePlayer(const runtime::Game& game, runtime::StateView from, const GameBoards* boards,
             driver::Session& session)
      : game_(game), boards_(boards), session_(session), scratch_(game.make_scratch()) {
    position_.state.assign(from.begin(), from.end());
    look();
  }

  /// Returns false if the moves cannot be played (reported).
  bool play(const OptionText& input) {
    if (const auto joint = read_notation(input.text)) {
      step(*joint);
      return true;
    }
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
    if (boards_ != nullptr && input.text.find('(') == std::string::npos) {
      report_illegal(input.text, all);
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
  /// Returns nothing if the text has terms, or does not name legal moves.
  std::optional<std::vector<runtime::Move>> read_notation(const std::string& text) {
    if (boards_ == nullptr || position_.terminal || text.find('(') != std::string::npos) {
      return std::nullopt;
    }
    // Only what lies on a board shows in a text; states of other games may be large.
    const bool hidden = game_.has_percepts() || !boards_->view.has_board();
    const std::vector<std::string> fluents =
        hidden ? std::vector<std::string>() : game_.fluents(position_.state);
    std::vector<std::vector<std::vector<std::string>>> texts;
    for (runtime::Role role = 0; role < position_.legal.size(); ++role) {
      const std::vector<std::string> names = names_of(game_, position_.legal[role]);
      const std::vector<std::string> written =
          boards_->notation.texts(names, role, hidden ? nullptr : &fluents);
      std::vector<std::vector<std::string>>& own = texts.emplace_back();
      for (std::size_t i = 0; i < names.size(); ++i) {
        own.push_back({typed_notation(written[i]), typed_notation(names[i])});
      }
    }
    return NotationReader(texts, position_.legal).read(typed_notation(text));
  }

  /// Reports a text without terms, and what the first role that has a choice can play.
  void report_illegal(std::string text, const ir::Span& where) {
    const auto is_blank = [](unsigned char c) { return std::isspace(c) != 0; };
    text.erase(std::find_if_not(text.rbegin(), text.rend(), is_blank).base(), text.end());
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_blank));
    runtime::Role role = 0;
    while (role + 1 < position_.legal.size() && position_.legal[role].size() < 2) ++role;
    const std::vector<std::string> names = names_of(game_, position_.legal[role]);
    const std::vector<std::string> texts = boards_->notation.texts(names, role, nullptr);
    const std::string near = ir::nearest_name(text, texts);
    std::string message = fmt::format("`{}` is not legal here", text);
    if (!texts.empty()) {
      message += fmt::format("; {} has {}, such as `{}`", game_.roles()[role],
                             counted(texts.size(), "move"), near.empty() ? texts.front() : near);
    }
    session_.diagnostics.error(where, "illegal-move", message);
  }

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
  const GameBoards* boards_;
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

/// Returns the sum of two roles' goals if random games from the position all end with the same one.
std::optional<double> constant_sum(const driver::LoadedGame& game, const Position& position,
                                   const SearchContext& search) {
  constexpr std::size_t games = 8;
  if (game.game->roles().size() != 2) return std::nullopt;
  std::vector<std::uint64_t> leaves;
  for (std::size_t i = 0; i < games; ++i) {
    leaves.insert(leaves.end(), position.state.begin(), position.state.end());
  }
  std::vector<float> values(games * 2);
  runtime::scalar_rollouts(game.game, {.seed = search.player.search.seed})(0)->play(
      leaves, values, search.limits.stop);
  const float first = values[0] + values[1];
  for (std::size_t i = 0; i < games; ++i) {
    // A game that was stopped has no number as its value.
    if (!(std::abs(values[2 * i] + values[2 * i + 1] - first) < 1e-3F)) return std::nullopt;
  }
  return 100.0 * static_cast<double>(first);
}

/// Returns the values of the position to all roles, as far as the search for `role` says them: with
/// a constant sum of two roles' goals the other's, else those of roles without a choice, which are
/// means over all playouts. `player`: that has thought for `role`; null: another has.
std::vector<std::optional<double>> values_by_role(const runtime::Game& game,
                                                  const Position& position, runtime::Role role,
                                                  const driver::Thought& thought,
                                                  driver::TreePlayer* player,
                                                  std::optional<double> sum) {
  std::vector<std::optional<double>> values(position.legal.size());
  values[role] = thought.value;
  for (runtime::Role other = 0; other < values.size(); ++other) {
    const bool chance = game.roles()[other] == runtime::chance_role;
    if (player == nullptr || chance || position.legal[other].size() != 1) continue;
    if (sum) {
      values[other] = std::clamp(*sum - thought.value, 0.0, 100.0);
      continue;
    }
    // With one move it need not search.
    const auto known = player->think(other, {.simulations = 1});
    if (known && known->simulations > 0) values[other] = known->value;
  }
  return values;
}

}  // namespace

std::optional<Position> play_moves(const runtime::Game& game, runtime::StateView from,
                                   const std::vector<OptionText>& joint_moves,
                                   driver::Session& session, const GameBoards* boards) {
  MovePlayer player(game, from, boards, session);
  for (const OptionText& joint : joint_moves) {
    if (!player.play(joint)) return std::nullopt;
  }
  return std::move(player).take();
}

std::optional<std::vector<Advice>> ask_player(const std::string& player, const Position& position,
                                              SeatContext& context, KeptPlayers& kept,
                                              bool threats) {
  const runtime::Game& game = *context.game.game;
  std::vector<Advice> all;
  runtime::Rng random(context.search.player.search.seed);
  for (const runtime::Role role : choosers(game, position)) {
    const auto [seat, is_new] = kept.seat(player, role, context);
    if (!seat) return std::nullopt;
    if (!is_new) {
      all.push_back(ask_seat(*seat, {role, player, {}, {}, 0}, position, random, threats));
      continue;
    }
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
                                    const SearchContext& search, KeptPlayers& kept) {
  std::vector<MoveValues> all;
  const std::vector<runtime::Role> roles = choosers(*game.game, position);
  if (roles.empty()) return all;
  driver::TreePlayer* player = nullptr;
  if (!game.game->has_percepts()) {
    player = &kept.valuer(game, search);
    player->set_state(position.state);
  }
  const auto sum = player != nullptr ? constant_sum(game, position, search) : std::nullopt;
  for (const runtime::Role role : roles) {
    const auto begin = PositionClock::now();
    auto thought = player != nullptr ? player->think(role, search.limits)
                                     : think_blind(game, role, position, search);
    if (!thought) continue;
    const auto& symmetries = search.player.symmetries;
    const auto choose =
        std::ranges::count_if(position.legal, [](const auto& moves) { return moves.size() > 1; });
    if (player != nullptr && choose == 1 && symmetries) {
      add_equal_moves(*game.game, position.state, role, position.legal[role], symmetries->made(),
                      *thought);
    }
    MoveValues values{role, std::move(*thought), seconds_from(begin)};
    values.by_role = values_by_role(*game.game, position, role, values.thought, player, sum);
    all.push_back(std::move(values));
  }
  return all;
}

}  // namespace tesuji::tools

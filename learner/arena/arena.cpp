#include "learner/arena/arena.h"

#include "runtime/host/search/survey.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace tesuji::learner {

using runtime::Node;
using runtime::StateSpace;

namespace {

constexpr std::size_t most_moves = 100'000;  ///< of a game

}  // namespace

Arena::Arena(std::shared_ptr<const runtime::Game> game, runtime::TurnRule turns,
             std::vector<runtime::State> boards, const ArenaOptions& options)
    : game_(std::move(game)),
      boards_(std::move(boards)),
      symmetries_(options.symmetries),
      minimax_(game_, std::move(turns), options.space),
      solved_(options.solve),
      winnable_(options.winnable) {
  minimax_.prefer(options.ties);
  if (options.prepare) options.prepare(minimax_);
  minimax_.keep();
  if (solved_) {
    for (const runtime::State& board : boards_) static_cast<void>(minimax_.value(board));
  }
  if (options.choose) boards_ = options.choose(std::move(boards_));
  check_boards();
  if (solved_) explore();
  if (options.opponent) opponent_ = options.opponent(space());
}

/// Checks that the game is not over in any board, and that the same role is to move in all.
void Arena::check_boards() {
  for (std::size_t number = 0; number < boards_.size(); ++number) {
    Node* start = space().root(boards_[number]);
    space().expand(*start);
    if (start->edge_count == 0) {
      throw UnfitGame("start board " + std::to_string(number + 1) + " is the end of a game");
    }
    start_nodes_.push_back(start);
    const runtime::Role mover = StateSpace::mover(*start);
    if (number == 0) learner_ = mover;
    if (mover != learner_) {
      throw UnfitGame("in start board " + std::to_string(number + 1) + " " + game_->roles()[mover] +
                      " is to move, but " + game_->roles()[learner_] +
                      " is the learner, as in the first one");
    }
  }
}

/// Explores all games that can be played here: how they end, and how long they are.
void Arena::explore() {
  StateSpace& space = this->space();
  struct Place {
    Node* node;
    std::uint32_t edge;  ///< the next edge to follow
    std::uint32_t end;
    std::uint32_t longest;  ///< boards of the longest game from this one on
  };
  constexpr auto open = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> longest;  ///< by node; 0: not known yet; open: on the path
  std::vector<Place> path;
  bool can_win = false;
  const auto enter = [&](Node* node) {
    space.expand(*node);
    Place place{node, 0, node->edge_count, 1};
    if (node->edge_count == 0) {
      can_win |= outcome_of(*node) == Outcome::won;
    } else if (StateSpace::mover(*node) != learner_) {
      place.edge = answer(*node);
      place.end = place.edge + 1;
    }
    path.push_back(place);
    if (longest.size() <= node->number) longest.resize(space.node_count());
    longest[node->number] = open;
  };
  for (std::size_t number = 0; number < boards_.size(); ++number) {
    Node* start = space.root(boards_[number]);
    const runtime::GameValue value = minimax_.value(boards_[number]);
    if (value.margin_for(learner_) > 0) {
      deepest_win_ = std::max(deepest_win_, (value.plies + 1) / 2);
    }
    if (start->number < longest.size() && longest[start->number] > 0) continue;
    enter(start);
    while (!path.empty()) {
      space.poll();
      Place& place = path.back();
      if (place.edge == place.end) {
        longest[place.node->number] = place.longest;
        longest_ = std::max(longest_, place.longest);
        path.pop_back();
        continue;
      }
      Node* next = space.successor(*place.node, place.edge);
      space.expand(*next);
      if (next->edge_count > 0 && StateSpace::mover(*next) == StateSpace::mover(*place.node)) {
        refuse_second_move(*next);
      }
      const std::uint32_t known = next->number < longest.size() ? longest[next->number] : 0;
      if (known == open) {
        throw UnfitGame(
            std::string(game_->name()) +
            ": games against a perfect player need not end, for a state can come again");
      }
      if (known > 0) {
        place.longest = std::max(place.longest, known + 1);
        ++place.edge;
      } else {
        enter(next);
      }
    }
  }
  if (!can_win && winnable_) {
    throw UnfitGame(
        game_->roles()[learner_] +
        " cannot win against perfect play from any start board, so there is no win to learn; "
        "--opponent=self learns from games against itself");
  }
}

void Arena::refuse_second_move(const Node& node) {
  throw UnfitGame(game_->roles()[StateSpace::mover(node)] +
                  " moves twice in a row, which what can be learned makes no sense of: turns must "
                  "alternate. The second move is in " +
                  text_of(node));
}

std::string Arena::text_of(const Node& node) {
  std::string text;
  for (const std::string& fluent : game_->fluents(space().state(node))) {
    text += (text.empty() ? "" : " ") + fluent;
  }
  return text;
}

Outcome Arena::outcome_of(const Node& node) {
  std::array<int, 2> goals{};
  space().goal_values(node, goals);
  const int own = goals[learner_];
  const int other = goals[runtime::other_role(learner_)];
  if (own == 100 && other == 0) return Outcome::won;
  if (own == 0 && other == 100) return Outcome::lost;
  if (own == 50 && other == 50) return Outcome::drawn;
  throw UnfitGame(
      "strategies are learned where one role wins (goals 100 and 0) or both draw (50 "
      "and 50), but " +
      game_->roles()[learner_] + " has " + (own < 0 ? "no goal" : std::to_string(own)) + " and " +
      game_->roles()[runtime::other_role(learner_)] + " has " +
      (other < 0 ? "no goal" : std::to_string(other)) + " at the end in " + text_of(node));
}

/// Returns the edge of the opponent's move.
std::uint32_t Arena::answer(const Node& node) {
  const runtime::Move move = minimax_.best(space().state(node))->move;
  std::uint32_t edge = 0;
  while (node.edges[edge].move != move) ++edge;
  return edge;
}

PlayedGame Arena::play(Learner& learner, std::size_t board, runtime::Rng& random,
                       Opponent* opponent) {
  StateSpace& space = this->space();
  PlayedGame game;
  game.board = board;
  Node* node = space.root(boards_[board]);
  game.boards.push_back(node);
  for (space.expand(*node); node->edge_count > 0; space.expand(*node)) {
    std::uint32_t edge = 0;
    if (StateSpace::mover(*node) == learner_) {
      const Learner::Choice choice = learner.choose(*node, random);
      edge = choice.edge;
      if (choice.random) ++game.random_moves;
    } else {
      edge = opponent ? opponent->answer(*node, learner, random) : answer(*node);
    }
    Node* next = space.successor(*node, edge);
    space.expand(*next);
    if (next->edge_count > 0 && StateSpace::mover(*next) == StateSpace::mover(*node)) {
      refuse_second_move(*next);
    }
    if (game.edges.size() == most_moves) {
      throw UnfitGame(std::string(game_->name()) + ": a game was not over after " +
                      std::to_string(most_moves) + " moves");
    }
    node = next;
    game.edges.push_back(edge);
    game.boards.push_back(node);
  }
  game.outcome = outcome_of(*node);
  const int worth = solved_ ? runtime::points(minimax_.value(boards_[board]).margin_for(learner_))
                            : points_of(Outcome::won);
  game.regret = worth - points_of(game.outcome);
  return game;
}

}  // namespace tesuji::learner

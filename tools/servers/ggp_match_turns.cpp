// Applies messages to a match, and decides moves.
#include "tools/servers/ggp_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

using namespace match_times;

// Turns -------------------------------------------------------------------------------------------

/// Without turn numbers, the same moves may be those of the next turn, too. They are if they are
/// legal there, and the server had the answer that it was waiting for.
bool GgpMatch::is_repeated(const Task& task) {
  if (!asked_) return false;
  const GgpMessage& message = task.message;
  if (message.seen) {
    return seen_ && seen_->turn == message.seen->turn && seen_->move == message.seen->move &&
           seen_->percepts == message.seen->percepts;
  }
  if (message.moves != told_) return message.moves.empty();
  std::string ignored;
  return told_.empty() || !task.answered || !legal_joint(message.moves, ignored);
}

std::optional<std::vector<runtime::Move>> GgpMatch::legal_joint(
    const std::vector<std::string>& moves, std::string& why) {
  const runtime::Game& game = *game_.game;
  if (moves.size() != game.roles().size()) {
    why = fmt::format("{} moves for {} roles", moves.size(), game.roles().size());
    return std::nullopt;
  }
  if (game.terminal(state_, *scratch_)) {
    why = "the game has ended";
    return std::nullopt;
  }
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(state_, *scratch_, legal);
  std::vector<runtime::Move> joint;
  for (runtime::Role role = 0; role < moves.size(); ++role) {
    const std::optional<runtime::Move> move = game.find_move(moves[role]);
    if (!move || !std::binary_search(legal[role].begin(), legal[role].end(), *move)) {
      why = fmt::format("{} is not a legal move of {}", moves[role], game.roles()[role]);
      return std::nullopt;
    }
    joint.push_back(*move);
  }
  return joint;
}

void GgpMatch::take_moves(const GgpMessage& message) {
  if (message.moves.empty()) {
    told_.clear();
    return;
  }
  if (possible_) state_ = possible_->states().states().front();
  std::string why;
  const auto joint = legal_joint(message.moves, why);
  if (!joint) {
    say(fmt::format("turn {}: {}: the state is kept", turn_ + 1, why));
    return;
  }
  runtime::State next(game_.game->state_words());
  game_.game->next(state_, *joint, *scratch_, next);
  state_ = std::move(next);
  if (possible_) possible_->set(state_);
  told_ = message.moves;
  note_turn(message.moves);
}

void GgpMatch::take_percepts(const GgpMessage& message, Clock::time_point until) {
  if (!possible_) {
    possible_ = std::make_unique<driver::PerceptPlayer>(game_.game, role_,
                                                        driver::percept_options(options_.player));
    possible_->set(state_);
  }
  seen_ = message.seen;
  if (seen_->move.empty()) return;
  const std::optional<runtime::Move> own = game_.game->find_move(seen_->move);
  if (!own) {
    say(fmt::format("turn {}: {} is not a move of the game: the states are kept", turn_ + 1,
                    seen_->move));
    return;
  }
  ++turn_;
  const auto half = Clock::now() + (until - Clock::now()) / 2;
  if (!possible_->advance(*own, seen_->percepts, half)) {
    say(fmt::format("turn {}: no known state explains the percepts", turn_));
  }
}

void GgpMatch::note_turn(const std::vector<std::string>& moves) {
  ++turn_;
  {
    const std::lock_guard lock(mutex_);
    // Neither the current task nor the waiting ones are answered yet.
    const bool asked = asked_ && sent_of_ > 0 && !sent_.empty();
    record_.answers.push_back(asked ? sent_ : std::string());
    sent_.clear();
  }
  record_.moves.push_back(moves);
  note_state();
}

void GgpMatch::note_state() {
  record_.states.push_back(game_.game->fluents(state_));
  record_.times.push_back(milliseconds_since_1970());
}

/// The record has the goals if the state is known. With percepts it is not: then the match has
/// ended if each possible state is terminal, and a goal is recorded if all of them agree.
void GgpMatch::note_end() {
  const std::span<const runtime::State> states =
      possible_ ? possible_->states().states() : std::span(&state_, 1);
  ended_ = std::all_of(states.begin(), states.end(), [&](const runtime::State& state) {
    return game_.game->terminal(state, *scratch_);
  });
  record_.completed = ended_ && !possible_;
  if (!ended_) {
    say("the match was stopped before its end");
    return;
  }
  std::vector<int> goals(record_.roles.size());
  game_.game->goal_values(states.front(), *scratch_, goals);
  if (record_.completed) record_.goals = goals;
  std::vector<std::string> told;
  for (const int goal : goals) told.push_back(std::to_string(goal));
  for (const runtime::State& state : states.subspan(1)) {
    std::vector<int> others(goals.size());
    game_.game->goal_values(state, *scratch_, others);
    for (std::size_t role = 0; role < goals.size(); ++role) {
      if (others[role] != goals[role]) told[role] = "?";
    }
  }
  say(fmt::format("end after {} turns, goals {}", turn_, fmt::join(told, " ")));
}

// Moves -------------------------------------------------------------------------------------------

void GgpMatch::publish(std::uint64_t number, const std::string& move, bool final) {
  const std::lock_guard lock(mutex_);
  (final ? answer_of_ : fallback_of_) = number;
  (final ? answer_ : fallback_) = move;
  changed_.notify_all();
}

void GgpMatch::log_move(const Task& task, const std::string& move, const std::string& how) {
  say(fmt::format("turn {}: {}: {}, {:.3f} s", turn_ + 1, move, how,
                  seconds_between(task.arrived, Clock::now())));
}

void GgpMatch::decide(const Task& task) {
  const runtime::Game& game = *game_.game;
  std::vector<runtime::Move> own;
  if (possible_) {
    own = possible_->legal();
  } else if (!game.terminal(state_, *scratch_)) {
    std::vector<std::vector<runtime::Move>> legal;
    game.legal(state_, *scratch_, legal);
    own = std::move(legal[role_]);
  }
  if (own.empty()) {
    publish(task.number, "nil", true);
    log_move(task, "nil", "no legal move");
    return;
  }
  const std::string at_once = game.move_name(own[random_.below(own.size())]);
  publish(task.number, at_once, false);
  if (own.size() == 1 || (!player_ && !possible_)) {
    publish(task.number, at_once, true);
    log_move(task, at_once, own.size() == 1 ? "the only legal move" : "random");
    if (player_ && !possible_) player_->set_state(state_);
    ahead_ = true;
    return;
  }
  std::string how = "random";
  const std::string move = search(task, own, how);
  publish(task.number, move.empty() ? at_once : move, true);
  log_move(task, move.empty() ? at_once : move, how);
  ahead_ = true;
}

std::optional<driver::Thought> GgpMatch::think(double seconds) {
  const runtime::TreeSearchLimits limits{seconds, 0, &interrupt_};
  return possible_ ? possible_->think(limits) : player_->think(role_, limits);
}

std::string GgpMatch::search(const Task& task, std::span<const runtime::Move> legal,
                             std::string& how) {
  std::string move;
  try {
    if (!possible_) player_->set_state(state_);
    const bool at_once = player_ && player_->is_planning();
    double part = (at_once ? 1 : first_part) * seconds_until(task.think_until);
    for (;;) {
      // At least a moment, so that late messages are answered, too.
      const double left = std::max(seconds_until(task.think_until), shortest_part / 10);
      if (left - part < shortest_part) part = left;
      const auto begin = Clock::now();
      const std::optional<driver::Thought> thought = think(std::max(part, shortest_part / 10));
      const std::optional<runtime::Move> found =
          thought ? game_.game->find_move(thought->move) : std::nullopt;
      if (!found || !std::binary_search(legal.begin(), legal.end(), *found)) {
        how = "random: search found no move";
        return {};
      }
      move = thought->move;
      publish(task.number, move, false);
      how = driver::describe(*thought);
      const bool early = seconds_between(begin, Clock::now()) < part / 2;
      if (interrupt_ || early || seconds_until(task.think_until) < shortest_part) return move;
      part = std::min(longest_part, seconds_until(task.think_until));
    }
  } catch (const runtime::LimitReached& error) {
    say(fmt::format("turn {}: search ended: {}", turn_ + 1, error.what()));
  }
  return move;
}

}  // namespace tesuji::tools

#include "tools/play/match.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <algorithm>
#include <chrono>

namespace tesuji::tools {

namespace {

class MatchRun {
 public:
  MatchRun(const runtime::Game& game, const std::vector<std::unique_ptr<Seat>>& seats,
           runtime::Rng& random, const MatchOptions& options)
      : game_(game),
        seats_(seats),
        random_(random),
        options_(options),
        scratch_(runtime::make_scratch(game, &watch_interrupts())),
        state_(game.initial().begin(), game.initial().end()) {}

  Match run() {
    match_.end = play_watched();
    match_.fluents = game_.fluents(state_);
    game_.goal(state_, *scratch_, match_.goals);
    return std::move(match_);
  }

 private:
  Match::End play_watched() {
    const runtime::StopScope scope(&watch_interrupts());
    try {
      return play();
    } catch (const runtime::Stopped&) {
      return Match::End::abandoned;  // Ctrl-C during a question
    }
  }

  Match::End play() {
    runtime::State successor(game_.state_words());
    using enum Chosen;
    std::vector<runtime::Move> joint(seats_.size());
    for (;;) {
      Turn turn;
      turn.fluents = game_.fluents(state_);
      if (options_.on_state) options_.on_state(turn.fluents, match_.turns.size());
      if (game_.terminal(state_, *scratch_)) return Match::End::terminal;
      if (options_.step_limit > 0 && match_.turns.size() >= options_.step_limit)
        return Match::End::cut;
      game_.legal(state_, *scratch_, legal_);
      for (const auto& moves : legal_) {
        if (moves.empty()) return Match::End::stuck;
      }
      const Chosen chosen = interrupted() ? nothing : choose(turn, joint);
      if (chosen == nothing) return Match::End::abandoned;
      if (chosen == take_back) continue;
      for (const runtime::Move move : joint) turn.joint.push_back(game_.move_name(move));
      if (game_.has_percepts()) game_.percepts(state_, joint, *scratch_, turn.percepts);
      if (options_.on_turn) options_.on_turn(turn);
      game_.next(state_, joint, *scratch_, successor);
      states_.push_back(state_);
      state_.swap(successor);
      match_.turns.push_back(std::move(turn));
    }
  }

  enum class Chosen : std::uint8_t {
    joint_move,
    take_back,  ///< a seat took its last move back: that state has come again
    nothing,    ///< a player left
  };

  /// The last turn in which the role chose; no turn where there is none.
  [[nodiscard]] std::size_t last_choice(runtime::Role role) const {
    std::size_t i = match_.turns.size();
    while (i > 0) {
      const std::vector<MoveRecord>& chosen = match_.turns[--i].chosen;
      if (std::any_of(chosen.begin(), chosen.end(),
                      [&](const MoveRecord& record) { return record.role == role; })) {
        return i;
      }
    }
    return match_.turns.size();
  }

  void go_back(std::size_t turn) {
    state_ = states_[turn];
    states_.resize(turn);
    match_.turns.resize(turn);
  }

  /// Every role's move.
  Chosen choose(Turn& turn, std::vector<runtime::Move>& joint) {
    runtime::Role mover = runtime::no_role;
    if (options_.turns != nullptr) mover = options_.turns->turn(state_, legal_).mover;
    for (runtime::Role role = 0; role < joint.size(); ++role) {
      const std::vector<runtime::Move>& moves = legal_[role];
      const bool has_say = options_.turns != nullptr ? role == mover : moves.size() > 1;
      if (!has_say) {
        joint[role] = moves.front();
        continue;
      }
      const auto begin = std::chrono::steady_clock::now();
      const std::size_t last = last_choice(role);
      const bool can_undo = last < match_.turns.size();
      std::optional<Decision> decision = ask(*seats_[role], moves, can_undo);
      if (!decision) return Chosen::nothing;
      if (decision->undo) {
        if (can_undo) go_back(last);
        return Chosen::take_back;
      }
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
      joint[role] = decision->move;
      turn.chosen.push_back({role, std::move(*decision), time.count()});
    }
    // Nobody sees what others chose before all have.
    for (const MoveRecord& record : turn.chosen) {
      if (options_.on_move) options_.on_move(record);
    }
    return Chosen::joint_move;
  }

  std::optional<Decision> ask(Seat& seat, const std::vector<runtime::Move>& moves, bool can_undo) {
    try {
      return seat.decide({state_, moves, random_, can_undo});
    } catch (const runtime::Stopped&) {
      return std::nullopt;  // Ctrl-C during a search
    }
  }

  const runtime::Game& game_;
  const std::vector<std::unique_ptr<Seat>>& seats_;
  runtime::Rng& random_;
  const MatchOptions& options_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
  std::vector<std::vector<runtime::Move>> legal_;
  std::vector<runtime::State> states_;  ///< before each turn of the match
  Match match_;
};

}  // namespace

const char* name_of(Match::End end) {
  static constexpr const char* names[] = {"terminal", "cut", "stuck", "abandoned"};
  return names[static_cast<std::size_t>(end)];
}

Match play_match(const runtime::Game& game, const std::vector<std::unique_ptr<Seat>>& seats,
                 runtime::Rng& random, const MatchOptions& options) {
  return MatchRun(game, seats, random, options).run();
}

}  // namespace tesuji::tools

#include "tools/play/match.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <fmt/format.h>

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
        is_told_all_(std::any_of(seats.begin(), seats.end(),
                                 [](const auto& seat) { return seat->is_told_all(); })),
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
      return Match::End::abandoned;  // Ctrl-C within a question
    }
  }

  Match::End play() {
    for (const auto& seat : seats_) seat->begin_match();
    for (const auto& seat : seats_) seat->await_ready();
    const auto end_all = [&](bool finished) {
      for (const auto& seat : seats_) seat->end_match(last_turn(), finished);
    };
    try {
      const Match::End end = play_turns();
      end_all(end == Match::End::terminal);
      return end;
    } catch (...) {
      end_all(false);
      throw;
    }
  }

  Match::End play_turns() {
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
    take_back,  ///< a seat took its last move back: that state is repeated
    nothing,    ///< a player left
  };

  /// Returns the last turn in which the role chose; no turn if none exists.
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

  /// Chooses every role's move.
  Chosen choose(Turn& turn, std::vector<runtime::Move>& joint) {
    const LastTurn last = last_turn();
    for (runtime::Role role = 0; role < joint.size(); ++role) {
      if (!seats_[role]->is_told_all()) continue;
      seats_[role]->announce({state_, legal_[role], random_, false, match_.turns.size(), &last});
    }
    runtime::Role mover = runtime::no_role;
    if (options_.turns != nullptr) mover = options_.turns->turn(state_, legal_).mover;
    for (runtime::Role role = 0; role < joint.size(); ++role) {
      const std::vector<runtime::Move>& moves = legal_[role];
      const bool has_say = options_.turns != nullptr ? role == mover : moves.size() > 1;
      if (!has_say && !seats_[role]->is_told_all()) {
        joint[role] = moves.front();
        continue;
      }
      const auto begin = std::chrono::steady_clock::now();
      const std::size_t choice = last_choice(role);
      const bool can_undo = choice < match_.turns.size() && !is_told_all_;
      const Situation situation{state_, moves, random_, can_undo, match_.turns.size(), &last};
      std::optional<Decision> decision = ask(*seats_[role], situation);
      if (!decision) return Chosen::nothing;
      if (decision->undo) {
        if (can_undo) go_back(choice);
        return Chosen::take_back;
      }
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
      joint[role] = decision->move;
      // A player's fault counts, even if the role had no choice.
      if (!has_say && decision->fallback.empty()) continue;
      const double seconds = decision->seconds.value_or(time.count());
      turn.chosen.push_back({role, std::move(*decision), seconds});
      if (options_.explain || options_.on_move) turn.chosen.back().legal = moves;
      if (options_.explain) explain(situation, turn.chosen.back());
    }
    // Moves are shown only after all roles have chosen.
    for (const MoveRecord& record : turn.chosen) {
      if (options_.on_move) options_.on_move(turn, record);
    }
    return Chosen::joint_move;
  }

  [[nodiscard]] LastTurn last_turn() const {
    if (match_.turns.empty()) return {};
    const Turn& turn = match_.turns.back();
    return {turn.joint, turn.percepts,
            game_.has_percepts() ? std::vector<std::string>() : reasons_of(turn)};
  }

  /// Returns who or what chose the moves of a turn, each with its reading and its clauses.
  [[nodiscard]] std::vector<std::string> reasons_of(const Turn& turn) const {
    std::vector<std::string> reasons;
    for (const MoveRecord& record : turn.chosen) {
      const Decision& decision = record.decision;
      if (decision.by.empty() || decision.by == "human") continue;
      reasons.push_back(fmt::format("{} by {}{}{}", game_.roles()[record.role], decision.by,
                                    decision.reading.empty() ? ""
                                    : record.witness         ? ", which claims: "
                                                             : ": ",
                                    decision.reading));
      if (!decision.fallback.empty()) reasons.push_back("  " + decision.fallback);
      if (!record.witness) continue;
      for (const auto& proof : record.witness->proofs) {
        const std::string clause = "  " + proof.clause;
        if (std::find(reasons.begin(), reasons.end(), clause) == reasons.end()) {
          reasons.push_back(clause);
        }
      }
    }
    return reasons;
  }

  void explain(const Situation& situation, MoveRecord& record) {
    record.witness = seats_[record.role]->witness(situation, record.decision);
    record.threats = seats_[record.role]->threats(situation, record.decision);
  }

  static std::optional<Decision> ask(Seat& seat, const Situation& situation) {
    try {
      return seat.decide(situation);
    } catch (const runtime::Stopped&) {
      return std::nullopt;  // Ctrl-C during a search
    }
  }

  const runtime::Game& game_;
  const std::vector<std::unique_ptr<Seat>>& seats_;
  runtime::Rng& random_;
  const MatchOptions& options_;
  bool is_told_all_;  ///< a seat is told all: it cannot take back moves that it was told
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

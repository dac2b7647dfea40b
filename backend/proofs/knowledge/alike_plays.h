// Plays a game state by state, and follows, replays and searches for plays that look alike to a
// role.
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/observe/observer.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::proofs {

using Moves = std::vector<runtime::Move>;  ///< by role

/// What a role should know of a state; parts without a claim are empty.
struct View {
  bool over = false;
  Moves legal;                     ///< the role's own moves, unless the game is over
  std::vector<std::string> goals;  ///< once the game is over
};

/// Whether the claimed knowledge is the same in two states.
[[nodiscard]] bool same(Known known, const View& a, const View& b);

/// A state of a game, from which play can continue. For one thread; the observer must outlive it.
class Walk {
 public:
  explicit Walk(const Observer& observer)
      : observer_(observer), game_(observer.game()), scratch_(game_.make_scratch()) {
    restart();
  }

  [[nodiscard]] const runtime::Game& game() const { return game_; }
  void restart() { state_.assign(game_.initial().begin(), game_.initial().end()); }
  void go_to(runtime::StateView state) { state_.assign(state.begin(), state.end()); }
  [[nodiscard]] const runtime::State& state() const { return state_; }
  [[nodiscard]] std::vector<std::string> fluents() const { return game_.fluents(state_); }
  [[nodiscard]] bool over() { return game_.terminal(state_, *scratch_); }
  [[nodiscard]] const std::vector<Moves>& legal();
  /// By role.
  [[nodiscard]] std::vector<View> views();
  /// Returns what each role would see of a joint move.
  [[nodiscard]] std::vector<std::vector<std::string>> percepts(const Moves& joint);
  /// Makes the joint move; returns the percepts of each role.
  std::vector<std::vector<std::string>> advance(const Moves& joint);

 private:
  const Observer& observer_;
  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
  std::vector<Moves> legal_;
};

/// Returns the play of these moves from the initial state, with its states.
[[nodiscard]] Play shown_play(const Observer& observer, std::span<const Moves> moves);

/// Plays two plays from the initial state to their ends. Returns an empty string if they are legal,
/// have the shown states, and look alike to the role; otherwise the difference, in words.
[[nodiscard]] std::string play_alike(std::uint32_t role, const Play& a, const Play& b, Walk& first,
                                     Walk& second);

/// Replays both plays on the game's state machine. Returns an empty string if they are legal, have
/// the shown states, look alike to the role, and differ in the claimed knowledge in their last
/// states; otherwise the difference, in words.
[[nodiscard]] std::string replay_alike(const Observer& observer, std::uint32_t role, Known known,
                                       const std::pair<Play, Play>& plays);

struct AlikeOptions {
  std::uint64_t pairs = 1'000'000;           ///< of plays that look alike to some role
  double seconds = 5;                        ///< 0: no limit
  std::uint64_t most_histories = 2'000'000;  ///< number to remember
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
};

struct AlikeViolation {
  std::uint32_t role = 0;
  Known known = Known::legal;
  std::pair<Play, Play> plays;
};

struct AlikeResult {
  std::uint64_t pairs = 0;  ///< number of histories compared
  std::uint64_t plays = 0;
  std::vector<AlikeViolation> violations;  ///< the first one for each role and claim
};

/// Plays at random, and compares the knowledge of all roles except `random` in states reached by
/// plays that look alike to them. Throws runtime::LimitReached as the game does.
[[nodiscard]] AlikeResult attack_alike(const Observer& observer, const AlikeOptions& options);

}  // namespace tesuji::proofs

#include "runtime/host/game/mixed_game.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tesuji::runtime {
namespace {

struct MixedScratch final : Scratch {
  std::unique_ptr<Scratch> first;
  std::unique_ptr<Scratch> second;
  std::vector<Move> joint;
};

/// The first game's numbers of the second one's moves: a row of them all where there are not too
/// many numbers, which may be sparse.
class FirstNumbers {
 public:
  explicit FirstNumbers(const std::vector<Move>& to_second) {
    Move last = 0;
    for (const Move move : to_second) {
      if (move != no_move) last = std::max(last, move);
    }
    if (last < most_in_row) row_.assign(last + 1, no_move);
    for (Move move = 0; move < to_second.size(); ++move) {
      if (to_second[move] == no_move) continue;
      if (row_.empty()) {
        map_.emplace(to_second[move], move);
      } else {
        row_[to_second[move]] = move;
      }
    }
  }

  [[nodiscard]] Move of(Move second) const {
    if (!row_.empty()) return second < row_.size() ? row_[second] : no_move;
    const auto known = map_.find(second);
    return known == map_.end() ? no_move : known->second;
  }

 private:
  static constexpr Move most_in_row = Move{1} << 20U;

  std::vector<Move> row_;
  std::unordered_map<Move, Move> map_;  ///< where there is no row
};

class MixedGame final : public Game {
 public:
  MixedGame(std::shared_ptr<const Game> first, std::shared_ptr<const Game> second,
            const FirstAnswers& answers, std::vector<Move> moves, KnownStates known)
      : first_(std::move(first)),
        second_(std::move(second)),
        answers_(answers),
        plays_(answers.legal && answers.next && answers.terminal),
        to_second_(std::move(moves)),
        to_first_(to_second_),
        known_(std::move(known)) {}

  std::string_view name() const override { return second_->name(); }
  std::span<const std::string> roles() const override { return second_->roles(); }
  std::size_t state_words() const override { return second_->state_words(); }
  StateView initial() const override { return second_->initial(); }

  std::unique_ptr<Scratch> make_scratch() const override {
    auto scratch = std::make_unique<MixedScratch>();
    scratch->first = first_->make_scratch();
    scratch->second = second_->make_scratch();
    scratch->joint.resize(roles().size());
    return scratch;
  }

  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    if (!first_for(answers_.legal, state)) return second_->legal(state, second(scratch), moves);
    first_->legal(state, first(scratch), moves);
    for (std::vector<Move>& of_role : moves) {
      for (Move& move : of_role) move = to_second_[move];
      // What the second has no number for is never legal: the first knows less of what may be.
      std::erase(of_role, no_move);
    }
  }

  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    if (answers_.legal != answers_.terminal) return Game::draw(state, scratch, rng, joint);
    if (!first_for(answers_.legal, state)) return second_->draw(state, second(scratch), rng, joint);
    const Drawn drawn = first_->draw(state, first(scratch), rng, joint);
    if (drawn == Drawn::joint) {
      for (Move& move : joint) move = to_second_[move];
    }
    return drawn;
  }

  Drawn play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                 std::uint64_t& steps) const override {
    // Whatever state is known, so are those that follow.
    if (first_for(plays_, state)) {
      return first_->play_out(state, first(scratch), rng, step_limit, steps);
    }
    return Game::play_out(state, scratch, rng, step_limit, steps);
  }

  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    if (first_for(answers_.next, state) && translate(joint, scratch)) {
      return first_->next(state, translated(scratch), first(scratch), out);
    }
    second_->next(state, joint, second(scratch), out);
  }

  bool terminal(StateView state, Scratch& scratch) const override {
    return first_for(answers_.terminal, state) ? first_->terminal(state, first(scratch))
                                               : second_->terminal(state, second(scratch));
  }

  void goal(StateView state, Scratch& scratch,
            std::vector<std::vector<std::string>>& goals) const override {
    if (first_for(answers_.goal, state)) return first_->goal(state, first(scratch), goals);
    second_->goal(state, second(scratch), goals);
  }

  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    if (first_for(answers_.goal, state)) return first_->goal_values(state, first(scratch), values);
    second_->goal_values(state, second(scratch), values);
  }

  bool has_percepts() const override { return second_->has_percepts(); }

  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                std::vector<std::vector<std::string>>& percepts) const override {
    if (first_for(answers_.percepts, state) && translate(joint, scratch)) {
      return first_->percepts(state, translated(scratch), first(scratch), percepts);
    }
    second_->percepts(state, joint, second(scratch), percepts);
  }

  std::vector<std::string> fluents(StateView state) const override {
    return second_->fluents(state);
  }
  std::optional<State> state_of(std::span<const std::string> fluents,
                                std::string* unknown) const override {
    return second_->state_of(fluents, unknown);
  }
  std::string move_name(Move move) const override { return second_->move_name(move); }
  std::optional<Move> find_move(std::string_view name) const override {
    return second_->find_move(name);
  }

 private:
  [[nodiscard]] bool first_for(bool able, StateView state) const {
    return able && known_.has(state);
  }
  static Scratch& first(Scratch& scratch) { return *static_cast<MixedScratch&>(scratch).first; }
  static Scratch& second(Scratch& scratch) { return *static_cast<MixedScratch&>(scratch).second; }

  /// Numbers a joint move as the first one does, in the memory of the thread. False where the
  /// first lacks one of its moves.
  bool translate(std::span<const Move> joint, Scratch& scratch) const {
    std::vector<Move>& result = static_cast<MixedScratch&>(scratch).joint;
    for (std::size_t role = 0; role < joint.size(); ++role) {
      result[role] = to_first_.of(joint[role]);
      if (result[role] == no_move) return false;
    }
    return true;
  }
  static std::span<const Move> translated(Scratch& scratch) {
    return static_cast<MixedScratch&>(scratch).joint;
  }

  std::shared_ptr<const Game> first_;
  std::shared_ptr<const Game> second_;
  FirstAnswers answers_;
  bool plays_;  ///< the first one answers all that random games ask
  std::vector<Move> to_second_;
  FirstNumbers to_first_;
  KnownStates known_;
};

}  // namespace

std::shared_ptr<const Game> make_mixed_game(std::shared_ptr<const Game> first,
                                            std::shared_ptr<const Game> second,
                                            const FirstAnswers& answers, std::vector<Move> moves,
                                            KnownStates known) {
  return std::make_shared<MixedGame>(std::move(first), std::move(second), answers, std::move(moves),
                                     std::move(known));
}

}  // namespace tesuji::runtime

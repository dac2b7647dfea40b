#include "runtime/host/mixed_game.h"

#include <unordered_map>
#include <utility>

namespace tesuji::runtime {
namespace {

struct MixedScratch final : Scratch {
  std::unique_ptr<Scratch> first;
  std::unique_ptr<Scratch> second;
  std::vector<Move> joint;
};

class MixedGame final : public Game {
 public:
  MixedGame(std::shared_ptr<const Game> first, std::shared_ptr<const Game> second,
            const FirstAnswers& answers, std::vector<Move> moves)
      : first_(std::move(first)),
        second_(std::move(second)),
        answers_(answers),
        to_second_(std::move(moves)) {
    for (Move move = 0; move < to_second_.size(); ++move) {
      if (to_second_[move] != no_move) to_first_.emplace(to_second_[move], move);
    }
  }

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
    chosen(answers_.legal).legal(state, part(answers_.legal, scratch), moves);
  }

  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    if (answers_.legal != answers_.terminal) return Game::draw(state, scratch, rng, joint);
    return chosen(answers_.legal).draw(state, part(answers_.legal, scratch), rng, joint);
  }

  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    bool first = answers_.next;
    const std::span<const Move> moves = translate(joint, first, scratch);
    chosen(first).next(state, moves, part(first, scratch), out);
  }

  bool terminal(StateView state, Scratch& scratch) const override {
    return chosen(answers_.terminal).terminal(state, part(answers_.terminal, scratch));
  }

  void goal(StateView state, Scratch& scratch,
            std::vector<std::vector<std::string>>& goals) const override {
    chosen(answers_.goal).goal(state, part(answers_.goal, scratch), goals);
  }

  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    chosen(answers_.goal).goal_values(state, part(answers_.goal, scratch), values);
  }

  bool has_percepts() const override { return second_->has_percepts(); }

  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                std::vector<std::vector<std::string>>& percepts) const override {
    bool first = answers_.percepts;
    const std::span<const Move> moves = translate(joint, first, scratch);
    chosen(first).percepts(state, moves, part(first, scratch), percepts);
  }

  std::vector<std::string> fluents(StateView state) const override {
    return second_->fluents(state);
  }
  std::optional<State> state_of(std::span<const std::string> fluents,
                                std::string* unknown) const override {
    // What the first one has no place for, it does not know how to answer for.
    return first_->state_of(fluents, unknown);
  }
  std::string move_name(Move move) const override { return chosen(answers_.legal).move_name(move); }
  std::optional<Move> find_move(std::string_view name) const override {
    return chosen(answers_.legal).find_move(name);
  }

 private:
  [[nodiscard]] const Game& chosen(bool first) const { return first ? *first_ : *second_; }
  static Scratch& part(bool first, Scratch& scratch) {
    auto& mixed = static_cast<MixedScratch&>(scratch);
    return first ? *mixed.first : *mixed.second;
  }

  /// The moves as they are numbered by the one that is asked: the second one instead of the first
  /// where the first does not have them all. Each thread has a memory of its own.
  std::span<const Move> translate(std::span<const Move> joint, bool& first,
                                  Scratch& scratch) const {
    if (first == answers_.legal) return joint;
    std::vector<Move>& result = static_cast<MixedScratch&>(scratch).joint;
    for (std::size_t role = 0; role < joint.size(); ++role) {
      result[role] = first ? number_of_first(joint[role]) : number_of_second(joint[role]);
      if (first && result[role] == no_move) {
        first = false;
        return joint;
      }
    }
    return result;
  }

  [[nodiscard]] Move number_of_first(Move move) const {
    const auto known = to_first_.find(move);
    return known == to_first_.end() ? no_move : known->second;
  }
  [[nodiscard]] Move number_of_second(Move move) const {
    return move < to_second_.size() ? to_second_[move] : no_move;
  }

  std::shared_ptr<const Game> first_;
  std::shared_ptr<const Game> second_;
  FirstAnswers answers_;
  std::vector<Move> to_second_;
  std::unordered_map<Move, Move> to_first_;
};

}  // namespace

std::shared_ptr<const Game> make_mixed_game(std::shared_ptr<const Game> first,
                                            std::shared_ptr<const Game> second,
                                            const FirstAnswers& answers, std::vector<Move> moves) {
  return std::make_shared<MixedGame>(std::move(first), std::move(second), answers,
                                     std::move(moves));
}

}  // namespace tesuji::runtime

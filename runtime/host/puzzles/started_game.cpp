#include "runtime/host/puzzles/started_game.h"

#include <utility>

namespace tesuji::runtime {
namespace {

class StartedGame final : public Game {
 public:
  StartedGame(std::shared_ptr<const Game> game, StateView start)
      : game_(std::move(game)), start_(start.begin(), start.end()) {
    set_state_facts(std::shared_ptr<const StateFacts>(game_, game_->state_facts()));
  }

  [[nodiscard]] StateView initial() const override { return start_; }

  [[nodiscard]] std::string_view name() const override { return game_->name(); }
  [[nodiscard]] std::span<const std::string> roles() const override { return game_->roles(); }
  [[nodiscard]] std::size_t state_words() const override { return game_->state_words(); }
  [[nodiscard]] std::unique_ptr<Scratch> make_scratch() const override {
    return game_->make_scratch();
  }
  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    game_->legal(state, scratch, moves);
  }
  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    return game_->draw(state, scratch, rng, joint);
  }
  Drawn play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                 std::uint64_t& steps) const override {
    return game_->play_out(state, scratch, rng, step_limit, steps);
  }
  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    game_->next(state, joint, scratch, out);
  }
  [[nodiscard]] bool terminal(StateView state, Scratch& scratch) const override {
    return game_->terminal(state, scratch);
  }
  void goal(StateView state, Scratch& scratch,
            std::vector<std::vector<std::string>>& goals) const override {
    game_->goal(state, scratch, goals);
  }
  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    game_->goal_values(state, scratch, values);
  }
  [[nodiscard]] bool has_percepts() const override { return game_->has_percepts(); }
  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                std::vector<std::vector<std::string>>& percepts) const override {
    game_->percepts(state, joint, scratch, percepts);
  }
  [[nodiscard]] std::vector<std::string> fluents(StateView state) const override {
    return game_->fluents(state);
  }
  [[nodiscard]] std::optional<State> state_of(std::span<const std::string> fluents,
                                              std::string* unknown) const override {
    return game_->state_of(fluents, unknown);
  }
  [[nodiscard]] FluentPlace place_of(std::string_view fluent) const override {
    return game_->place_of(fluent);
  }
  [[nodiscard]] std::string move_name(Move move) const override { return game_->move_name(move); }
  [[nodiscard]] std::optional<Move> find_move(std::string_view name) const override {
    return game_->find_move(name);
  }

 private:
  std::shared_ptr<const Game> game_;
  State start_;
};

}  // namespace

std::shared_ptr<const Game> start_game_in(std::shared_ptr<const Game> game, StateView start) {
  return std::make_shared<StartedGame>(std::move(game), start);
}

}  // namespace tesuji::runtime

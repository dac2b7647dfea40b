#include "runtime/host/game/exchangeable_game.h"

#include <utility>

namespace tesuji::runtime {
namespace {

/// Memory of the engine that was asked last.
struct ExchangeableScratch final : Scratch {
  const Game* owner = nullptr;
  std::unique_ptr<Scratch> scratch;
};

class ExchangeableGame final : public Game {
 public:
  explicit ExchangeableGame(std::shared_ptr<const GameSlot> slot) : slot_(std::move(slot)) {}

  std::string_view name() const override { return slot_->first()->name(); }
  std::span<const std::string> roles() const override { return slot_->first()->roles(); }
  std::size_t state_words() const override { return slot_->first()->state_words(); }
  StateView initial() const override { return slot_->first()->initial(); }

  std::unique_ptr<Scratch> make_scratch() const override {
    auto scratch = std::make_unique<ExchangeableScratch>();
    engine(*scratch);
    return scratch;
  }

  void legal(StateView state, Scratch& scratch,
             std::vector<std::vector<Move>>& moves) const override {
    const Game& game = engine(scratch);
    game.legal(state, part(scratch), moves);
  }
  Drawn draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const override {
    const Game& game = engine(scratch);
    return game.draw(state, part(scratch), rng, joint);
  }
  Drawn play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                 std::uint64_t& steps) const override {
    const Game& game = engine(scratch);
    return game.play_out(state, part(scratch), rng, step_limit, steps);
  }
  void next(StateView state, std::span<const Move> joint, Scratch& scratch,
            StateOut out) const override {
    const Game& game = engine(scratch);
    game.next(state, joint, part(scratch), out);
  }
  bool terminal(StateView state, Scratch& scratch) const override {
    const Game& game = engine(scratch);
    return game.terminal(state, part(scratch));
  }
  void goal(StateView state, Scratch& scratch,
            std::vector<std::vector<std::string>>& goals) const override {
    const Game& game = engine(scratch);
    game.goal(state, part(scratch), goals);
  }
  void goal_values(StateView state, Scratch& scratch, std::span<int> values) const override {
    const Game& game = engine(scratch);
    game.goal_values(state, part(scratch), values);
  }
  bool has_percepts() const override { return slot_->first()->has_percepts(); }
  void percepts(StateView state, std::span<const Move> joint, Scratch& scratch,
                std::vector<std::vector<std::string>>& percepts) const override {
    const Game& game = engine(scratch);
    game.percepts(state, joint, part(scratch), percepts);
  }

  std::vector<std::string> fluents(StateView state) const override {
    return slot_->first()->fluents(state);
  }
  std::optional<State> state_of(std::span<const std::string> fluents,
                                std::string* unknown) const override {
    return slot_->first()->state_of(fluents, unknown);
  }
  std::string move_name(Move move) const override { return slot_->first()->move_name(move); }
  std::optional<Move> find_move(std::string_view name) const override {
    return slot_->first()->find_move(name);
  }

 private:
  /// The engine to ask; the scratch memory is its own afterwards.
  const Game& engine(Scratch& scratch) const {
    const Game& game = slot_->current();
    auto& memory = static_cast<ExchangeableScratch&>(scratch);
    if (memory.owner != &game) {
      memory.scratch = game.make_scratch();
      memory.owner = &game;
    }
    return game;
  }
  static Scratch& part(Scratch& scratch) {
    return *static_cast<ExchangeableScratch&>(scratch).scratch;
  }

  std::shared_ptr<const GameSlot> slot_;
};

}  // namespace

GameSlot::GameSlot(std::shared_ptr<const Game> first)
    : first_(std::move(first)), current_(first_.get()) {}

void GameSlot::exchange(std::shared_ptr<const Game> game) {
  const std::lock_guard lock(mutex_);
  later_.push_back(std::move(game));
  current_.store(later_.back().get(), std::memory_order_release);
}

std::shared_ptr<const Game> make_exchangeable_game(std::shared_ptr<const GameSlot> slot) {
  return std::make_shared<ExchangeableGame>(std::move(slot));
}

}  // namespace tesuji::runtime

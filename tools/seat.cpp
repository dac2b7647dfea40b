#include "tools/seat.h"

#include "backend/driver/strategy.h"
#include "frontend/strategy_reading.h"
#include "runtime/host/minimax.h"
#include "tools/human_seat.h"
#include "tools/interrupt.h"

#include <string_view>

namespace tesuji::tools {

namespace {

constexpr std::string_view strategy_prefix = "strategy:";

runtime::Move random_move(const Situation& situation) {
  return situation.legal[situation.random.below(situation.legal.size())];
}

class RandomSeat final : public Seat {
 public:
  std::string description() const override { return "random"; }
  std::optional<Decision> decide(const Situation& situation) override {
    return Decision{random_move(situation), "random", {}};
  }
};

class MinimaxSeat final : public Seat {
 public:
  MinimaxSeat(const driver::LoadedGame& game, runtime::StateSpaceOptions options)
      : minimax_(game.game, driver::turn_rule(game), options) {}

  std::string description() const override { return "minimax"; }
  std::optional<Decision> decide(const Situation& situation) override {
    const auto best = minimax_.best(situation.state);
    if (!best) return Decision{random_move(situation), "random", {}};
    return Decision{best->move, "minimax", {}};
  }

 private:
  runtime::Minimax minimax_;
};

/// A learned strategy; where none of its predicates has a move, a random one.
class StrategySeat final : public Seat {
 public:
  StrategySeat(std::string path, frontend::Strategy text,
               std::shared_ptr<const runtime::Strategy> strategy,
               runtime::StateSpaceOptions options)
      : path_(std::move(path)),
        text_(std::move(text)),
        strategy_(std::move(strategy)),
        memory_(strategy_->make_memory(options)) {}

  std::string description() const override { return std::string(strategy_prefix) + path_; }
  std::optional<Decision> decide(const Situation& situation) override {
    const auto choice = strategy_->choose(situation.state, *memory_);
    if (!choice) return Decision{random_move(situation), "random", {}};
    return Decision{choice->move, std::string(choice->name),
                    frontend::reading(text_, choice->name)};
  }

 private:
  std::string path_;
  frontend::Strategy text_;
  std::shared_ptr<const runtime::Strategy> strategy_;
  std::unique_ptr<runtime::Strategy::Memory> memory_;
};

bool is_strategy(const std::string& description) {
  return description.starts_with(strategy_prefix) && description.size() > strategy_prefix.size();
}

}  // namespace

bool is_seat(const std::string& description) {
  return description == "human" || description == "random" || description == "minimax" ||
         is_strategy(description);
}

bool needs_turns(const std::string& description) {
  return description == "minimax" || is_strategy(description);
}

std::unique_ptr<Seat> make_seat(const std::string& description, const std::string& role,
                                SeatContext& context) {
  if (description == "human") return make_human_seat(*context.game.game, role);
  if (description == "random") return std::make_unique<RandomSeat>();
  runtime::StateSpaceOptions options;
  options.stop = &watch_interrupts();
  if (description == "minimax") return std::make_unique<MinimaxSeat>(context.game, options);
  std::string path = description.substr(strategy_prefix.size());
  auto text = driver::load_strategy(path, context.session);
  if (!text) return nullptr;
  auto strategy = driver::compile_strategy(context.game, *text, context.options);
  return std::make_unique<StrategySeat>(std::move(path), std::move(*text), std::move(strategy),
                                        options);
}

}  // namespace tesuji::tools

#include "tools/seat.h"

#include "backend/driver/plugin_strategy.h"
#include "backend/driver/strategy.h"
#include "frontend/strategy_reading.h"
#include "runtime/host/minimax.h"
#include "tools/evaluation_seat.h"
#include "tools/human_seat.h"
#include "tools/interrupt.h"

#include <string_view>

namespace tesuji::tools {

namespace {

constexpr std::string_view strategy_prefix = "strategy:";
constexpr std::string_view brought_strategy = "strategy";

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
  /// `readings`: per predicate.
  StrategySeat(std::string description, std::vector<std::string> readings,
               std::shared_ptr<const runtime::Strategy> strategy,
               runtime::StateSpaceOptions options)
      : description_(std::move(description)),
        readings_(std::move(readings)),
        strategy_(std::move(strategy)),
        memory_(strategy_->make_memory(options)) {}

  std::string description() const override { return description_; }
  std::optional<Decision> decide(const Situation& situation) override {
    const auto choice = strategy_->choose(situation.state, *memory_);
    if (!choice) return Decision{random_move(situation), "random", {}};
    return Decision{choice->move, std::string(choice->name), readings_.at(choice->predicate)};
  }

 private:
  std::string description_;
  std::vector<std::string> readings_;
  std::shared_ptr<const runtime::Strategy> strategy_;
  std::unique_ptr<runtime::Strategy::Memory> memory_;
};

bool is_strategy(const std::string& description) {
  return description == brought_strategy ||
         (description.starts_with(strategy_prefix) && description.size() > strategy_prefix.size());
}

}  // namespace

bool is_seat(const std::string& description) {
  return description == "human" || description == "random" || description == "minimax" ||
         is_strategy(description) || is_evaluation_seat(description);
}

bool needs_turns(const std::string& description) {
  return description == "minimax" || is_strategy(description) || is_evaluation_seat(description);
}

std::unique_ptr<Seat> make_seat(const std::string& description, const std::string& role,
                                SeatContext& context) {
  if (description == "human") return make_human_seat(*context.game.game, role);
  if (description == "random") return std::make_unique<RandomSeat>();
  if (is_evaluation_seat(description)) return make_evaluation_seat(description, context);
  runtime::StateSpaceOptions options;
  options.stop = &watch_interrupts();
  if (description == "minimax") return std::make_unique<MinimaxSeat>(context.game, options);
  if (description == brought_strategy) {
    auto own = driver::own_strategy(context.game);
    if (!own) {
      context.session.diagnostics.error(
          {}, "usage",
          "the game brings no strategy of its own: `strategy` is for plugins that were compiled "
          "with one, strategy:FILE for others");
      return nullptr;
    }
    return std::make_unique<StrategySeat>(description, std::move(own->readings),
                                          std::move(own->strategy), options);
  }
  const auto text =
      driver::load_strategy(description.substr(strategy_prefix.size()), context.session);
  if (!text) return nullptr;
  auto strategy = driver::compile_strategy(context.game, *text, context.options);
  std::vector<std::string> readings;
  for (const runtime::StrategyPredicate& predicate : strategy->predicates()) {
    readings.push_back(frontend::reading(*text, predicate.name));
  }
  return std::make_unique<StrategySeat>(description, std::move(readings), std::move(strategy),
                                        options);
}

}  // namespace tesuji::tools

#include "tools/play/seat.h"

#include "backend/plugins/make/plugin_strategy.h"
#include "backend/strategies/strategy.h"
#include "frontend/strategy/strategy_reading.h"
#include "tools/base/interrupt.h"
#include "tools/play/evaluation_seat.h"
#include "tools/play/human_seat.h"
#include "tools/play/minimax_seat.h"
#include "tools/play/remote_seat.h"
#include "tools/play/search_seat.h"

#include <string_view>

namespace tesuji::tools {

namespace {

constexpr std::string_view strategy_prefix = "strategy:";
constexpr std::string_view brought_strategy = "strategy";

class RandomSeat final : public Seat {
 public:
  std::string description() const override { return "random"; }
  std::optional<Decision> decide(const Situation& situation) override {
    return Decision{random_move(situation), "random", {}, {}};
  }
};

/// A learned strategy; where none of its predicates has a move, a random one.
class StrategySeat final : public Seat {
 public:
  /// `readings`: per predicate. `text`: nothing for a strategy that came compiled.
  StrategySeat(std::string description, std::vector<std::string> readings,
               std::optional<frontend::Strategy> text,
               std::shared_ptr<const runtime::Strategy> strategy,
               runtime::StateSpaceOptions options)
      : description_(std::move(description)),
        text_(std::move(text)),
        readings_(std::move(readings)),
        strategy_(std::move(strategy)),
        memory_(strategy_->make_memory(options)),
        budget_(options.budget) {}

  std::string description() const override { return description_; }
  std::optional<Decision> decide(const Situation& situation) override {
    try {
      const auto choice = strategy_->choose(situation.state, *memory_);
      if (!choice) return Decision{random_move(situation), "random", {}, {}};
      return Decision{choice->move, std::string(choice->name), readings_.at(choice->predicate), {}};
    } catch (const runtime::BudgetExceeded&) {
      return Decision{random_move(situation), "random", {}, too_large(budget_)};
    }
  }
  std::optional<driver::StrategyWitness> witness(const Situation& situation,
                                                 const Decision& decision) override {
    if (!text_) return std::nullopt;
    try {
      return driver::strategy_witness(*strategy_, *text_, decision.by, situation.state,
                                      decision.move, *memory_);
    } catch (const runtime::BudgetExceeded&) {
      return std::nullopt;
    }
  }

  std::optional<runtime::Threats> threats(const Situation& situation,
                                          const Decision& decision) override {
    if (!strategy_->find(decision.by)) return std::nullopt;
    try {
      return runtime::find_threats(*strategy_, wins_below(decision.by), situation.state,
                                   decision.move, *memory_);
    } catch (const runtime::BudgetExceeded&) {
      return std::nullopt;
    }
  }

 private:
  /// Of win_k those before it; of other predicates the first.
  [[nodiscard]] std::vector<std::uint32_t> wins_below(const std::string& chosen) const {
    std::vector<std::uint32_t> wins;
    const auto own = frontend::outcome_of(chosen);
    const bool is_win = own && own->kind == frontend::Outcome::Kind::win;
    for (const std::uint32_t number : strategy_->order()) {
      const auto outcome = frontend::outcome_of(strategy_->predicates()[number].name);
      if (!outcome || outcome->kind != frontend::Outcome::Kind::win) continue;
      if (is_win && outcome->depth >= own->depth) continue;
      wins.push_back(number);
      if (!is_win) break;
    }
    return wins;
  }

  std::string description_;
  std::optional<frontend::Strategy> text_;
  std::vector<std::string> readings_;
  std::shared_ptr<const runtime::Strategy> strategy_;
  std::unique_ptr<runtime::Strategy::Memory> memory_;
  std::size_t budget_;
};

bool is_strategy(const std::string& description) {
  return description == brought_strategy ||
         (description.starts_with(strategy_prefix) && description.size() > strategy_prefix.size());
}

}  // namespace

runtime::Move random_move(const Situation& situation) {
  return situation.legal[situation.random.below(situation.legal.size())];
}

std::string check_seat(const std::string& description, std::string_view others) {
  if (is_search_seat(description)) return check_search_seat(description);
  if (is_remote_seat(description)) return check_remote_seat(description);
  if (description == "random" || description == "minimax" || is_strategy(description) ||
      is_evaluation_seat(description)) {
    return {};
  }
  std::string known(others);
  return "`" + description + "` is no player: " + known +
         "random, minimax, mcts, mcts:SETTINGS, strategy:FILE, strategy, greedy:WEIGHTS|goal, "
         "alpha-beta:WEIGHTS|goal or http://HOST:PORT";
}

bool needs_turns(const std::string& description) {
  return description == "minimax" || is_strategy(description) || is_evaluation_seat(description);
}

std::unique_ptr<Seat> make_seat(const std::string& description, runtime::Role role,
                                SeatContext& context) {
  if (description == "human") return make_human_seat(role, context);
  if (description == "random") return std::make_unique<RandomSeat>();
  if (is_search_seat(description)) return make_search_seat(description, role, context);
  if (is_remote_seat(description)) return make_remote_seat(description, role, context);
  if (is_evaluation_seat(description)) return make_evaluation_seat(description, context);
  runtime::StateSpaceOptions options;
  options.stop = &watch_interrupts();
  options.budget = context.budget;
  if (description == "minimax") {
    runtime::AlphaBetaOptions search = context.evaluation.search();
    search.stop = options.stop;
    return make_minimax_seat(context.game, options, search);
  }
  if (description == brought_strategy) {
    auto own = driver::own_strategy(context.game);
    if (!own) {
      context.session.diagnostics.error(
          {}, "usage",
          "the game brings no strategy of its own: `strategy` is for plugins that were compiled "
          "with one, strategy:FILE for others");
      return nullptr;
    }
    return std::make_unique<StrategySeat>(description, std::move(own->readings), std::nullopt,
                                          std::move(own->strategy), options);
  }
  auto text = driver::load_strategy(description.substr(strategy_prefix.size()), context.session);
  if (!text) return nullptr;
  auto strategy = driver::compile_strategy(context.game, *text, context.options);
  std::vector<std::string> readings;
  for (const runtime::StrategyPredicate& predicate : strategy->predicates()) {
    readings.push_back(frontend::reading(*text, predicate.name));
  }
  return std::make_unique<StrategySeat>(description, std::move(readings), std::move(text),
                                        std::move(strategy), options);
}

}  // namespace tesuji::tools

#include "tools/play/seat.h"

#include "backend/features/sets/evaluation.h"
#include "backend/plugins/make/plugin_strategy.h"
#include "backend/strategies/strategy.h"
#include "frontend/strategy/strategy_reading.h"
#include "ir/core/counted.h"
#include "ir/core/diagnostics.h"
#include "tools/base/interrupt.h"
#include "tools/files/weights_file.h"
#include "tools/play/program_players.h"
#include "tools/play/seat_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

// Players that search with an evaluation function: of logical features, or of the game's goal.

constexpr std::string_view person = "human";
constexpr std::string_view greedy_prefix = "greedy:";
constexpr std::string_view search_prefix = "alpha-beta:";

bool has_file(std::string_view description, std::string_view prefix) {
  return description.starts_with(prefix) && description.size() > prefix.size();
}

class EvaluationSeat final : public Seat {
 public:
  EvaluationSeat(std::string description, std::string by, const driver::LoadedGame& game,
                 runtime::Role role, std::unique_ptr<runtime::Evaluation> evaluation,
                 const runtime::AlphaBetaOptions& options)
      : description_(std::move(description)),
        by_(std::move(by)),
        role_(role),
        evaluation_(std::move(evaluation)),
        search_(game.game, *evaluation_, options) {}

  std::string description() const override { return description_; }
  std::optional<Decision> decide(const Situation& situation) override {
    const auto found = search_.best(situation.state, role_);
    if (!found) return Decision{situation.legal.front(), by_, {}, {}};
    return Decision{found->move, by_, reading(*found), {}};
  }

 private:
  static std::string reading(const runtime::FoundMove& found) {
    const std::string searched =
        fmt::format("{}, depth {}", ir::counted(found.states, "state"), found.depth);
    if (std::abs(found.value) <= runtime::most_evaluation) {
      return fmt::format("worth {:.4g} ({})", found.value, searched);
    }
    const double plies = runtime::won_value - std::abs(found.value);
    return fmt::format("{} in {:.0f} ({})", found.value > 0 ? "won" : "lost", plies, searched);
  }

  std::string description_;
  std::string by_;
  runtime::Role role_;
  std::unique_ptr<runtime::Evaluation> evaluation_;
  runtime::AlphaBeta search_;
};

/// `greedy:FILE` (the best next state) or `alpha-beta:FILE`, where FILE is weights of `tesuji fit`,
/// or what the program learns of the game (program_players.h).
bool is_evaluation_seat(std::string_view description) {
  return has_file(description, greedy_prefix) || has_file(description, search_prefix);
}

/// Makes an evaluation by the weights in a file; null if that fails (reported).
std::unique_ptr<runtime::Evaluation> evaluation_by_weights(const std::string& description,
                                                           const std::string& path,
                                                           SeatContext& context) {
  driver::Session& session = context.session;
  if (context.game.turns) {
    session.diagnostics.error(
        {}, "usage",
        description +
            " evaluates features of a rulesheet's states: play the rulesheet (.kif), "
            "not a plugin, whose own features are for other programs alone");
    return nullptr;
  }
  if (context.evaluation.sources.features.empty()) {
    session.diagnostics.error({}, "usage",
                              description +
                                  " needs the features that have the weights: "
                                  "--features FILE, and --domain FILE if they need it");
    return nullptr;
  }
  const auto file = driver::read_file(path, session);
  const auto weights = file ? read_weights(*file, session.diagnostics) : std::nullopt;
  if (!weights) return nullptr;
  return driver::make_evaluation(context.game, context.evaluation.sources, *weights,
                                 context.options, session);
}

/// As make_seat.
std::unique_ptr<Seat> make_evaluation_seat(const std::string& description, runtime::Role role,
                                           SeatContext& context) {
  const bool greedy = description.starts_with(greedy_prefix);
  const std::string by = description.substr((greedy ? greedy_prefix : search_prefix).size());
  std::unique_ptr<runtime::Evaluation> evaluation;
  if (is_learned(by)) {
    // Throws if players do not take turns, before anything is learned.
    static_cast<void>(runtime::Turns(*context.game.game, driver::turn_rule(context.game)));
    const driver::EvaluationMaker learned = learn_game(description, by, context);
    if (learned) evaluation = learned(context.game);
  } else {
    evaluation = evaluation_by_weights(description, by, context);
  }
  if (!evaluation) return nullptr;
  runtime::AlphaBetaOptions options = context.evaluation.search();
  if (greedy) options.depth = 1;
  options.reduces = options.seconds > 0;
  options.stop = stop_of(context);
  return std::make_unique<EvaluationSeat>(description, greedy ? "greedy" : "alpha-beta",
                                          context.game, role, std::move(evaluation), options);
}

constexpr std::string_view strategy_prefix = "strategy:";
constexpr std::string_view brought_strategy = "strategy";

class RandomSeat final : public Seat {
 public:
  std::string description() const override { return "random"; }
  std::optional<Decision> decide(const Situation& situation) override {
    return Decision{random_move(situation), "random", {}, {}};
  }
};

/// Plays a learned strategy; if none of its predicates has a move, a random move.
class StrategySeat final : public Seat {
 public:
  /// `readings`: per predicate. `text`: nothing for a compiled strategy.
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
  /// Returns for win_k the predicates before it; for other predicates the first.
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

std::span<const SeatKind> seat_kinds() {
  static constexpr std::array<SeatKind, 8> kinds{{
      {person, person, "a person at the terminal"},
      {"random", "random", "makes random moves"},
      {"minimax", "minimax", "plays perfectly, as far as memory allows"},
      {"mcts", "mcts, mcts:SETTINGS",
       "tree search, a second for each move; docs/engines/search.md"},
      {brought_strategy, "strategy:FILE, strategy", "the clauses of a strategy; a plugin's own"},
      {"greedy", "greedy:WEIGHTS|goal|fluents|patterns", "the best move by an evaluation"},
      {"alpha-beta", "alpha-beta:WEIGHTS|goal|fluents|patterns",
       "search by an evaluation, from weights or learned from the rules"},
      {"http", "http://HOST:PORT", "a player on another server (GGP protocol)"},
  }};
  return kinds;
}

std::string check_seat(const std::string& description, std::string_view others) {
  if (is_search_seat(description)) return check_search_seat(description);
  if (is_remote_seat(description)) return check_remote_seat(description);
  if (description == "random" || description == "minimax" || is_strategy(description) ||
      is_evaluation_seat(description)) {
    return {};
  }
  std::vector<std::string> names;
  std::vector<std::string_view> forms;
  for (const SeatKind& kind : seat_kinds()) {
    if (kind.name == person && others.empty()) continue;
    names.emplace_back(kind.name);
    forms.push_back(kind.form);
  }
  const std::string given = description.substr(0, description.find(':'));
  const std::string meant = given == "perfect" || given == "optimal"
                                ? std::string("minimax")
                                : ir::nearest_name(given, names);
  const std::string unknown = "unknown player `" + description + "`";
  if (!meant.empty()) return unknown + "; did you mean `" + meant + "`?";
  return fmt::format("{}: expected {} or {}", unknown,
                     fmt::join(forms.begin(), forms.end() - 1, ", "), forms.back());
}

const std::atomic<bool>* stop_of(const SeatContext& context) {
  return context.stop != nullptr ? context.stop : &watch_interrupts();
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
  if (is_evaluation_seat(description)) return make_evaluation_seat(description, role, context);
  runtime::StateSpaceOptions options;
  options.stop = stop_of(context);
  options.budget = context.budget;
  if (description == "minimax") {
    runtime::AlphaBetaOptions search = context.evaluation.search();
    search.stop = options.stop;
    return make_minimax_seat(context.game, role, options, search);
  }
  if (description == brought_strategy) {
    auto own = driver::own_strategy(context.game);
    if (!own) {
      context.session.diagnostics.error({}, "usage",
                                        "the game has no strategy: `strategy` is for plugins that "
                                        "were compiled with one, strategy:FILE for others");
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

#include "tools/play/evaluation_seat.h"

#include "backend/features/sets/evaluation.h"
#include "backend/strategies/strategy.h"
#include "ir/core/counted.h"
#include "tools/base/interrupt.h"
#include "tools/files/weights_file.h"
#include "tools/play/goal_players.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

constexpr std::string_view greedy_prefix = "greedy:";
constexpr std::string_view search_prefix = "alpha-beta:";

bool has_file(std::string_view description, std::string_view prefix) {
  return description.starts_with(prefix) && description.size() > prefix.size();
}

class EvaluationSeat final : public Seat {
 public:
  EvaluationSeat(std::string description, std::string by, const driver::LoadedGame& game,
                 std::unique_ptr<runtime::Evaluation> evaluation,
                 const runtime::AlphaBetaOptions& options)
      : description_(std::move(description)),
        by_(std::move(by)),
        evaluation_(std::move(evaluation)),
        search_(game.game, driver::turn_rule(game), *evaluation_, options) {}

  std::string description() const override { return description_; }
  std::optional<Decision> decide(const Situation& situation) override {
    const auto found = search_.best(situation.state);
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
  std::unique_ptr<runtime::Evaluation> evaluation_;
  runtime::AlphaBeta search_;
};

}  // namespace

bool is_evaluation_seat(std::string_view description) {
  return has_file(description, greedy_prefix) || has_file(description, search_prefix);
}

namespace {

/// By the weights in a file; null where that fails (reported).
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

}  // namespace

std::unique_ptr<Seat> make_evaluation_seat(const std::string& description, SeatContext& context) {
  const bool greedy = description.starts_with(greedy_prefix);
  const std::string by = description.substr((greedy ? greedy_prefix : search_prefix).size());
  std::unique_ptr<runtime::Evaluation> evaluation;
  if (by == by_goal) {
    // Throws where players do not take turns, before anything is learned.
    static_cast<void>(runtime::Turns(*context.game.game, driver::turn_rule(context.game)));
    const driver::EvaluationMaker learned = learn_goal(description, context);
    if (learned) evaluation = learned(context.game);
  } else {
    evaluation = evaluation_by_weights(description, by, context);
  }
  if (!evaluation) return nullptr;
  runtime::AlphaBetaOptions options = context.evaluation.search();
  if (greedy) options.depth = 1;
  options.stop = &watch_interrupts();
  return std::make_unique<EvaluationSeat>(description, greedy ? "greedy" : "alpha-beta",
                                          context.game, std::move(evaluation), options);
}

}  // namespace tesuji::tools

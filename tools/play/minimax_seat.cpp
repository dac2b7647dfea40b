// A player that plays perfectly as far as memory allows.
#include "tools/play/seat_kinds.h"

#include "backend/strategies/strategy.h"
#include "runtime/host/search/minimax.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

namespace {

/// Knows nothing besides ends, which the search itself evaluates.
class GoalsAlone final : public runtime::Evaluation {
 public:
  double value(runtime::StateView /*state*/) override { return 0; }
};

/// Returns `won in 5 moves`, `drawn without end`: for the player to whom the state has this margin.
std::string outcome_text(double margin, std::uint32_t plies, bool endless) {
  const std::string_view result = margin > 0 ? "won" : margin < 0 ? "lost" : "drawn";
  if (endless) return fmt::format("{} without end", result);
  return fmt::format("{} in {} {}", result, plies, plies == 1 ? "move" : "moves");
}

class MinimaxSeat final : public Seat {
 public:
  MinimaxSeat(const driver::LoadedGame& game, runtime::Role role,
              const runtime::StateSpaceOptions& options, const runtime::AlphaBetaOptions& search)
      : role_(role),
        minimax_(game.game, driver::turn_rule(game), options),
        search_(game.game, goals_, search) {}

  std::string description() const override { return "minimax"; }
  std::optional<Decision> decide(const Situation& situation) override {
    if (waits_ > 0) {
      --waits_;
    } else {
      try {
        const auto best = minimax_.best(situation.state);
        if (best) {
          Decision decision{best->move, "minimax", {}, {}};
          decision.outcome = outcome_text(best->value.margin_for(best->mover), best->value.plies,
                                          best->value.endless);
          return decision;
        }
        return Decision{random_move(situation), "random", {}, {}};
      } catch (const runtime::BudgetExceeded&) {
        minimax_.space().clear();
        gap_ = gap_ == 0 ? 1 : 2 * gap_;
        waits_ = gap_;
      }
    }
    return look_ahead(situation);
  }

 private:
  Decision look_ahead(const Situation& situation) {
    const std::string reason = too_large(minimax_.space().options().budget);
    const auto found = search_.best(situation.state, role_);
    if (!found) return Decision{random_move(situation), "random", {}, reason};
    Decision decision{found->move, "alpha-beta", {}, reason};
    if (std::abs(found->value) > runtime::most_evaluation) {
      const double plies = runtime::won_value - std::abs(found->value);
      decision.reading = fmt::format("{} in {:.0f}", found->value > 0 ? "won" : "lost", plies);
      decision.outcome = outcome_text(found->value, static_cast<std::uint32_t>(plies), false);
    } else {
      decision.reading = fmt::format("no end within {} moves", found->depth);
    }
    return decision;
  }

  runtime::Role role_;
  runtime::Minimax minimax_;
  GoalsAlone goals_;
  runtime::AlphaBeta search_;
  std::uint64_t gap_ = 0;    ///< moves between the last two attempts at perfect play
  std::uint64_t waits_ = 0;  ///< moves until the next attempt
};

}  // namespace

std::unique_ptr<Seat> make_minimax_seat(const driver::LoadedGame& game, runtime::Role role,
                                        const runtime::StateSpaceOptions& options,
                                        const runtime::AlphaBetaOptions& search) {
  return std::make_unique<MinimaxSeat>(game, role, options, search);
}

std::string too_large(std::size_t budget) {
  return fmt::format("the game is too large for {} MiB", budget >> 20U);
}

}  // namespace tesuji::tools

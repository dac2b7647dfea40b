#include "tools/play/search_seat.h"

#include "runtime/host/game/turns.h"
#include "tools/base/interrupt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

/// Moves of the variation that are shown.
constexpr std::size_t shown_moves = 6;

class SearchSeat final : public Seat {
 public:
  SearchSeat(const driver::LoadedGame& game, std::string path, const driver::Options& options,
             const SearchContext& search, runtime::Role role)
      : game_(game.game),
        player_(game, std::move(path), options, search.player),
        limits_(search.limits),
        role_(role) {
    limits_.stop = &watch_interrupts();
  }

  [[nodiscard]] std::string description() const override { return "mcts"; }

  std::optional<Decision> decide(const Situation& situation) override {
    player_.set_state(situation.state);
    const std::optional<driver::Thought> thought = player_.think(role_, limits_);
    const std::optional<runtime::Move> move =
        thought ? game_->find_move(thought->move) : std::nullopt;
    if (!move || !std::binary_search(situation.legal.begin(), situation.legal.end(), *move)) {
      return Decision{random_move(situation), "random", {}, "search found no move"};
    }
    return Decision{*move, "mcts", reading(*thought), {}};
  }

 private:
  static std::string reading(const driver::Thought& thought) {
    const std::size_t shown = std::min(thought.variation.size(), shown_moves);
    const std::string value = fmt::format("{:.0f}", thought.value);
    return fmt::format(
        "{}, {} playouts{}, depth {}: {}", thought.proven ? "proven " + value : "worth " + value,
        thought.simulations, thought.lanes ? " in lanes" : "", thought.depth,
        fmt::join(thought.variation.begin(),
                  thought.variation.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  }

  std::shared_ptr<const runtime::Game> game_;
  driver::TreePlayer player_;
  runtime::TreeSearchLimits limits_;
  runtime::Role role_;
};

}  // namespace

bool is_search_seat(std::string_view description) {
  return description == "mcts";
}

std::unique_ptr<Seat> make_search_seat(runtime::Role role, SeatContext& context) {
  if (context.game.game->has_percepts()) {
    throw runtime::TurnError(
        runtime::TurnError::Reason::hidden,
        "mcts is for games in which every role sees every move, and this one has `sees`");
  }
  return std::make_unique<SearchSeat>(context.game, context.evaluation.sources.game,
                                      context.options, context.search, role);
}

}  // namespace tesuji::tools

#include "tools/play/kept_players.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace tesuji::tools {
namespace {

/// Each may hold a tree of the memory that --memory allows.
constexpr std::size_t most_seats = 3;

std::string search_key(const SearchContext& search) {
  const runtime::TreeSearchOptions& options = search.player.search;
  return fmt::format("{} {}", options.seed, options.memory);
}

}  // namespace

KeptPlayers::Taken KeptPlayers::seat(const std::string& description, runtime::Role role,
                                     SeatContext& context) {
  const std::string key = fmt::format("{} {} {} {} {}", role, context.search.limits.seconds,
                                      context.budget, search_key(context.search), description);
  for (auto each = seats_.begin(); each != seats_.end(); ++each) {
    if (each->key != key) continue;
    seats_.splice(seats_.begin(), seats_, each);
    return {seats_.front().player, false};
  }
  std::shared_ptr<Seat> made = make_seat(description, role, context);
  if (made && made->reuses_results()) {
    seats_.push_front({key, made});
    if (seats_.size() > most_seats) seats_.pop_back();
  }
  return {std::move(made), true};
}

driver::TreePlayer& KeptPlayers::valuer(const driver::LoadedGame& game,
                                        const SearchContext& search) {
  const std::string key = search_key(search);
  if (!valuer_.player || valuer_.key != key) {
    driver::TreePlayerOptions options = search.player;
    options.plans = {};  // values of all moves are wanted
    options.endgames = false;
    valuer_ = {key, std::make_shared<driver::TreePlayer>(game, search.lanes, std::move(options))};
  }
  return *valuer_.player;
}

bool KeptPlayers::clear() {
  const bool had_any = !seats_.empty() || valuer_.player;
  seats_.clear();
  valuer_ = {};
  return had_any;
}

}  // namespace tesuji::tools

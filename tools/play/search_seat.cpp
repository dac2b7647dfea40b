#include "tools/play/search_seat.h"

#include "runtime/host/game/turns.h"
#include "tools/base/interrupt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

/// Moves of the variation that are shown.
constexpr std::size_t shown_moves = 6;

constexpr std::string_view plain = "mcts";

bool take(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 && value <= 1e6;
}

template <typename Number>
bool take_whole(std::string_view text, Number& value, Number most) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 && value <= most;
}

bool take(std::string_view text, bool& value) {
  value = text == "yes";
  return value || text == "no";
}

/// False where there is no such setting, or no such value of it.
bool set(SearchContext& search, std::string_view name, std::string_view value) {
  driver::TreePlayerOptions& player = search.player;
  if (name == "seconds") return take(value, search.limits.seconds);
  if (name == "simulations") {
    player.wait = true;
    return take_whole(value, search.limits.simulations, std::uint64_t{1'000'000'000'000});
  }
  if (name == "exploration") return take(value, player.search.exploration);
  if (name == "threads") return take_whole(value, player.search.threads, 1024U);
  if (name == "bounds") return take(value, player.search.bounds);
  if (name == "history") return take(value, player.search.history);
  if (name == "lanes") return take(value, player.lanes);
  if (name == "leaves") return take_whole(value, player.leaves, std::size_t{65'536});
  if (name == "playouts") return take_whole(value, player.playouts, 1024U);
  return false;
}

/// Reads the settings of a description; returns what is wrong with them.
std::string read_settings(std::string_view description, SearchContext& search) {
  if (description == plain) return {};
  std::string_view rest = description.substr(plain.size() + 1);
  bool timed = false;
  do {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const std::size_t equals = one.find('=');
    timed = timed || one.substr(0, equals) == "seconds";
    if (equals == std::string_view::npos ||
        !set(search, one.substr(0, equals), one.substr(equals + 1))) {
      return fmt::format(
          "`{}` is no setting of mcts: seconds=S, simulations=N, exploration=C, threads=N, "
          "bounds=yes|no, history=yes|no, lanes=yes|no, leaves=N, playouts=N",
          one);
    }
  } while (!rest.empty());
  // As many playouts for each move, however long they take, unless both are limited.
  if (search.limits.simulations > 0 && !timed) search.limits.seconds = 0;
  return {};
}

class SearchSeat final : public Seat {
 public:
  SearchSeat(std::string description, const driver::LoadedGame& game, std::string path,
             const driver::Options& options, const SearchContext& search, runtime::Role role)
      : description_(std::move(description)),
        game_(game.game),
        player_(game, std::move(path), options, search.player),
        limits_(search.limits),
        role_(role) {
    limits_.stop = &watch_interrupts();
  }

  [[nodiscard]] std::string description() const override { return description_; }

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

  std::string description_;
  std::shared_ptr<const runtime::Game> game_;
  driver::TreePlayer player_;
  runtime::TreeSearchLimits limits_;
  runtime::Role role_;
};

}  // namespace

bool is_search_seat(std::string_view description) {
  return description == plain ||
         (description.starts_with(plain) && description[plain.size()] == ':');
}

std::string check_search_seat(std::string_view description) {
  SearchContext ignored;
  return read_settings(description, ignored);
}

std::unique_ptr<Seat> make_search_seat(const std::string& description, runtime::Role role,
                                       SeatContext& context) {
  SearchContext search = context.search;
  static_cast<void>(read_settings(description, search));  // they were checked
  if (context.game.game->has_percepts()) {
    throw runtime::TurnError(
        runtime::TurnError::Reason::hidden,
        "mcts is for games in which every role sees every move, and this one has `sees`");
  }
  return std::make_unique<SearchSeat>(description, context.game, context.evaluation.sources.game,
                                      context.options, search, role);
}

}  // namespace tesuji::tools

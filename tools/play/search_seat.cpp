// Plays by searching a tree of games.
#include "tools/play/seat_kinds.h"

#include "backend/players/percept_player.h"
#include "backend/players/priors.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "tools/base/interrupt.h"
#include "tools/files/weights_file.h"
#include "tools/play/program_players.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::string_view plain = "mcts";
/// Seconds that solving a game may take: before the first move if lanes are waited for, too,
/// otherwise in parallel with the first moves.
constexpr double most_solving = 60;

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

/// A description's settings and the files that they name, which are read later.
struct Settings {
  SearchContext search;
  std::string prior{};         ///< path of a strategy or of weights; may be empty
  std::string leaf{};          ///< `goal` or `fluents`: values leaves; may be empty
  std::string of_tree_only{};  ///< the first setting that has no meaning without a tree of states
};

/// Returns false if there is no such setting, or no such value of it.
bool set(Settings& settings, std::string_view name, std::string_view value) {
  SearchContext& search = settings.search;
  driver::TreePlayerOptions& player = search.player;
  const bool of_all = name == "seconds" || name == "simulations" || name == "exploration";
  if (!of_all && settings.of_tree_only.empty()) settings.of_tree_only = name;
  if (name == "seconds") return take(value, search.limits.seconds);
  if (name == "simulations") {
    player.wait = true;
    return take_whole(value, search.limits.simulations, std::uint64_t{1'000'000'000'000});
  }
  if (name == "exploration") return take(value, player.search.exploration);
  if (name == "threads") return take_whole(value, player.search.threads, 1024U);
  if (name == "bounds") return take(value, player.search.bounds);
  if (name == "history") return take(value, player.search.history);
  if (name == "sequences") return take(value, player.search.sequences);
  if (name == "amaf") {
    if (!take(value, player.search.amaf)) return false;
    search.lanes = nullptr;
    return true;
  }
  if (name == "lanes") {
    if (value == "auto") return true;
    if (!take(value, player.always_lanes)) return false;
    if (!player.always_lanes) search.lanes = nullptr;
    return true;
  }
  if (name == "tactics") {
    driver::PlayoutPolicy policy;
    if (value == "wins") {
      policy.tactics = driver::Tactics::wins;
    } else if (value == "replies") {
      policy.tactics = driver::Tactics::replies;
    } else if (value != "no") {
      return false;
    }
    if (search.lanes == nullptr) return true;
    search.lanes = std::make_shared<driver::LaneLoader>(
        search.lanes->path(), search.lanes->options(), std::move(policy), search.lanes->texts());
    return true;
  }
  if (name == "search") {
    player.contest = value == "auto" ? search.contest : nullptr;
    return value == "auto" || value == "tree";
  }
  if (name == "cutoffs") return take(value, player.cut_sooner);
  if (name == "flat") return take(value, player.search.flat);
  if (name == "solve") {
    bool solve = false;
    if (!take(value, solve)) return false;
    player.solve_seconds = solve ? most_solving : 0;
    return true;
  }
  if (name == "endgames") return take(value, player.endgames);
  if (name == "symmetries") {
    bool once = true;
    if (!take(value, once)) return false;
    if (!once) player.symmetries = nullptr;
    return true;
  }
  if (name == "plan") {
    bool plan = true;
    if (!take(value, plan)) return false;
    if (!plan) player.plans = {};
    return true;
  }
  if (name == "weighted") return take(value, player.weighted);
  if (name == "prior") {
    settings.prior = value;
    return !value.empty();
  }
  if (name == "leaf") {
    settings.leaf = value;
    return is_learned(value);
  }
  if (name == "leaf_weight") {
    double weight = 0;
    if (!take(value, weight) || weight > 1) return false;
    player.leaf_weight = static_cast<float>(weight);
    return true;
  }
  if (name == "leaves") return take_whole(value, player.leaves, std::size_t{65'536});
  if (name == "playouts") return take_whole(value, player.playouts, 1024U);
  return false;
}

/// Reads the settings of a description; returns what is wrong with them.
std::string read_settings(std::string_view description, Settings& settings) {
  if (description == plain) return {};
  std::string_view rest = description.substr(plain.size() + 1);
  bool timed = false;
  do {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const std::size_t equals = one.find('=');
    timed = timed || one.substr(0, equals) == "seconds";
    if (equals == std::string_view::npos ||
        !set(settings, one.substr(0, equals), one.substr(equals + 1))) {
      return fmt::format(
          "unknown setting `{}` of mcts: seconds=S, simulations=N, exploration=C, threads=N, "
          "bounds=yes|no, history=yes|no, sequences=yes|no, amaf=W, lanes=auto|yes|no, leaves=N, "
          "playouts=N, search=tree|auto, tactics=no|wins|replies, "
          "weighted=yes|no, cutoffs=yes|no, flat=yes|no, symmetries=yes|no, solve=yes|no, "
          "endgames=yes|no, plan=yes|no, "
          "prior=FILE|goal|fluents|patterns, leaf=goal|fluents|patterns, leaf_weight=W",
          one);
    }
  } while (!rest.empty());
  // The same number of playouts for each move, however long they take, unless both are limited.
  runtime::TreeSearchLimits& limits = settings.search.limits;
  if (limits.simulations > 0 && !timed) limits.seconds = 0;
  // The contest's result depends on the machine, which a limit of simulations excludes.
  if (limits.simulations > 0) settings.search.player.contest = nullptr;
  // The first move would wait for lanes that are not used.
  const driver::TreePlayerOptions& player = settings.search.player;
  if (driver::is_few_for_lanes(limits, player.leaves) && !player.always_lanes) {
    settings.search.lanes = nullptr;
  }
  return {};
}

class SearchSeat final : public Seat {
 public:
  /// `reads_files`: whether its settings name files, which may change.
  SearchSeat(std::string description, const driver::LoadedGame& game, const SearchContext& search,
             runtime::Role role, bool reads_files)
      : description_(std::move(description)),
        game_(game.game),
        player_(game, search.lanes, search.player),
        limits_(search.limits),
        role_(role),
        reads_files_(reads_files) {
    if (limits_.stop == nullptr) limits_.stop = &watch_interrupts();
  }

  [[nodiscard]] std::string description() const override { return description_; }
  /// A number of simulations promises the same move each time.
  [[nodiscard]] bool reuses_results() const override {
    return limits_.simulations == 0 && !reads_files_;
  }

  void begin_match() override {
    if (!new_) player_.forget();
    new_ = false;
  }

  std::optional<Decision> decide(const Situation& situation) override {
    player_.set_state(situation.state);
    const std::optional<driver::Thought> thought = player_.think(role_, limits_);
    const std::optional<runtime::Move> move =
        thought ? game_->find_move(thought->move) : std::nullopt;
    if (!move || !runtime::has_move(situation.legal, *move)) {
      return Decision{random_move(situation), "random", {}, "search found no move"};
    }
    return Decision{*move,
                    thought->solves_end      ? "endgame"
                    : thought->evaluated > 0 ? "alpha-beta"
                                             : "mcts",
                    driver::describe(*thought),
                    {}};
  }

 private:
  std::string description_;
  std::shared_ptr<const runtime::Game> game_;
  driver::TreePlayer player_;
  runtime::TreeSearchLimits limits_;
  runtime::Role role_;
  bool reads_files_;
  bool new_ = true;
};

/// The seat for games of incomplete information: it uses only what its role knows of the state.
class PerceptSeat final : public Seat {
 public:
  PerceptSeat(std::string description, std::shared_ptr<const runtime::Game> game,
              const SearchContext& search, runtime::Role role)
      : description_(std::move(description)),
        game_(std::move(game)),
        role_(role),
        options_(driver::percept_options(search.player)),
        limits_(search.limits) {
    if (limits_.stop == nullptr) limits_.stop = &watch_interrupts();
  }

  [[nodiscard]] std::string description() const override { return description_; }
  [[nodiscard]] bool is_told_all() const override { return true; }
  void begin_match() override { player_.emplace(game_, role_, options_); }
  [[nodiscard]] bool begin_match_in(runtime::StateView state) override {
    begin_match();
    player_->set(state);
    return true;
  }

  void announce(const Situation& situation) override {
    trouble_.clear();
    if (situation.last->joint.empty()) return;
    const auto own = game_->find_move(situation.last->joint[role_]);
    const auto until = std::chrono::steady_clock::now() + most_update;
    if (!own || !player_->advance(*own, situation.last->percepts[role_], until)) {
      trouble_ = "no known state explains the percepts";
    }
  }

  std::optional<Decision> decide(const Situation& situation) override {
    if (situation.legal.size() == 1) return Decision{situation.legal.front(), "", {}, trouble_};
    const std::optional<driver::Thought> thought = player_->think(limits_);
    const auto move = thought ? game_->find_move(thought->move) : std::nullopt;
    if (!move || !runtime::has_move(situation.legal, *move)) {
      return Decision{random_move(situation), "random", {}, "search found no legal move"};
    }
    return Decision{*move, "mcts", driver::describe(*thought), trouble_};
  }

 private:
  /// Part of the time for a move that may be spent on finding possible states.
  static constexpr std::chrono::milliseconds most_update{200};

  std::string description_;
  std::shared_ptr<const runtime::Game> game_;
  runtime::Role role_;
  driver::PerceptPlayerOptions options_;
  std::optional<driver::PerceptPlayer> player_;  ///< of the current match
  runtime::TreeSearchLimits limits_;
  std::string trouble_;  ///< with the last percepts
};

/// For two-player, turn-taking games; throws for others.
driver::EvaluationMaker learn_of_turns(const std::string& description, std::string_view by,
                                       SeatContext& context) {
  static_cast<void>(runtime::Turns(*context.game.game, driver::turn_rule(context.game)));
  return learn_game(description, by, context);
}

/// Reads the strategy or the weights in a file; returns nothing if it has none (reported).
std::optional<driver::PriorMaker> read_priors(const std::string& path, SeatContext& context) {
  driver::Session& session = context.session;
  if (is_learned(path)) {
    auto learned = learn_of_turns("mcts:prior=" + path, path, context);
    if (!learned) return std::nullopt;
    return driver::evaluation_priors(std::move(learned));
  }
  if (driver::is_strategy_path(path)) {
    auto strategy = driver::load_strategy(path, session);
    if (!strategy) return std::nullopt;
    return driver::strategy_priors(std::move(*strategy), context.options);
  }
  if (context.evaluation.sources.features.empty()) {
    session.diagnostics.error({}, "usage",
                              path + " needs the features that have the weights: --features FILE");
    return std::nullopt;
  }
  const auto file = driver::read_file(path, session);
  auto weights = file ? read_weights(*file, session.diagnostics) : std::nullopt;
  // For two-player, turn-taking games; throws for others.
  static_cast<void>(runtime::Turns(*context.game.game, driver::turn_rule(context.game)));
  // Made once here, so that errors are reported.
  if (!weights || !driver::make_evaluation(context.game, context.evaluation.sources, *weights,
                                           context.options, session)) {
    return std::nullopt;
  }
  return driver::evaluation_priors(driver::feature_evaluations(
      context.evaluation.sources, std::move(*weights), context.options));
}

}  // namespace

bool is_search_seat(std::string_view description) {
  return description == plain ||
         (description.starts_with(plain) && description[plain.size()] == ':');
}

std::string check_search_seat(std::string_view description) {
  Settings ignored;
  return read_settings(description, ignored);
}

std::unique_ptr<Seat> make_search_seat(const std::string& description, runtime::Role role,
                                       SeatContext& context) {
  Settings settings{context.search};
  static_cast<void>(read_settings(description, settings));  // checked before
  if (context.game.game->has_percepts()) {
    if (!settings.of_tree_only.empty()) {
      context.session.diagnostics.error(
          {}, "usage",
          fmt::format("{}: no setting `{}` in games of incomplete information, where mcts has only "
                      "seconds, simulations and exploration",
                      description, settings.of_tree_only));
      return nullptr;
    }
    return std::make_unique<PerceptSeat>(description, context.game.game, settings.search, role);
  }
  if (!settings.prior.empty()) {
    auto priors = read_priors(settings.prior, context);
    if (!priors) return nullptr;
    settings.search.player.priors = std::move(*priors);
  }
  if (!settings.leaf.empty()) {
    settings.search.player.leaf_values = learn_of_turns(description, settings.leaf, context);
    if (!settings.search.player.leaf_values) return nullptr;
  }
  const bool reads_files = !settings.prior.empty() && !is_learned(settings.prior);
  return std::make_unique<SearchSeat>(description, context.game, settings.search, role,
                                      reads_files);
}

}  // namespace tesuji::tools

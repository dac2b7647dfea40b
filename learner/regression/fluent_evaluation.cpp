#include "learner/regression/fluent_evaluation.h"

#include "backend/driver/games/kept_net.h"
#include "ir/text/text.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/fluent_sum.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace tesuji::learner {
namespace {

using runtime::Move;
using runtime::Role;
using runtime::State;
using runtime::StateView;

/// Groups agree in at most so many arguments.
constexpr std::size_t most_agreeing = 2;
/// Fluents with more arguments are in no group but their own.
constexpr std::size_t most_arguments = 5;
/// States whose fluents are named to find out what bits mean.
constexpr std::size_t named_states = 2'000;
/// Of Adam, over all rows at once.
constexpr unsigned fitting_steps = 300;
constexpr double step_size = 0.03;
constexpr double mean_decay = 0.9;
constexpr double square_decay = 0.99;
/// This times the sum of squares is added to the mean loss: of weights of single fluents, which few
/// games show, more.
constexpr double ridge_of_groups = 2e-5;
constexpr double ridge_of_fluents = 2e-4;
/// In games against itself, the share of random moves.
constexpr double random_share = 0.15;

/// Positions of games, as lists of the bits that are set, with the games' outcomes.
struct Rows {
  std::vector<std::vector<std::uint32_t>> bits;
  std::vector<double> outcomes;  ///< of role 0: 1 won, 1/2 drawn, 0 lost
};

std::vector<std::uint32_t> set_bits(StateView state) {
  std::vector<std::uint32_t> bits;
  for (std::size_t word = 0; word < state.size(); ++word) {
    for (std::uint64_t rest = state[word]; rest != 0; rest &= rest - 1) {
      bits.push_back(static_cast<std::uint32_t>(64 * word) +
                     static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  return bits;
}

/// Returns the words of a term: the relation and its arguments, `cell`, `1`, `(f 2)`.
std::vector<std::string_view> words_of(std::string_view term) {
  if (term.size() < 2 || term.front() != '(') return {term};
  std::vector<std::string_view> words;
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t at = 1; at < term.size(); ++at) {
    const bool last = at + 1 == term.size();
    if ((term[at] == ' ' && depth == 0) || last) {
      if (at > begin) words.push_back(term.substr(begin, at - begin));
      begin = at + 1;
    }
    depth += term[at] == '(' ? 1 : term[at] == ')' ? -1 : 0;
  }
  return words;
}

/// Returns the names of the groups that a fluent belongs to besides its own.
std::vector<std::string> groups_of(std::string_view fluent) {
  const std::vector<std::string_view> words = words_of(fluent);
  const std::size_t arguments = words.size() - 1;
  std::vector<std::string> groups;
  if (arguments < 2 || arguments > most_arguments) return groups;
  for (std::uint32_t kept = 1; kept + 1 < (1U << arguments); ++kept) {
    if (static_cast<std::size_t>(std::popcount(kept)) > most_agreeing) continue;
    std::string name(words.front());
    for (std::size_t argument = 0; argument < arguments; ++argument) {
      name.append(" ").append((kept >> argument & 1U) != 0 ? words[argument + 1] : "?");
    }
    groups.push_back(std::move(name));
  }
  return groups;
}

/// The weights that are learned: of fluents, and of groups of fluents.
class Model {
 public:
  Model(const runtime::Game& game, const std::vector<State>& states) {
    std::map<std::string, std::uint32_t> places;
    place_of_bit_.assign(game.state_words() * 64, none);
    std::map<std::string, std::uint32_t> groups;
    const auto parameter = [&](double ridge) {
      ridge_.push_back(ridge);
      return static_cast<std::uint32_t>(ridge_.size() - 1);
    };
    for (const State& state : states) {
      for (const std::string& fluent : game.fluents(state)) {
        if (!places.try_emplace(fluent, 0).second) continue;
        const runtime::FluentPlace place = game.place_of(fluent);
        if (place.kind != runtime::FluentPlace::Kind::bit) continue;
        place_of_bit_[place.bit] = static_cast<std::uint32_t>(fluents_.size());
        fluents_.push_back(fluent);
        std::vector<std::uint32_t>& own = parameters_.emplace_back();
        own.push_back(parameter(ridge_of_fluents));
        for (const std::string& group : groups_of(fluent)) {
          const auto [found, is_new] = groups.try_emplace(group, 0);
          if (is_new) found->second = parameter(ridge_of_groups);
          own.push_back(found->second);
        }
      }
    }
    weights_.assign(ridge_.size(), 0);
  }

  [[nodiscard]] bool empty() const { return fluents_.empty(); }

  /// Fits the weights to the rows, beginning with the present ones.
  void fit(const Rows& rows) {
    std::vector<double> means(weights_.size() + 1);
    std::vector<double> squares(weights_.size() + 1);
    std::vector<double> slopes(weights_.size() + 1);
    double mean_power = 1;
    double square_power = 1;
    for (unsigned step = 0; step < fitting_steps; ++step) {
      if (runtime::is_stop_requested()) throw runtime::Stopped();
      slope(rows, slopes);
      mean_power *= mean_decay;
      square_power *= square_decay;
      for (std::size_t i = 0; i < slopes.size(); ++i) {
        means[i] = mean_decay * means[i] + (1 - mean_decay) * slopes[i];
        squares[i] = square_decay * squares[i] + (1 - square_decay) * slopes[i] * slopes[i];
        const double mean = means[i] / (1 - mean_power);
        const double deviation = std::sqrt(squares[i] / (1 - square_power));
        double& weight = i < weights_.size() ? weights_[i] : constant_;
        weight -= step_size * mean / (deviation + 1e-8);
      }
    }
  }

  [[nodiscard]] FluentEvaluation result() const { return {constant_, fluents_, fluent_weights()}; }

  /// Returns the evaluation of this game's states.
  [[nodiscard]] runtime::FluentSum sum() const {
    const std::vector<double> values = fluent_weights();
    std::vector<double> by_bit(place_of_bit_.size());
    for (std::size_t bit = 0; bit < by_bit.size(); ++bit) {
      if (place_of_bit_[bit] != none) by_bit[bit] = values[place_of_bit_[bit]];
    }
    return {constant_, by_bit};
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] std::vector<double> fluent_weights() const {
    std::vector<double> values;
    for (const std::vector<std::uint32_t>& own : parameters_) {
      double value = 0;
      for (const std::uint32_t parameter : own) value += weights_[parameter];
      values.push_back(value);
    }
    return values;
  }

  /// Computes the derivatives of the loss by the weights, and last by the constant.
  void slope(const Rows& rows, std::vector<double>& slopes) const {
    const std::vector<double> values = fluent_weights();
    std::vector<double> of_fluents(values.size());
    double of_constant = 0;
    for (std::size_t row = 0; row < rows.bits.size(); ++row) {
      double sum = constant_;
      for (const std::uint32_t bit : rows.bits[row]) {
        if (place_of_bit_[bit] != none) sum += values[place_of_bit_[bit]];
      }
      const double error = 1 / (1 + std::exp(-sum)) - rows.outcomes[row];
      of_constant += error;
      for (const std::uint32_t bit : rows.bits[row]) {
        if (place_of_bit_[bit] != none) of_fluents[place_of_bit_[bit]] += error;
      }
    }
    const double share = 1 / static_cast<double>(rows.bits.size());
    for (std::size_t i = 0; i < weights_.size(); ++i) slopes[i] = 2 * ridge_[i] * weights_[i];
    for (std::size_t fluent = 0; fluent < values.size(); ++fluent) {
      for (const std::uint32_t parameter : parameters_[fluent]) {
        slopes[parameter] += share * of_fluents[fluent];
      }
    }
    slopes.back() = share * of_constant;
  }

  std::vector<std::string> fluents_;
  std::vector<std::uint32_t> place_of_bit_;             ///< in `fluents_`
  std::vector<std::vector<std::uint32_t>> parameters_;  ///< by fluent
  std::vector<double> ridge_;                           ///< by parameter
  std::vector<double> weights_;                         ///< by parameter
  double constant_ = 0;
};

/// Plays games of the program against itself.
class SelfPlay {
 public:
  SelfPlay(const runtime::Game& game, const FluentLearning& learning)
      : game_(game),
        learning_(learning),
        turns_(game, {}),
        scratch_(game.make_scratch()),
        best_(game.state_words()),
        next_(game.state_words()) {}

  /// Plays a round; without an evaluation, at random.
  Rows play(unsigned round, const runtime::FluentSum* evaluation) {
    Rows rows;
    runtime::Deadline deadline(learning_.seconds);
    for (std::uint64_t number = 0; number < learning_.games && !deadline.is_over(); ++number) {
      runtime::Rng random(learning_.seed + round, number);
      const std::optional<double> outcome = play_game(evaluation, random, deadline);
      if (!outcome) continue;
      for (unsigned i = 0; i < learning_.positions && !states_.empty(); ++i) {
        const std::size_t chosen = random.below(states_.size());
        rows.bits.push_back(set_bits(states_[chosen]));
        rows.outcomes.push_back(*outcome);
        if (round == 0 && named_.size() < named_states) named_.push_back(states_[chosen]);
        states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
    }
    return rows;
  }

  /// Returns some of the states that games went through.
  [[nodiscard]] const std::vector<State>& seen() const { return named_; }

 private:
  /// Returns role 0's outcome; nothing if the game did not end, or its goals are not numbers.
  std::optional<double> play_game(const runtime::FluentSum* evaluation, runtime::Rng& random,
                                  runtime::Deadline& deadline) {
    states_.clear();
    State state(game_.initial().begin(), game_.initial().end());
    for (std::uint64_t step = 0; step < learning_.step_limit; ++step) {
      if (runtime::is_stop_requested()) throw runtime::Stopped();
      if (deadline.is_over()) return std::nullopt;
      if (game_.terminal(state, *scratch_)) return outcome(state);
      states_.push_back(state);
      game_.legal(state, *scratch_, legal_);
      if (legal_[0].empty() || legal_[1].empty()) return std::nullopt;
      move(state, evaluation, random);
      std::swap(state, best_);
    }
    return std::nullopt;
  }

  /// Sets `best_` to the next state.
  void move(const State& state, const runtime::FluentSum* evaluation, runtime::Rng& random) {
    if (legal_[0].size() > 1 && legal_[1].size() > 1) {
      const std::array<tsj_moves, 2> moves{
          {{legal_[0].data(), legal_[0].size()}, {legal_[1].data(), legal_[1].size()}}};
      throw turns_.error(moves.data());
    }
    const Role role = legal_[0].size() > 1 ? 0 : 1;
    const std::vector<Move>& own = legal_[role];
    std::array<Move, 2> joint{legal_[0].front(), legal_[1].front()};
    const bool at_random = evaluation == nullptr || own.size() == 1 ||
                           random.below(1000) < static_cast<std::uint64_t>(1000 * random_share);
    if (at_random) {
      joint[role] = own[random.below(own.size())];
      game_.next(state, joint, *scratch_, best_);
      return;
    }
    double best = -std::numeric_limits<double>::infinity();
    std::uint64_t equal = 0;
    for (const Move each : own) {
      joint[role] = each;
      game_.next(state, joint, *scratch_, next_);
      double value = 0;
      if (game_.terminal(next_, *scratch_)) {
        const std::optional<double> end = outcome(next_);
        value = end ? (2 * *end - 1) * runtime::won_value : 0;
      } else {
        value = evaluation->of(next_);
      }
      if (role == 1) value = -value;
      if (value > best) equal = 0;
      if (value < best || random.below(++equal) != 0) continue;
      best = value;
      std::swap(best_, next_);
    }
  }

  std::optional<double> outcome(StateView end) {
    std::array<int, 2> goals{};
    game_.goal_values(end, *scratch_, goals);
    if (goals[0] < 0 || goals[1] < 0) return std::nullopt;
    return goals[0] == goals[1] ? 0.5 : goals[0] > goals[1] ? 1 : 0;
  }

  const runtime::Game& game_;
  const FluentLearning& learning_;
  runtime::Turns turns_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::vector<std::vector<Move>> legal_;
  std::vector<State> states_;  ///< of the current game
  std::vector<State> named_;
  State best_;
  State next_;
};

void append(Rows& rows, const Rows& more) {
  rows.bits.insert(rows.bits.end(), more.bits.begin(), more.bits.end());
  rows.outcomes.insert(rows.outcomes.end(), more.outcomes.begin(), more.outcomes.end());
}

bool is_informative(const Rows& rows) {
  return !rows.outcomes.empty() &&
         std::any_of(rows.outcomes.begin(), rows.outcomes.end(),
                     [&](double outcome) { return outcome != rows.outcomes.front(); });
}

}  // namespace

std::optional<FluentEvaluation> learn_fluents(const driver::LoadedGame& game,
                                              const FluentLearning& learning) {
  SelfPlay games(*game.game, learning);
  Rows last = games.play(0, nullptr);
  if (!is_informative(last)) return std::nullopt;
  Model model(*game.game, games.seen());
  if (model.empty()) return std::nullopt;
  model.fit(last);
  for (unsigned round = 1; round < learning.rounds; ++round) {
    const runtime::FluentSum sum = model.sum();
    Rows rows = games.play(round, &sum);
    Rows both = rows;
    append(both, last);
    if (!is_informative(both)) break;
    model.fit(both);
    last = std::move(rows);
  }
  return model.result();
}

namespace {

/// Increase when learning gives other weights, and that of the contest with it
/// (backend/players/search_contest.cpp).
constexpr std::string_view learning_form = "fluent weights 1";

using Numbers = driver::KeptNumbers::Numbers;

void put(Numbers& numbers, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  numbers.push_back(static_cast<std::uint32_t>(bits));
  numbers.push_back(static_cast<std::uint32_t>(bits >> 32U));
}

Numbers numbers_of(const FluentEvaluation& learned) {
  Numbers numbers;
  put(numbers, learned.constant);
  for (std::size_t i = 0; i < learned.fluents.size(); ++i) {
    put(numbers, learned.weights[i]);
    for (const char c : learned.fluents[i]) numbers.push_back(static_cast<unsigned char>(c));
    numbers.push_back(0);  // the end of the name
  }
  return numbers;
}

/// Returns nothing if the numbers are not those of an evaluation.
std::optional<FluentEvaluation> evaluation_of(const Numbers& numbers) {
  std::size_t at = 0;
  const auto take = [&]() -> std::optional<double> {
    if (numbers.size() - at < 2) return std::nullopt;
    at += 2;
    return std::bit_cast<double>(std::uint64_t{numbers[at - 1]} << 32U | numbers[at - 2]);
  };
  FluentEvaluation learned;
  const auto constant = take();
  if (!constant) return std::nullopt;
  learned.constant = *constant;
  while (at < numbers.size()) {
    const auto weight = take();
    if (!weight) return std::nullopt;
    std::string name;
    while (at < numbers.size() && numbers[at] != 0) name += static_cast<char>(numbers[at++]);
    if (at++ == numbers.size()) return std::nullopt;
    learned.weights.push_back(*weight);
    learned.fluents.push_back(std::move(name));
  }
  return learned;
}

}  // namespace

std::optional<FluentEvaluation> kept_fluents(const std::string& path,
                                             const driver::LoadedGame& game,
                                             const driver::Options& options,
                                             driver::Session& session,
                                             const FluentLearning& learning) {
  const std::optional<ir::Module> source = driver::load_source(path, session);
  if (!source) return std::nullopt;
  const driver::KeptNumbers place(
      options.cache, "fluent weights", source->game,
      std::string(learning_form) + ir::print(*source, ir::PrintedPlaces::none),
      {static_cast<std::uint32_t>(learning.seed), learning.rounds,
       static_cast<std::uint32_t>(learning.games), learning.positions,
       static_cast<std::uint32_t>(learning.step_limit),
       static_cast<std::uint32_t>(1000 * learning.seconds)});
  if (const auto kept = place.find()) {
    if (auto learned = evaluation_of(*kept)) return learned;
  }
  auto learned = learn_fluents(game, learning);
  if (learned) place.store(numbers_of(*learned));
  return learned;
}

driver::EvaluationMaker evaluations(FluentEvaluation learned) {
  class Evaluation final : public runtime::Evaluation {
   public:
    explicit Evaluation(runtime::FluentSum sum) : sum_(std::move(sum)) {}
    [[nodiscard]] double value(StateView state) override { return sum_.of(state); }

   private:
    runtime::FluentSum sum_;
  };
  return [learned = std::move(learned)](
             const driver::LoadedGame& game) -> std::unique_ptr<runtime::Evaluation> {
    std::vector<double> weights(game.game->state_words() * 64);
    double constant = learned.constant;
    for (std::size_t i = 0; i < learned.fluents.size(); ++i) {
      const runtime::FluentPlace place = game.game->place_of(learned.fluents[i]);
      if (place.kind == runtime::FluentPlace::Kind::elsewhere) return nullptr;
      if (place.kind == runtime::FluentPlace::Kind::always) constant += learned.weights[i];
      if (place.kind == runtime::FluentPlace::Kind::bit) weights[place.bit] = learned.weights[i];
    }
    return std::make_unique<Evaluation>(runtime::FluentSum(constant, weights));
  };
}

}  // namespace tesuji::learner

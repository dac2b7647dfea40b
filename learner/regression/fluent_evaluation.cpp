#include "learner/regression/fluent_evaluation.h"

#include "backend/driver/games/kept_net.h"
#include "ir/text/rule_names.h"
#include "learner/regression/fluent_words.h"
#include "learner/regression/kept_numbers.h"
#include "learner/regression/self_play.h"
#include "runtime/host/game/stop.h"
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

/// A round goes on for so many times its seconds until so many of its games have a result.
constexpr double most_times = 5;
constexpr std::uint64_t enough_decided = 50;

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

class SumEvaluation final : public runtime::Evaluation {
 public:
  explicit SumEvaluation(runtime::FluentSum sum) : sum_(std::move(sum)) {}
  [[nodiscard]] double value(StateView state) override { return sum_.of(state); }

 private:
  runtime::FluentSum sum_;
};

/// Plays rounds of games, and samples their positions.
class Rounds {
 public:
  Rounds(const runtime::Game& game, const FluentLearning& learning)
      : learning_(learning), games_(game, learning.step_limit) {}

  /// Plays a round; without an evaluation, at random.
  Rows play(unsigned round, const runtime::FluentSum* sum) {
    Rows rows;
    std::optional<SumEvaluation> evaluation;
    if (sum != nullptr) evaluation.emplace(*sum);
    SelfPlayPolicy policy;
    if (evaluation) policy.evaluations = {&*evaluation, &*evaluation};
    policy.random_share = random_share;
    // Slow games, and those that hardly ever end with a goal, such as random chess, take longer.
    runtime::Deadline deadline(learning_.seconds);
    runtime::Deadline latest(most_times * learning_.seconds);
    std::uint64_t decided = 0;
    for (std::uint64_t number = 0; number < learning_.games; ++number) {
      if (decided >= enough_decided ? deadline.is_over() : latest.is_over()) break;
      runtime::Rng random(learning_.seed + round, number);
      const std::optional<double> outcome =
          games_.play(policy, random, decided >= enough_decided ? deadline : latest);
      if (!outcome) continue;
      ++decided;
      std::vector<PlayedState>& states = games_.states();
      for (unsigned i = 0; i < learning_.positions && !states.empty(); ++i) {
        const std::size_t chosen = random.below(states.size());
        rows.bits.push_back(set_bits(states[chosen].state));
        rows.outcomes.push_back(*outcome);
        if (round == 0 && named_.size() < named_states) named_.push_back(states[chosen].state);
        states.erase(states.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
    }
    return rows;
  }

  /// Returns some of the states that games went through.
  [[nodiscard]] const std::vector<State>& seen() const { return named_; }

 private:
  const FluentLearning& learning_;
  SelfPlay games_;
  std::vector<State> named_;
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
  Rounds games(*game.game, learning);
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
constexpr std::string_view learning_form = "fluent weights 5";

using Numbers = driver::KeptNumbers::Numbers;

/// Fluents are written as `names` numbers them.
Numbers numbers_of(const FluentEvaluation& learned, const ir::RuleNames& names) {
  NumberWriter writer;
  writer.put(learned.constant);
  writer.put(learned.fluents.size());
  for (std::size_t i = 0; i < learned.fluents.size(); ++i) {
    writer.put(names.numbered(learned.fluents[i]));
    writer.put(learned.weights[i]);
  }
  return writer.numbers();
}

/// Returns nothing if the numbers are not those of an evaluation.
std::optional<FluentEvaluation> evaluation_of(const Numbers& numbers, const ir::RuleNames& names) {
  NumberReader reader(numbers);
  FluentEvaluation learned;
  learned.constant = reader.real();
  const std::size_t fluents = reader.size();
  for (std::size_t i = 0; i < fluents && reader.is_good(); ++i) {
    learned.fluents.push_back(names.named(reader.text()));
    learned.weights.push_back(reader.real());
  }
  return reader.is_read() ? std::optional(std::move(learned)) : std::nullopt;
}

}  // namespace

std::optional<FluentEvaluation> kept_fluents(const std::string& path,
                                             const driver::LoadedGame& game,
                                             const driver::Options& options,
                                             driver::Session& session,
                                             const FluentLearning& learning) {
  const std::optional<ir::Module> source = driver::load_source(path, session);
  if (!source) return std::nullopt;
  const ir::RuleNames names(*source);
  const driver::KeptNumbers place(options.cache, "fluent weights", source->game,
                                  std::string(learning_form) + names.text(),
                                  {static_cast<std::uint32_t>(learning.seed), learning.rounds,
                                   static_cast<std::uint32_t>(learning.games), learning.positions,
                                   static_cast<std::uint32_t>(learning.step_limit),
                                   static_cast<std::uint32_t>(1000 * learning.seconds)});
  if (const auto kept = place.find()) {
    if (auto learned = evaluation_of(*kept, names)) return learned;
  }
  auto learned = learn_fluents(game, learning);
  if (learned) place.store(numbers_of(*learned, names));
  return learned;
}

driver::EvaluationMaker evaluations(FluentEvaluation learned) {
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
    return std::make_unique<SumEvaluation>(runtime::FluentSum(constant, weights));
  };
}

}  // namespace tesuji::learner

#include "learner/regression/pattern_evaluation.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/games/net.h"
#include "ir/text/rule_names.h"
#include "learner/regression/kept_numbers.h"
#include "learner/regression/self_play.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/pattern_sum.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace tesuji::learner {
namespace {

using runtime::State;
using runtime::StateView;

/// Games at random that show which fluents exclude each other, and states of each, at most.
constexpr std::uint64_t observed_games = 200;
constexpr std::size_t observed_states = 2'000;
constexpr double observing_seconds = 2;

/// Finds the fluents of the patterns in the game's states; nothing if one has no bit there.
std::optional<runtime::PatternIndex> index_of(const Patterns& patterns, const runtime::Game& game) {
  std::vector<std::vector<runtime::PatternDigit>> digits(64 * game.state_words());
  std::uint64_t turn = runtime::PatternIndex::no_bit;
  for (std::size_t fluent = 0; fluent < patterns.fluents.size(); ++fluent) {
    const runtime::FluentPlace place = game.place_of(patterns.fluents[fluent]);
    if (place.kind == runtime::FluentPlace::Kind::never) continue;
    if (place.kind != runtime::FluentPlace::Kind::bit) return std::nullopt;
    digits[place.bit] = patterns.digits[fluent];
    if (fluent == patterns.turn) turn = place.bit;
  }
  return runtime::PatternIndex(patterns.sizes, digits, game.state_words(), turn);
}

class PatternSum final : public runtime::Evaluation {
 public:
  /// `weights` must outlive it, and may change.
  PatternSum(const runtime::PatternIndex& index, const std::vector<float>& weights,
             std::unique_ptr<runtime::Evaluation> base)
      : index_(index), weights_(weights), base_(std::move(base)), found_(index.patterns()) {}

  [[nodiscard]] double value(StateView state) override {
    index_.find(state, found_);
    float sum = 0;
    for (const std::uint32_t entry : found_) sum += weights_[entry];
    return base_->value(state) + static_cast<double>(sum);
  }

  /// Returns the entries of the last state that was valued.
  [[nodiscard]] const std::vector<std::uint32_t>& entries() const { return found_; }

 private:
  const runtime::PatternIndex& index_;
  const std::vector<float>& weights_;
  std::unique_ptr<runtime::Evaluation> base_;
  std::vector<std::uint32_t> found_;
};

double chance_of(double log_odds) {
  return 1 / (1 + std::exp(-log_odds));
}

/// The weights while they are learned.
class Tables {
 public:
  explicit Tables(std::size_t entries) : weights_(entries), errors_(entries), sizes_(entries) {}

  [[nodiscard]] const std::vector<float>& weights() const { return weights_; }

  /// Moves the weights of these entries by an error of the chance to win.
  void correct(const std::vector<std::uint32_t>& entries, float error, float step) {
    for (const std::uint32_t entry : entries) {
      const float size = sizes_[entry];
      const float coherence = size > 0 ? std::abs(errors_[entry]) / size : 1;
      weights_[entry] += step * coherence * error;
      errors_[entry] += error;
      sizes_[entry] += std::abs(error);
    }
  }

 private:
  std::vector<float> weights_;
  std::vector<float> errors_;  ///< sums, by entry
  std::vector<float> sizes_;   ///< sums of their absolute values
};

/// Learns from one game, from its end to its beginning.
void learn_game(const std::vector<PlayedState>& states, double outcome, PatternSum& sum,
                Tables& tables, const PatternLearning& learning) {
  double later = outcome;  // what is expected after the state
  for (std::size_t at = states.size(); at-- > 0;) {
    const double chance = chance_of(sum.value(states[at].state));
    if (states[at].at_random) {
      later = chance;  // what came after it does not show its value
      continue;
    }
    tables.correct(sum.entries(), static_cast<float>(later - chance),
                   static_cast<float>(learning.step));
    later = (1 - learning.decay) * chance + learning.decay * later;
  }
}

std::vector<State> observe(const runtime::Game& game, const PatternLearning& learning) {
  SelfPlay games(game, learning.step_limit);
  runtime::Deadline deadline(observing_seconds);
  std::vector<State> states;
  for (std::uint64_t number = 0; number < observed_games && !deadline.is_over(); ++number) {
    runtime::Rng random(learning.patterns.seed, number);
    if (!games.play({}, random, deadline)) continue;
    for (const PlayedState& played : games.states()) {
      if (states.size() == observed_states) return states;
      if (random.below(3) == 0) states.push_back(played.state);
    }
  }
  return states;
}

}  // namespace

std::optional<PatternEvaluation> learn_patterns(const std::string& path,
                                                const driver::LoadedGame& loaded,
                                                const driver::Options& options,
                                                driver::Session& session,
                                                const driver::EvaluationMaker& base,
                                                const PatternLearning& learning) {
  const runtime::Game& game = *loaded.game;
  driver::NetLimits limits;
  limits.keeps_rules = false;
  const auto ground = driver::load_net(path, options, limits, session);
  if (!ground) return std::nullopt;
  const std::vector<State> states = observe(game, learning);
  if (states.empty()) return std::nullopt;
  auto patterns = choose_patterns(game, *ground->net, driver::make_net_tables(*ground).fluents,
                                  states, learning.patterns);
  if (!patterns) return std::nullopt;
  const auto index = index_of(*patterns, game);
  auto simple = base(loaded);
  if (!index || !simple) return std::nullopt;
  Tables tables(index->entries());
  PatternSum sum(*index, tables.weights(), std::move(simple));
  SelfPlay games(game, learning.step_limit);
  runtime::Deadline deadline(learning.seconds);
  std::uint64_t learned = 0;
  double least = 1;
  double most = 0;
  for (std::uint64_t number = 0; number < learning.games && !deadline.is_over(); ++number) {
    runtime::Rng random(learning.patterns.seed + 1, number);
    const SelfPlayPolicy policy{
        {&sum, &sum}, learning.random_share, random.below(learning.opening + 1)};
    const auto outcome = games.play(policy, random, deadline);
    if (!outcome) continue;
    least = std::min(least, *outcome);
    most = std::max(most, *outcome);
    ++learned;
    learn_game(games.states(), *outcome, sum, tables, learning);
  }
  if (least >= most) return std::nullopt;  // no game ended, or all alike
  return PatternEvaluation{std::move(*patterns), tables.weights(), learned};
}

namespace {

/// Owns what a sum needs.
class OwnPatternSum final : public runtime::Evaluation {
 public:
  OwnPatternSum(runtime::PatternIndex index, std::shared_ptr<const PatternEvaluation> learned,
                std::unique_ptr<runtime::Evaluation> base)
      : index_(std::move(index)),
        learned_(std::move(learned)),
        sum_(index_, learned_->weights, std::move(base)) {}

  [[nodiscard]] double value(StateView state) override { return sum_.value(state); }

 private:
  runtime::PatternIndex index_;
  std::shared_ptr<const PatternEvaluation> learned_;
  PatternSum sum_;
};

}  // namespace

driver::EvaluationMaker evaluations(PatternEvaluation learned, driver::EvaluationMaker base) {
  auto shared = std::make_shared<const PatternEvaluation>(std::move(learned));
  return [shared, base = std::move(base)](
             const driver::LoadedGame& game) -> std::unique_ptr<runtime::Evaluation> {
    auto simple = base(game);
    auto index = index_of(shared->patterns, *game.game);
    if (!simple || !index) return nullptr;
    return std::make_unique<OwnPatternSum>(std::move(*index), shared, std::move(simple));
  };
}

namespace {

constexpr std::uint64_t least_kept_games = 500;

/// Increase when learning gives other weights, here or of the evaluations that it begins with, and
/// that of the contest with it (backend/players/search_contest.cpp).
constexpr std::string_view pattern_form = "pattern weights 3";

using Numbers = driver::KeptNumbers::Numbers;

/// Fluents are written as `names` numbers them.
Numbers numbers_of(const PatternEvaluation& learned, const ir::RuleNames& names) {
  const Patterns& patterns = learned.patterns;
  NumberWriter writer;
  writer.put(patterns.sizes.size());
  for (const std::uint32_t size : patterns.sizes) writer.put(size);
  writer.put(patterns.turn == Patterns::no_fluent ? patterns.fluents.size() : patterns.turn);
  writer.put(patterns.fluents.size());
  for (std::size_t fluent = 0; fluent < patterns.fluents.size(); ++fluent) {
    writer.put(names.numbered(patterns.fluents[fluent]));
    writer.put(patterns.digits[fluent].size());
    for (const runtime::PatternDigit& digit : patterns.digits[fluent]) {
      writer.put(digit.pattern);
      writer.put(digit.share);
    }
  }
  for (const float weight : learned.weights) writer.put(weight);
  return writer.numbers();
}

/// Returns nothing if the numbers are not those of an evaluation.
std::optional<PatternEvaluation> patterns_of(const Numbers& numbers, const ir::RuleNames& names) {
  NumberReader reader(numbers);
  PatternEvaluation learned;
  Patterns& patterns = learned.patterns;
  patterns.sizes.resize(reader.size());
  std::size_t entries = 0;
  for (std::uint32_t& size : patterns.sizes) {
    size = reader.number();
    if (size == 0) return std::nullopt;
    entries += 2 * std::size_t{size};
  }
  const std::size_t turn = reader.number();
  patterns.fluents.resize(reader.size());
  patterns.digits.resize(patterns.fluents.size());
  if (turn < patterns.fluents.size()) patterns.turn = turn;
  for (std::size_t fluent = 0; fluent < patterns.fluents.size(); ++fluent) {
    patterns.fluents[fluent] = names.named(reader.text());
    patterns.digits[fluent].resize(reader.size());
    for (runtime::PatternDigit& digit : patterns.digits[fluent]) {
      digit = {reader.number(), reader.number()};
      if (digit.pattern >= patterns.sizes.size()) return std::nullopt;
    }
  }
  if (!reader.is_good() || entries > numbers.size()) return std::nullopt;
  learned.weights.resize(entries);
  for (float& weight : learned.weights) weight = reader.single();
  return reader.is_read() ? std::optional(std::move(learned)) : std::nullopt;
}

}  // namespace

std::optional<PatternEvaluation> kept_patterns(
    const std::string& path, const driver::LoadedGame& game, const driver::Options& options,
    driver::Session& session, const driver::EvaluationMaker& base, const std::string& base_name,
    const PatternLearning& learning) {
  const std::optional<ir::Module> source = driver::load_source(path, session);
  if (!source) return std::nullopt;
  const ir::RuleNames names(*source);
  const auto milli = [](double value) { return static_cast<std::uint32_t>(1000 * value); };
  const driver::KeptNumbers place(
      options.cache, "pattern weights", source->game,
      std::string(pattern_form)
          .append(base_name)
          .append(driver::net_sources_hash())
          .append(names.text()),
      {static_cast<std::uint32_t>(learning.patterns.seed),
       static_cast<std::uint32_t>(learning.patterns.patterns), learning.patterns.most_entries,
       static_cast<std::uint32_t>(learning.patterns.most_squares),
       static_cast<std::uint32_t>(learning.games), milli(learning.seconds),
       milli(learning.random_share), static_cast<std::uint32_t>(learning.opening),
       static_cast<std::uint32_t>(learning.step_limit), milli(learning.step),
       milli(learning.decay)});
  if (const auto kept = place.find()) {
    if (auto learned = patterns_of(*kept, names)) return learned;
  }
  auto learned = learn_patterns(path, game, options, session, base, learning);
  // What few games in the time of a slow engine showed is not worth keeping.
  const bool is_rich = learned && learned->games >= std::min(learning.games, least_kept_games);
  if (is_rich) place.store(numbers_of(*learned, names));
  return learned;
}

}  // namespace tesuji::learner

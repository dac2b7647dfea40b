#include "learner/lookahead/lookahead_learner.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tesuji::learner {

using runtime::Node;
using runtime::StateSpace;

LookaheadLearner::LookaheadLearner(StateSpace& space, LookaheadOptions options)
    : space_(space),
      options_(options),
      properties_(space),
      sample_(space, options.states),
      refutations_(space) {}

/// Of the boards without a known win, returns the one from which the fewest games began, because a
/// game there gives the most information. If all can be won, any.
std::optional<std::size_t> LookaheadLearner::wanted_board(std::span<Node* const> boards,
                                                          runtime::Rng& random) {
  if (!options_.informed) return std::nullopt;
  std::vector<std::size_t> best;
  std::uint32_t fewest = ~std::uint32_t{0};
  for (std::size_t board = 0; board < boards.size(); ++board) {
    if (can_win(*boards[board])) continue;
    const auto begun = begun_.find(boards[board]->number);
    const std::uint32_t games = begun == begun_.end() ? 0 : begun->second;
    if (games < fewest) best.clear();
    if (games <= fewest) best.push_back(board);
    fewest = std::min(fewest, games);
  }
  if (best.empty()) return std::nullopt;
  return best[random.below(best.size())];
}

Learner::Choice LookaheadLearner::choose(Node& node, runtime::Rng& random) {
  const auto edge_to = [&](const Node* next) {
    std::uint32_t edge = 0;
    while (space_.successor(node, edge) != next) ++edge;
    return edge;
  };
  const std::vector<const LearnedPredicate*> playing = program_.playing();
  for (const LearnedPredicate* predicate : playing) {
    if (predicate->goal == Goal::draw && options_.explore && !testing_) {
      if (const auto edge = untried(node, random)) return {*edge, false};
    }
    if (Node* next = properties_.first(predicate->definition, node)) return {edge_to(next), false};
  }
  return {static_cast<std::uint32_t>(random.below(node.edge_count)), true};
}

/// Returns a random one of the least-tried moves that, by the learned rules, keep a draw, and that
/// may still win.
std::optional<std::uint32_t> LookaheadLearner::untried(Node& node, runtime::Rng& random) {
  const LearnedPredicate* draw = program_.find(Goal::draw, 1);
  if (!draw || proved_.wins.empty()) return std::nullopt;
  const auto known = refutations_.all().find(node.number);
  std::vector<std::uint32_t> edges;
  std::uint32_t least = ~std::uint32_t{0};
  for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
    if (known != refutations_.all().end() && known->second.moves[edge] != Outcome::won) continue;
    Node& next = *space_.successor(node, edge);
    const std::size_t state = sample_.find(next);
    if (state < proved_states_ && proved_.wins.back().no.has(state)) continue;
    if (!properties_.holds(draw->definition, next)) continue;
    const auto tries = tries_.find(next.number);
    const std::uint32_t times = tries == tries_.end() ? 0 : tries->second;
    if (times < least) edges.clear();
    if (times <= least) edges.push_back(edge);
    least = std::min(least, times);
  }
  if (edges.empty()) return std::nullopt;
  const std::uint32_t edge = edges[random.below(edges.size())];
  ++tries_[space_.successor(node, edge)->number];
  return edge;
}

/// Whether a move from there is proved to win, or wins by the rules.
bool LookaheadLearner::can_win(Node& node) const {
  const std::size_t state = sample_.find(node);
  if (!proved_.wins.empty() && state < proved_states_ && sample_.expanded(state)) {
    const StateSet& wins = proved_.wins.back().yes;
    for (const std::uint32_t next : sample_.successors(state)) {
      if (next < proved_states_ && wins.has(next)) return true;
    }
  }
  const std::vector<const LearnedPredicate*> playing = program_.playing();
  return std::any_of(playing.begin(), playing.end(), [&](const LearnedPredicate* predicate) {
    return predicate->goal == Goal::win && properties_.any(predicate->definition, node);
  });
}

/// Looks ahead from the last board back to the first: near the end look-ahead proves most, and
/// rules learned there hold earlier, too. Each game has a share of the sample; when that is full,
/// only results of the latest games are kept.
void LookaheadLearner::look_ahead(const std::vector<Node*>& boards) {
  constexpr std::size_t shares = 8;
  const std::size_t share = std::max<std::size_t>(options_.states / shares, 1);
  games_.push_back(boards);
  if (games_.size() > shares) games_.erase(games_.begin());
  if (sample_.size() + share > options_.states && games_.size() > 1) {
    sample_ = StateSample(space_, options_.states);
    const std::size_t kept = std::min(games_.size(), shares / 2);
    games_.erase(games_.begin(), games_.end() - static_cast<std::ptrdiff_t>(kept));
    proved_states_ = 0;
    sample_changed_ = true;
    for (std::size_t i = 0; i + 1 < games_.size(); ++i) look_at(games_[i], share);
  }
  look_at(games_.back(), share);
}

void LookaheadLearner::look_at(const std::vector<Node*>& boards, std::size_t share) {
  const std::size_t most = sample_.size() + share;
  for (std::size_t i = boards.size(); i-- > 0;) {
    sample_changed_ |= sample_.add(*boards[i], options_.plies, most);
  }
}

void LookaheadLearner::take_in(const PlayedGame& game, runtime::Role learner) {
  ++begun_[game.boards.front()->number];
  look_ahead(game.boards);
  if (!options_.games) return;
  refutations_.record(game.boards, learner, game.outcome);
  if (game.outcome == Outcome::lost) return;
  // Muggleton and Hocquette (2019), Theorems 1 and 2. Whether the start board of a drawn game could
  // be won is decided by proof, or else by the current rules.
  if (game.outcome == Outcome::drawn && can_win(*game.boards.front())) return;
  for (std::size_t i = 0; i < game.edges.size(); ++i) {
    const auto level = static_cast<std::uint32_t>((game.boards.size() - i) / 2);
    if (game.outcome == Outcome::won && StateSpace::mover(*game.boards[i]) != learner) continue;
    const Claim claim{game.boards[i], game.boards[i + 1],
                      game.outcome == Outcome::won ? Goal::win : Goal::draw, level};
    if (std::find(claims_.begin(), claims_.end(), claim) == claims_.end()) claims_.push_back(claim);
  }
}

void LookaheadLearner::finish(const PlayedGame& game, runtime::Role learner) {
  const std::size_t claims = claims_.size();
  const std::array versions{refutations_.version(Goal::win), refutations_.version(Goal::draw)};
  take_in(game, learner);
  if (!sample_changed_ && claims_.size() == claims &&
      versions == std::array{refutations_.version(Goal::win), refutations_.version(Goal::draw)}) {
    return;
  }
  if (sample_changed_ || proved_.wins.empty()) {
    proved_ = prove_outcomes(sample_, options_.levels);
    proved_states_ = sample_.size();
    sample_changed_ = false;
  }
  learn();
}

PropertyExamples LookaheadLearner::examples_of_win(std::uint32_t level) const {
  const std::size_t last = proved_.wins.size();
  const Truth& within = proved_.wins[std::min<std::size_t>(level, last) - 1];
  PropertyExamples examples(sample_.size());
  examples.negative = within.no;
  if (level <= last) examples.positive = within.yes;
  if (level > 1) {
    examples.positive.remove(proved_.wins[std::min<std::size_t>(level - 1, last) - 1].yes);
  }
  add_claims(Goal::win, level, within, examples);
  return examples;
}

PropertyExamples LookaheadLearner::examples_of_draw() const {
  PropertyExamples examples(sample_.size());
  examples.positive = proved_.holds.yes;
  examples.positive.remove(proved_.wins.back().yes);
  examples.negative = proved_.loses.yes;
  add_claims(Goal::draw, 0, proved_.holds, examples);
  return examples;
}

/// Adds examples from games for moves about which nothing is proved.
void LookaheadLearner::add_claims(Goal goal, std::uint32_t level, const Truth& proved,
                                  PropertyExamples& examples) const {
  for (const Claim& claim : claims_) {
    const std::size_t state = sample_.find(*claim.to);
    if (claim.goal != goal || (level > 0 && claim.level != level) || state == sample_.size()) {
      continue;
    }
    if (proved.no.has(state) || proved.yes.has(state)) continue;
    // A draw from a board where the role could win was a mistake by one of the players.
    if (goal == Goal::draw && can_win(*claim.from)) continue;
    examples.likely.insert(state);
  }
  for (const Node* node : refutations_.refuted(goal)) {
    const std::size_t state = sample_.find(*node);
    if (state < sample_.size()) examples.negative.insert(state);
  }
  examples.likely.remove(examples.negative);
  examples.negative.remove(examples.positive);
}

std::vector<LookaheadLearner::Wanted> LookaheadLearner::wanted() const {
  std::vector<Wanted> result;
  const auto add = [&](Goal goal, std::uint32_t level, PropertyExamples examples) {
    // Games may have no draws for long; by then it is known what must not be allowed.
    if (examples.empty() && (goal == Goal::win || examples.negative.empty())) return;
    const std::string name = std::string(name_of(goal)) + "_" + std::to_string(level);
    result.push_back({goal, level, name, std::move(examples)});
  };
  auto deepest = static_cast<std::uint32_t>(proved_.wins.size());
  for (const Claim& claim : claims_) {
    if (claim.goal == Goal::win) deepest = std::max(deepest, claim.level);
  }
  deepest = std::min(deepest, options_.levels);
  for (std::uint32_t level = 1; level <= deepest; ++level) {
    add(Goal::win, level, examples_of_win(level));
  }
  add(Goal::draw, 1, examples_of_draw());
  return result;
}

/// Adds the level of wins that continues the program's last two, if it agrees with the examples.
bool LookaheadLearner::continue_wins(DefinitionSearch& search, const PropertyExamples& examples,
                                     LearnedProgram& program) {
  std::uint32_t last = 0;
  while (program.find(Goal::win, last + 1)) ++last;
  if (last < 2) return false;
  const auto number_of = [&](std::uint32_t level) {
    return static_cast<std::size_t>(program.find(Goal::win, level) - program.predicates.data());
  };
  const std::string name = std::string(name_of(Goal::win)) + "_" + std::to_string(last + 1);
  return search.continue_series(number_of(last - 1), number_of(last), name, examples, program);
}

/// A move that draws leaves the other role no win, at any depth.
void LookaheadLearner::exclude_wins(DefinitionSearch& search, const PropertyExamples& examples,
                                    LearnedProgram& program) {
  std::uint32_t last = 0;
  while (program.find(Goal::win, last + 1)) ++last;
  if (last == 0) return;
  const LearnedPredicate* deepest = program.find(Goal::win, last);
  search.exclude(static_cast<std::size_t>(deepest - program.predicates.data()), examples, program);
}

/// Adds levels of wins that are deeper than anything proved.
void LookaheadLearner::go_deeper(DefinitionSearch& search, LearnedProgram& program) const {
  for (std::uint32_t more = 0; more < options_.deeper; ++more) {
    std::uint32_t next = 1;
    while (program.find(Goal::win, next)) ++next;
    if (next > options_.levels) return;
    if (!continue_wins(search, examples_of_win(next), program)) return;
  }
}

void LookaheadLearner::learn() {
  const std::vector<Wanted> all = wanted();
  ProgramTruths before(sample_);
  before.extend(program_);
  LearnedProgram program;
  std::vector<LearningReport::Missing> missing;
  DefinitionSearch search(sample_, properties_, options_.search);
  PropertySearchReport report;
  for (const Wanted& one : all) {
    if (one.goal == Goal::draw) go_deeper(search, program);
    if (const LearnedPredicate* old = program_.find(one.goal, one.level)) {
      const auto number = static_cast<std::size_t>(old - program_.predicates.data());
      if (one.examples.agree_with(before.of({.kind = Callee::Kind::learned, .number = number})) &&
          search.take_over(program_, number, program)) {
        continue;
      }
    }
    // Prefers a definition that continues the earlier levels, if it is right, so that series go on.
    if (one.goal == Goal::win && !program.find(Goal::win, one.level) &&
        program.find(Goal::win, one.level - 1) && continue_wins(search, one.examples, program)) {
      continue;
    }
    ++learning_.searches;
    report.cut = false;
    if (search.define(one.name, one.goal, one.level, one.examples, one.goal == Goal::draw, program,
                      report)) {
      if (one.goal == Goal::draw) exclude_wins(search, one.examples, program);
      continue;
    }
    ++learning_.failed;
    missing.push_back({one.name, LearningReport::Missing::Reason::clauses});
  }
  learning_.steps += report.candidates;
  learning_.missing = std::move(missing);
  program_ = std::move(program);
}

}  // namespace tesuji::learner

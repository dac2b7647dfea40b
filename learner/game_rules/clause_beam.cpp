// Implements the beam search of clauses for a seed (clause_beam.h).
#include "learner/game_rules/clause_beam.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace tesuji::learner {

namespace {

struct BeamNode {
  PlayClause clause;
  ClauseMatches matches;
  RuleCounts counts;
};

struct BeamCandidate {
  double score = 0;
  std::size_t parent = 0;
  std::vector<PlayLiteral> literals;
  RuleCounts counts;
};

class Beam {
 public:
  Beam(const RuleProblem& problem, PlayPredicate target, const RuleSeed& seed,
       const BeamLimits& limits, BeamStatistics& statistics)
      : problem_(problem),
        target_(target),
        seed_(seed),
        limits_(limits),
        statistics_(statistics),
        choices_(problem, target, limits.language),
        cost_(*problem.world) {
    choices_.look_at(seed.state);
    at_start_ = statistics.clauses + statistics.sampled;
    const std::uint32_t words = problem.world->words();
    for (std::size_t atom = 0; atom < problem.atoms.size(); ++atom) {
      const auto row = problem.positive.begin() + static_cast<std::ptrdiff_t>(atom * words);
      has_positive_.push_back(std::any_of(row, row + words, [](Word word) { return word != 0; }));
    }
  }

  BeamResult run() {
    heads();
    for (std::size_t length = 0; length < limits_.literals && !beam_.empty(); ++length) {
      if (done() || over()) break;
      candidates_.clear();
      for (std::size_t node = 0; node < beam_.size() && !over(); ++node) refine(node);
      next_beam();
    }
    result_.limited = result_.limited || over();
    finish();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool over() const {
    return statistics_.clauses + statistics_.sampled - at_start_ >= limits_.most_clauses ||
           (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed));
  }

  /// Whether no clause of the beam covers more than the best one found.
  [[nodiscard]] bool done() const {
    return std::all_of(beam_.begin(), beam_.end(),
                       [&](const BeamNode& node) { return node.counts.positive <= most_clean_; });
  }

  [[nodiscard]] double score(const RuleCounts& counts, double cost) const {
    const auto positive = static_cast<double>(counts.positive);
    const double all = positive + static_cast<double>(counts.negative);
    return positive * (std::log2((positive + 0.5) / (all + 1)) - prior_) - 0.05 * cost;
  }

  void heads() {
    const PlayAtom& atom = problem_.atoms[seed_.atom];
    const std::size_t arity = atom.args.size();
    const std::uint32_t all = 1U << std::min<std::size_t>(arity, 16);
    for (std::uint32_t constants = 0; constants < all; ++constants) {
      if (limits_.heads == BeamHeads::ground && constants + 1 != all) continue;
      if (limits_.heads == BeamHeads::variables && constants + 1 == all) continue;
      // With many columns, only heads with at most one constant or all.
      if (arity > 3 && std::popcount(constants) > 1 && constants + 1 != all) continue;
      PlayClause clause;
      clause.head.predicate = target_;
      std::uint32_t variables = 0;
      for (std::size_t i = 0; i < arity; ++i) {
        clause.head.args[i] = (constants >> i & 1) != 0
                                  ? PlayArg{PlayArg::Kind::constant, atom.args[i]}
                                  : PlayArg{PlayArg::Kind::variable, variables++};
      }
      clause.head.arity = static_cast<std::uint8_t>(arity);
      ClauseMatches matches = match_head(problem_, clause.head);
      if (matches.bits.size() > limits_.most_words * 8) {
        result_.limited = true;
        continue;
      }
      ++statistics_.clauses;
      const RuleCounts counts = count(problem_, matches);
      if (prior_ == 0) {
        // Gains are relative to the first, most general head.
        prior_ = std::log2((static_cast<double>(counts.positive) + 0.5) /
                           (static_cast<double>(counts.positive + counts.negative) + 1));
      }
      keep(clause, counts);
      if (counts.negative == 0 || !distinct(matches)) continue;
      beam_.push_back({std::move(clause), std::move(matches), counts});
    }
  }

  /// Keeps a clause: as clean without negative examples, else as near.
  void keep(const PlayClause& clause, const RuleCounts& counts) {
    if (counts.positive == 0) return;
    FoundClause found{clause, counts, cost_.of(clause)};
    if (counts.negative == 0) {
      most_clean_ = std::max(most_clean_, counts.positive);
      result_.clean.push_back(std::move(found));
      if (result_.clean.size() > 400) trim(result_.clean, 100);
    } else {
      result_.near.push_back(std::move(found));
      if (result_.near.size() > 400) trim(result_.near, 100);
    }
  }

  void trim(std::vector<FoundClause>& found, std::size_t most) const {
    std::stable_sort(found.begin(), found.end(), [&](const FoundClause& a, const FoundClause& b) {
      const double left = score(a.counts, 20 * a.cost);
      const double right = score(b.counts, 20 * b.cost);
      return left != right ? left > right : a.clause < b.clause;
    });
    if (found.size() > most) found.resize(most);
  }

  /// Whether no earlier clause had these matches.
  bool distinct(const ClauseMatches& matches) {
    std::uint64_t hash = 1469598103934665603ULL;
    const auto mix = [&](std::uint64_t value) {
      hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 29;
    };
    for (std::size_t i = 0; i < matches.size(); ++i) {
      mix(matches.atoms[i]);
      if (!matches.single) {
        for (std::uint32_t v = 0; v < matches.variables; ++v) mix(matches.match(i)[v]);
      }
    }
    mix(matches.variables);
    for (const Word word : matches.bits) mix(word);
    return seen_.insert(hash).second;
  }

  /// Returns the matches of the seed.
  [[nodiscard]] std::vector<std::size_t> seed_matches(const ClauseMatches& matches) const {
    const auto range = std::equal_range(matches.atoms.begin(), matches.atoms.end(), seed_.atom);
    std::vector<std::size_t> result;
    for (auto at = range.first; at != range.second; ++at) {
      const auto index = static_cast<std::size_t>(at - matches.atoms.begin());
      const Word word = matches.bits[index * problem_.world->words() + seed_.state / 64];
      if ((word >> seed_.state % 64 & 1) != 0) result.push_back(index);
    }
    return result;
  }

  [[nodiscard]] bool covers_seed(const ClauseMatches& matches,
                                 const std::vector<std::size_t>& of_seed,
                                 const LiteralProbe& probe) const {
    return std::any_of(of_seed.begin(), of_seed.end(), [&](std::size_t index) {
      const LiteralProbe::Answer answer = probe(matches.match(index));
      if (answer.none) return false;
      if (answer.row == nullptr) return true;
      const bool holds = (answer.row[seed_.state / 64] >> seed_.state % 64 & 1) != 0;
      return holds != probe.negated();
    });
  }

  void offer(std::size_t parent, std::vector<PlayLiteral> literals, const RuleCounts& counts) {
    PlayClause clause = beam_[parent].clause;
    double cost = 0;
    if (counts.negative == 0) {
      clause.body.insert(clause.body.end(), literals.begin(), literals.end());
      keep(clause, counts);
      return;
    }
    cost = cost_.of(clause);
    for (const PlayLiteral& literal : literals) cost += cost_.of(literal);
    const double value = score(counts, cost);
    const std::size_t most = limits_.width * 4;
    const auto worse = [](const BeamCandidate& a, const BeamCandidate& b) {
      return a.score > b.score;  // a heap with the worst in front
    };
    if (candidates_.size() >= most) {
      if (value <= candidates_.front().score) return;
      std::pop_heap(candidates_.begin(), candidates_.end(), worse);
      candidates_.pop_back();
    }
    candidates_.push_back({value, parent, std::move(literals), counts});
    std::push_heap(candidates_.begin(), candidates_.end(), worse);
  }

  /// Whether a test is unlikely to become a candidate, judged by its results on a sample.
  [[nodiscard]] bool hopeless(const MatchSample& sample, const LiteralProbe& probe) const {
    if (candidates_.size() < limits_.width * 4) return false;
    const RuleCounts left = count_with(problem_, sample.positive, probe);
    const RuleCounts other = count_with(problem_, sample.other, probe);
    if (left.negative + other.negative == 0) return false;
    const double positive = sample.positive_share * static_cast<double>(left.positive);
    const double negative = sample.positive_share * static_cast<double>(left.negative) +
                            sample.other_share * static_cast<double>(other.negative);
    const double gain =
        positive * (std::log2((positive + 0.5) / (positive + negative + 1)) - prior_);
    return 1.4 * gain < candidates_.front().score;
  }

  /// Tries tests on a node, or on a node with links, that use variables of all sets in `wanted`.
  void test(std::size_t parent, const ClauseMatches& matches, const RuleCounts& before,
            const std::vector<PlayLiteral>& links, std::span<const std::uint32_t> wanted) {
    PlayClause clause = beam_[parent].clause;
    clause.body.insert(clause.body.end(), links.begin(), links.end());
    const std::vector<ColumnValues> origins = choices_.origins(clause);
    tests_.clear();
    choices_.tests(origins, wanted, tests_);
    const std::vector<std::size_t> of_seed = seed_matches(matches);
    const auto some = sample(problem_, matches, has_positive_);
    for (const PlayLiteral& literal : tests_) {
      const LiteralProbe probe(*problem_.world, literal, matches.variables);
      if (!covers_seed(matches, of_seed, probe)) {
        ++statistics_.skipped;
        continue;
      }
      if (some && hopeless(*some, probe)) {
        ++statistics_.sampled;
        continue;
      }
      ++statistics_.clauses;
      const RuleCounts counts = count_with(problem_, matches, probe);
      if (limits_.log) {
        PlayClause tested = clause;
        tested.body.push_back(literal);
        limits_.log(problem_, tested, counts);
      }
      if (counts == before || counts.positive <= most_clean_ / 8) continue;
      std::vector<PlayLiteral> literals = links;
      literals.push_back(literal);
      offer(parent, std::move(literals), counts);
      if (over()) return;
    }
  }

  void refine(std::size_t parent) {
    const BeamNode& node = beam_[parent];
    test(parent, node.matches, node.counts, {}, {});
    if (limits_.links == 0) return;
    const std::vector<ColumnValues> origins = choices_.origins(node.clause);
    if (origins.size() >= limits_.variables) return;
    std::vector<PlayLiteral> links;
    // If the head binds nothing, the search needs some literal to begin with.
    choices_.links(origins, origins.empty() ? 1e9 : limits_.fanout, false, links);
    for (const PlayLiteral& link : links) {
      if (over()) return;
      if (std::find(node.clause.body.begin(), node.clause.body.end(), link) !=
          node.clause.body.end()) {
        continue;
      }
      const auto linked = extend(problem_, node.matches, link,
                                 std::max(limits_.most_words, 8 * node.matches.bits.size()));
      if (!linked) {
        result_.limited = true;
        continue;
      }
      if (linked->variables > limits_.variables || seed_matches(*linked).empty()) continue;
      ++statistics_.clauses;
      const RuleCounts counts = count(problem_, *linked);
      if (!(counts == node.counts)) offer(parent, {link}, counts);
      if (!limits_.look_through) continue;
      const std::uint32_t fresh = (1U << linked->variables) - (1U << node.matches.variables);
      test(parent, *linked, counts, {link}, std::vector<std::uint32_t>{fresh});
      if (limits_.links < 2 || linked->variables >= limits_.variables) continue;
      if (linked->variables == node.matches.variables + 1) {
        second_links(parent, *linked, link, fresh, origins);
      }
      chained_links(parent, *linked, link, fresh);
    }
  }

  /// Looks through a link and a second one from its new variables: `does(P,T)`, then `beats(T,U)`.
  void chained_links(std::size_t parent, const ClauseMatches& linked, const PlayLiteral& link,
                     std::uint32_t fresh) {
    PlayClause clause = beam_[parent].clause;
    clause.body.push_back(link);
    std::vector<PlayLiteral> links;
    choices_.links(choices_.origins(clause), 3, false, links);
    for (const PlayLiteral& next : links) {
      if (over()) return;
      std::uint32_t uses = 0;
      for (const PlayArg& arg : next.arguments()) {
        if (arg.kind == PlayArg::Kind::variable && arg.value < 32) uses |= 1U << arg.value;
      }
      if ((uses & fresh) == 0) continue;
      const auto both =
          extend(problem_, linked, next, std::min(limits_.most_words, 8 * linked.bits.size()));
      if (!both || both->variables > limits_.variables || seed_matches(*both).empty()) continue;
      const std::uint32_t last = (1U << both->variables) - (1U << linked.variables);
      test(parent, *both, count(problem_, *both), {link, next}, std::vector<std::uint32_t>{last});
    }
  }

  /// Looks through two steps at once: from (X,Y) to its diagonal neighbour.
  void second_links(std::size_t parent, const ClauseMatches& linked, const PlayLiteral& link,
                    std::uint32_t fresh, const std::vector<ColumnValues>& origins) {
    std::vector<PlayLiteral> steps;
    choices_.links(origins, 1.5, true, steps);
    for (PlayLiteral& step : steps) {
      if (over()) return;
      if (!(link < step)) continue;  // each pair once
      for (std::uint32_t i = 0; i < step.arity; ++i) {
        if (step.args[i].kind == PlayArg::Kind::variable && step.args[i].value >= origins.size()) {
          step.args[i].value += linked.variables - static_cast<std::uint32_t>(origins.size());
        }
      }
      const auto both = extend(problem_, linked, step, limits_.most_words);
      if (!both || seed_matches(*both).empty()) continue;
      const std::uint32_t last = (1U << both->variables) - (1U << linked.variables);
      test(parent, *both, count(problem_, *both), {link, step},
           std::vector<std::uint32_t>{fresh, last});
    }
  }

  void next_beam() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const BeamCandidate& a, const BeamCandidate& b) {
                       if (a.score != b.score) return a.score > b.score;
                       if (a.parent != b.parent) return a.parent < b.parent;
                       return a.literals < b.literals;
                     });
    std::vector<BeamNode> next;
    for (const BeamCandidate& candidate : candidates_) {
      if (next.size() >= limits_.width) break;
      BeamNode node;
      node.clause = beam_[candidate.parent].clause;
      node.counts = candidate.counts;
      std::optional<ClauseMatches> matches = beam_[candidate.parent].matches;
      for (const PlayLiteral& literal : candidate.literals) {
        matches = extend(problem_, *matches, literal, limits_.most_words);
        if (!matches) break;
        node.clause.body.push_back(literal);
      }
      if (!matches) {
        result_.limited = true;
        continue;
      }
      if (!distinct(*matches)) continue;
      node.matches = std::move(*matches);
      keep(node.clause, node.counts);
      next.push_back(std::move(node));
    }
    beam_ = std::move(next);
  }

  void finish() {
    trim(result_.clean, 50);
    trim(result_.near, 20);
  }

  const RuleProblem& problem_;
  PlayPredicate target_;
  RuleSeed seed_;
  const BeamLimits& limits_;
  BeamStatistics& statistics_;
  LiteralChoices choices_;
  ClauseCost cost_;
  double prior_ = 0;
  std::uint64_t at_start_ = 0;
  std::vector<bool> has_positive_;  ///< for each atom
  std::vector<BeamNode> beam_;
  std::vector<BeamCandidate> candidates_;
  std::vector<PlayLiteral> tests_;
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t most_clean_ = 0;
  BeamResult result_;
};

}  // namespace

BeamResult search_clauses(const RuleProblem& problem, PlayPredicate target, const RuleSeed& seed,
                          const BeamLimits& limits, BeamStatistics& statistics) {
  return Beam(problem, target, seed, limits, statistics).run();
}

}  // namespace tesuji::learner

// Implements covering, exceptions and parts (rule_cover.h).
#include "learner/game_rules/rule_cover.h"

#include "learner/game_rules/clause_choice.h"
#include "learner/game_rules/search_plan.h"
#include "learner/game_rules/simplify_clause.h"
#include "learner/search/description_length.h"
#include "runtime/host/memory/rng.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::learner {

namespace {

// Makes predicates of single atoms of a target, and drops unused definitions.

/// Specialises the clause to one atom, as a clause of a predicate without arguments; nothing if its
/// head does not match.
std::optional<PlayClause> instance_of(const PlayClause& clause, const PlayAtom& atom,
                                      PlayPredicate predicate) {
  std::vector<std::optional<Constant>> values(variable_count(clause));
  for (std::size_t i = 0; i < clause.head.arity; ++i) {
    const PlayArg& arg = clause.head.args[i];
    if (arg.kind == PlayArg::Kind::constant) {
      if (arg.value != atom.args[i]) return std::nullopt;
    } else if (auto& value = values[arg.value]; value && *value != atom.args[i]) {
      return std::nullopt;
    } else {
      value = atom.args[i];
    }
  }
  // Renumbers the other variables.
  std::vector<std::uint32_t> numbers(values.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < values.size(); ++i) numbers[i] = values[i] ? 0 : next++;
  PlayClause instance = clause;
  instance.head = {};
  instance.head.predicate = predicate;
  for (PlayLiteral& literal : instance.body) {
    for (std::size_t i = 0; i < literal.arity; ++i) {
      PlayArg& arg = literal.args[i];
      if (arg.kind != PlayArg::Kind::variable) continue;
      arg = values[arg.value] ? PlayArg{PlayArg::Kind::constant, *values[arg.value]}
                              : PlayArg{PlayArg::Kind::variable, numbers[arg.value]};
    }
  }
  return instance;
}

/// Keeps the definitions that the target needs.
void drop_unused(RuleDefinitions& definitions, PlayPredicate target) {
  std::set<PlayPredicate> used{target};
  for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
    if (!used.contains(definition->predicate)) continue;
    for (const PlayClause& clause : definition->clauses) {
      for (const PlayLiteral& literal : clause.body) used.insert(literal.predicate);
    }
  }
  std::erase_if(definitions, [&](const RuleDefinition& definition) {
    return !used.contains(definition.predicate);
  });
}

/// If the uncovered examples are worth fewer bits, no large search is made for them.
constexpr double least_bits = 80;
/// Most clauses for exceptions; more would be a list of single cases.
constexpr std::size_t most_exceptions = 6;

std::uint64_t count_ones(const std::vector<Word>& bits) {
  std::uint64_t sum = 0;
  for (const Word word : bits) sum += static_cast<std::uint64_t>(std::popcount(word));
  return sum;
}

/// A clause with the predicate that excludes its exceptions, if any.
struct Proposal {
  PlayClause clause;
  RuleDefinitions needs;
  double cost = 0;
  double saved = -1e300;  ///< bits
};

class RuleCover {
 public:
  RuleCover(FactWorld& world, PlayVocabulary& vocabulary, const CoverOptions& options)
      : world_(world),
        vocabulary_(vocabulary),
        options_(options),
        rng_(options.seed),
        words_(world.words()) {}

  /// Covers the problem's positive examples with clauses for `target`.
  CoverResult solve(const RuleProblem& problem, PlayPredicate target, std::uint32_t levels,
                    std::uint32_t depth) {
    CoverResult result;
    RuleProblem rest = problem;
    const auto positive = static_cast<double>(count_ones(problem.positive));
    const auto negative = static_cast<double>(count_ones(problem.negative));
    const double bits = std::log2((positive + negative) / std::max(1.0, positive)) + 1.44;
    const bool parts = depth == 0 && !options_.greedy && problem.atoms.size() > 1 &&
                       problem.atoms.size() <= most_parts;
    ClauseChoice choice(problem, options_.most_words);
    std::set<std::uint32_t> closed;
    std::size_t failures = 0;
    while (!stopped() && failures < 4) {
      const std::vector<RuleSeed> seeds = choose_seeds(problem, rest, parts ? 8 : 3, parts);
      if (seeds.empty()) break;
      std::optional<Proposal> best =
          propose(problem, rest, target, seeds, levels, depth, bits, choice, result);
      if (!best) {
        for (const RuleSeed& seed : seeds) give_up(rest, seed, result);
        ++failures;
        if (depth > 0) break;  // all exceptions or none
        continue;
      }
      for (const RuleDefinition& need : best->needs) {
        invented_.push_back(need.predicate);
        (void)define(world_, need, options_.most_words * 64);
        result.definitions.push_back(need);
      }
      if (!options_.greedy) {
        best->clause = simplify_clause(rest, best->clause, bits, options_.most_words * 4);
      }
      const auto covered = coverage(problem, best->clause, options_.most_words * 64);
      if (!covered) break;
      for (std::size_t i = 0; i < covered->size(); ++i) rest.positive[i] &= ~(*covered)[i];
      choice.take(best->clause, *covered, std::min(best->cost, price(*best)));
      if (depth > 0 && choice.taken().size() > most_exceptions) break;
      if (parts) close_parts(problem, rest, target, choice, closed, result);
    }
    give_up_all(rest, result);
    RuleDefinition definition{target, problem.atoms, choice.cheapest()};
    result.cost = choice.cost();
    if (!definition.clauses.empty()) result.definitions.push_back(std::move(definition));
    drop_unused(result.definitions, target);
    return result;
  }

  void forget_inventions() {
    for (const PlayPredicate predicate : invented_) world_.undefine(predicate);
  }

 private:
  [[nodiscard]] bool stopped() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }

  /// Returns the cost of a clause and of the predicates that it needs.
  [[nodiscard]] double price(const Proposal& proposal) const {
    const ClauseCost cost(world_);
    double sum = cost.of(proposal.clause);
    for (const RuleDefinition& need : proposal.needs) {
      for (const PlayClause& clause : need.clauses) sum += cost.of(clause);
    }
    return sum;
  }

  /// Chooses positive examples of different atoms, as far as possible. With `rare_first`, takes
  /// atoms that hold in most states only if no others are left: their rules may just be a
  /// complement.
  std::vector<RuleSeed> choose_seeds(const RuleProblem& problem, const RuleProblem& rest,
                                     std::size_t most, bool rare_first) {
    std::vector<std::uint32_t> atoms;
    std::vector<std::uint32_t> common;
    for (std::uint32_t atom = 0; atom < rest.atoms.size(); ++atom) {
      if (left_of(rest, atom) == 0) continue;
      const bool rare = !rare_first || 2 * left_of(problem, atom) <= world_.states();
      (rare ? atoms : common).push_back(atom);
    }
    if (atoms.empty()) atoms = std::move(common);
    std::vector<RuleSeed> seeds;
    while (seeds.size() < most && !atoms.empty()) {
      const auto pick = static_cast<std::size_t>(rng_.below(atoms.size()));
      const std::uint32_t atom = atoms[pick];
      atoms.erase(atoms.begin() + static_cast<std::ptrdiff_t>(pick));
      std::vector<std::uint32_t> states;
      for (std::uint32_t state = 0; state < world_.states(); ++state) {
        if (bit(rest.positive, atom, state)) states.push_back(state);
      }
      seeds.push_back({atom, states[static_cast<std::size_t>(rng_.below(states.size()))]});
    }
    return seeds;
  }

  [[nodiscard]] bool bit(const std::vector<Word>& bits, std::uint32_t atom,
                         std::uint32_t state) const {
    return (bits[std::size_t{atom} * words_ + state / 64] >> state % 64 & 1) != 0;
  }

  void give_up(RuleProblem& rest, const RuleSeed& seed, CoverResult& result) const {
    rest.positive[std::size_t{seed.atom} * words_ + seed.state / 64] &=
        ~(Word{1} << seed.state % 64);
    result.uncovered.push_back(seed);
  }

  void give_up_all(RuleProblem& rest, CoverResult& result) const {
    for (std::uint32_t atom = 0; atom < rest.atoms.size(); ++atom) {
      for (std::uint32_t state = 0; state < world_.states(); ++state) {
        if (bit(rest.positive, atom, state)) result.uncovered.push_back({atom, state});
      }
    }
  }

  /// Returns the clause that saves the most bits, from searches for the seeds with growing limits.
  std::optional<Proposal> propose(const RuleProblem& problem, const RuleProblem& rest,
                                  PlayPredicate target, const std::vector<RuleSeed>& seeds,
                                  std::uint32_t levels, std::uint32_t depth, double bits,
                                  ClauseChoice& choice, CoverResult& result) {
    std::optional<Proposal> best;
    std::optional<Proposal> rare;  // for atoms with too few examples left to tell rules from chance
    const std::uint64_t left = count_ones(rest.positive);
    const bool cheap = static_cast<double>(left) * bits < least_bits;
    const bool many_atoms = problem.atoms.size() > most_parts;
    for (std::uint32_t level = 0; level < levels && !stopped(); ++level) {
      if (cheap && best && level > 1) break;
      std::vector<FoundClause> near;
      // A result of a smaller search does not end this one before all of its starts were tried.
      const double before = best ? best->saved : 0;
      for (const SearchStart& start :
           search_starts(problem, seeds, level, depth > 0 || options_.greedy)) {
        BeamLimits limits = limits_of(level, start, many_atoms, options_);
        if (result.statistics.clauses == 0 && depth == 0) limits.log = options_.log;
        BeamResult found = search_clauses(rest, target, start.seed, limits, result.statistics);
        result.limited = result.limited || found.limited;
        const bool few = static_cast<double>(left_of(rest, start.seed.atom)) * bits < least_bits;
        for (const FoundClause& clean : found.clean) {
          choice.offer(clean.clause, clean.cost);
          consider(best, clean, bits);
          if (few && level > 0) consider(rare, clean, bits);
        }
        if (options_.noise) {
          for (const FoundClause& noisy : found.near) consider(best, noisy, bits);
        }
        near.insert(near.end(), found.near.begin(), found.near.end());
        if (level > 0 && best && best->saved > before && good(*best, left, bits, level)) break;
        if (stopped()) break;
      }
      if (best && good(*best, left, bits, level)) break;
      if (depth == 0 && !options_.greedy && level > 0) {
        except(problem, rest, near, level, bits, best, result);
        if (best && good(*best, left, bits, level)) break;
      }
      if (rare && !options_.noise) return rare;
    }
    if (best && options_.noise && best->saved <= 0) return std::nullopt;
    return best;
  }

  [[nodiscard]] std::uint64_t left_of(const RuleProblem& rest, std::uint32_t atom) const {
    std::uint64_t sum = 0;
    for (std::uint32_t word = 0; word < words_; ++word) {
      sum += static_cast<std::uint64_t>(
          std::popcount(rest.positive[std::size_t{atom} * words_ + word]));
    }
    return sum;
  }

  /// Whether a clause is worth its bits, so that no larger search is needed.
  static bool good(const Proposal& proposal, std::uint64_t left, double bits, std::uint32_t level) {
    // A small search must not split a rule into its cases.
    const double covered = proposal.saved + proposal.cost;
    if (level == 0 && covered < 0.3 * bits * static_cast<double>(left)) return false;
    return proposal.saved > (level == 0 ? 0.3 * proposal.cost : 0) ||
           proposal.saved + proposal.cost >= bits * static_cast<double>(left) - 0.5;
  }

  void consider(std::optional<Proposal>& best, const FoundClause& found, double bits) const {
    const auto positive = static_cast<double>(found.counts.positive);
    const auto negative = static_cast<double>(found.counts.negative);
    double saved = positive * bits - found.cost;
    if (negative > 0) saved -= listing_bits(negative, positive + negative);
    if (best && (saved < best->saved || (saved == best->saved && !(found.clause < best->clause)))) {
      return;
    }
    best = Proposal{found.clause, {}, found.cost, saved};
  }

  /// Tries clauses that cover negative examples, with a new predicate that excludes these.
  void except(const RuleProblem& problem, const RuleProblem& rest, std::vector<FoundClause>& near,
              std::uint32_t level, double bits, std::optional<Proposal>& best,
              CoverResult& result) {
    std::stable_sort(near.begin(), near.end(), [&](const FoundClause& a, const FoundClause& b) {
      return worth(a, bits) > worth(b, bits);
    });
    std::set<std::pair<std::uint64_t, std::uint64_t>> tried;
    for (const FoundClause& clause : near) {
      if (tried.size() >= 4 || stopped()) break;
      if (clause.counts.negative > 4 * clause.counts.positive) continue;
      const auto saved = static_cast<double>(clause.counts.positive) * bits - clause.cost;
      if (best && saved <= best->saved) continue;
      if (!tried.emplace(clause.counts.positive, clause.counts.negative).second) continue;
      auto proposal = without_exceptions(problem, rest, clause, level, bits, result);
      if (!proposal || (best && proposal->saved <= best->saved)) continue;
      best = std::move(proposal);
    }
  }

  /// Returns the bits that a clause would save if its exceptions were listed.
  static double worth(const FoundClause& found, double bits) {
    const auto positive = static_cast<double>(found.counts.positive);
    const auto negative = static_cast<double>(found.counts.negative);
    return positive * bits - found.cost - 2 * negative;
  }

  std::optional<Proposal> without_exceptions(const RuleProblem& problem, const RuleProblem& rest,
                                             const FoundClause& found, std::uint32_t level,
                                             double bits, CoverResult& result) {
    const auto covered = coverage(problem, found.clause, options_.most_words * 4);
    if (!covered) return std::nullopt;
    RuleProblem exceptions = problem;
    for (std::size_t i = 0; i < covered->size(); ++i) {
      exceptions.positive[i] = (*covered)[i] & problem.negative[i];
      exceptions.negative[i] = (*covered)[i] & problem.positive[i];
    }
    const PlayLiteral& head = found.clause.head;
    const PlayPredicate predicate =
        vocabulary_.fresh_predicate(vocabulary_[head.predicate].name + "_except", head.arity);
    CoverResult inner = solve(exceptions, predicate, std::min(level, 2U), 1);
    result.statistics.clauses += inner.statistics.clauses;
    result.statistics.skipped += inner.statistics.skipped;
    result.statistics.sampled += inner.statistics.sampled;
    if (!inner.uncovered.empty() || inner.definitions.empty()) return std::nullopt;
    if (inner.definitions.back().clauses.size() > most_exceptions) return std::nullopt;
    Proposal proposal;
    proposal.clause = found.clause;
    PlayLiteral literal = head;
    literal.predicate = predicate;
    literal.negated = true;
    proposal.clause.body.push_back(literal);
    proposal.cost = ClauseCost(world_).of(proposal.clause) + inner.cost;
    // The world has the new predicate while it is evaluated, and again when it is chosen.
    bool defined = true;
    for (const RuleDefinition& definition : inner.definitions) {
      defined = defined && define(world_, definition, options_.most_words * 64);
    }
    const auto left = coverage(rest, proposal.clause, options_.most_words * 4);
    for (const RuleDefinition& definition : inner.definitions) {
      world_.undefine(definition.predicate);
    }
    if (!left || !defined) return std::nullopt;
    proposal.needs = std::move(inner.definitions);
    std::uint64_t positive = 0;
    std::uint64_t negative = 0;
    for (std::size_t i = 0; i < left->size(); ++i) {
      positive += static_cast<std::uint64_t>(std::popcount((*left)[i] & rest.positive[i]));
      negative += static_cast<std::uint64_t>(std::popcount((*left)[i] & rest.negative[i]));
    }
    if (negative > 0) return std::nullopt;
    proposal.saved = static_cast<double>(positive) * bits - proposal.cost;
    return proposal;
  }

  /// Makes predicates of atoms that are now completely covered.
  void close_parts(const RuleProblem& problem, const RuleProblem& rest, PlayPredicate target,
                   const ClauseChoice& choice, std::set<std::uint32_t>& closed,
                   CoverResult& result) {
    for (std::uint32_t atom = 0; atom < problem.atoms.size(); ++atom) {
      bool any = false;
      bool left = false;
      for (std::uint32_t word = 0; word < words_; ++word) {
        any = any || problem.positive[std::size_t{atom} * words_ + word] != 0;
        left = left || rest.positive[std::size_t{atom} * words_ + word] != 0;
      }
      if (!any || left || !closed.insert(atom).second) continue;
      RuleDefinition part;
      std::string name = vocabulary_[target].name;
      for (const Constant value : problem.atoms[atom].args) {
        name += "_" + vocabulary_.constants.text(value);
      }
      std::erase_if(name, [](char c) { return c == '(' || c == ')' || c == ',' || c == ' '; });
      part.predicate = vocabulary_.fresh_predicate(name, 0);
      part.atoms.push_back({part.predicate, {}});
      for (const PlayClause& clause : choice.taken()) {
        if (auto instance = instance_of(clause, problem.atoms[atom], part.predicate)) {
          part.clauses.push_back(std::move(*instance));
        }
      }
      invented_.push_back(part.predicate);
      if (define(world_, part, options_.most_words * 64)) {
        result.definitions.push_back(std::move(part));
      }
    }
  }

  FactWorld& world_;
  PlayVocabulary& vocabulary_;
  const CoverOptions& options_;
  runtime::Rng rng_;
  std::uint32_t words_;
  std::vector<PlayPredicate> invented_;
};

}  // namespace

bool define(FactWorld& world, const RuleDefinition& definition, std::size_t most_words) {
  RuleProblem problem;
  problem.world = &world;
  problem.atoms = definition.atoms;
  problem.positive.assign(problem.atoms.size() * world.words(), 0);
  for (std::size_t i = 0; i < problem.atoms.size(); ++i) {
    problem.negative.insert(problem.negative.end(), world.every_state().begin(),
                            world.every_state().end());
  }
  std::vector<Word> bits = problem.positive;
  for (const PlayClause& clause : definition.clauses) {
    const auto covered = coverage(problem, clause, most_words);
    if (!covered) return false;
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= (*covered)[i];
  }
  world.define(definition.predicate, definition.atoms, bits);
  return true;
}

CoverResult cover(FactWorld& world, PlayVocabulary& vocabulary, PlayPredicate target,
                  const std::vector<PlayAtom>& atoms, const CoverOptions& options) {
  RuleProblem problem;
  problem.world = &world;
  problem.atoms = atoms;
  problem.positive = world.labels(atoms);
  for (std::size_t i = 0; i < problem.positive.size(); ++i) {
    problem.negative.push_back(world.every_state()[i % world.words()] & ~problem.positive[i]);
  }
  RuleCover machine(world, vocabulary, options);
  CoverResult result = machine.solve(problem, target, options.greedy ? 1 : options.levels, 0);
  machine.forget_inventions();
  return result;
}

}  // namespace tesuji::learner

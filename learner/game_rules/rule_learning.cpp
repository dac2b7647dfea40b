#include "learner/game_rules/rule_learning.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::learner {

// --- Powers of static relations

namespace {

constexpr int largest_power = 5;
constexpr std::size_t least_steps = 3;

PlayLiteral binary(PlayPredicate predicate, std::uint32_t left, std::uint32_t right) {
  PlayLiteral literal;
  literal.predicate = predicate;
  literal.arity = 2;
  literal.args[0] = {PlayArg::Kind::variable, left};
  literal.args[1] = {PlayArg::Kind::variable, right};
  return literal;
}

}  // namespace

RuleDefinitions static_powers(const PlayPart& part, PlayVocabulary& vocabulary) {
  std::map<PlayPredicate, std::map<Constant, Constant>> steps;
  std::map<PlayPredicate, std::set<Constant>> reached;
  std::set<PlayPredicate> others;
  for (const PlayAtom& atom : part.statics) {
    if (atom.args.size() != 2) continue;
    if (!steps[atom.predicate].emplace(atom.args[0], atom.args[1]).second ||
        !reached[atom.predicate].insert(atom.args[1]).second) {
      others.insert(atom.predicate);
    }
  }
  RuleDefinitions definitions;
  std::set<std::map<Constant, Constant>> made;
  for (const auto& [predicate, step] : steps) {
    if (others.contains(predicate) || step.size() < least_steps || !made.insert(step).second) {
      continue;
    }
    std::map<Constant, Constant> power = step;
    PlayPredicate last = predicate;
    const std::string name = vocabulary[predicate].name + "_times_";
    for (int exponent = 2; exponent <= largest_power; ++exponent) {
      std::map<Constant, Constant> next;
      for (const auto& [from, to] : power) {
        if (const auto further = step.find(to); further != step.end()) {
          next.emplace(from, further->second);
        }
      }
      if (next.empty()) break;
      RuleDefinition definition;
      definition.predicate = vocabulary.new_predicate(name + std::to_string(exponent), 2);
      for (const auto& [from, to] : next) {
        definition.atoms.push_back({definition.predicate, {from, to}});
      }
      // Variables are numbered in the order of appearance: X, Z, Y.
      definition.clauses.push_back(
          {binary(definition.predicate, 0, 1), {binary(last, 0, 2), binary(predicate, 2, 1)}});
      last = definition.predicate;
      power = std::move(next);
      definitions.push_back(std::move(definition));
    }
  }
  return definitions;
}

// --- Learning

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::vector<std::uint32_t> all_examples(const PlayPart& part) {
  std::vector<std::uint32_t> all(part.examples.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

/// A predicate of a target, with its atoms and its learned rules.
struct Problem {
  PlayPredicate predicate = 0;
  std::vector<PlayAtom> atoms;
  RoundsResult learned;

  [[nodiscard]] bool right() const { return learned.errors.wrong() == 0; }
};

class RuleLearning {
 public:
  RuleLearning(PlayVocabulary& vocabulary, const RuleLearningOptions& options)
      : vocabulary_(vocabulary), options_(options) {}

  LearnedRules run(const std::vector<PlayTask>& tasks) {
    if (tasks.empty()) return {};
    if (!options_.greedy) powers_ = static_powers(tasks.front().train, vocabulary_);
    const auto begin = Clock::now();
    std::size_t left = tasks.size();
    for (const PlayTask& task : tasks) {
      seconds_ = (options_.seconds - seconds_since(begin)) / static_cast<double>(left--);
      learn(task);
    }
    add_used_powers();
    return std::move(rules_);
  }

 private:
  void learn(const PlayTask& task) {
    const auto begin = Clock::now();
    TargetResult result;
    result.target = task.target;
    result.train_states = task.train.examples.size();
    result.test_states = task.test.examples.size();
    result.shared_states = count_shared(task.train, task.test);
    // For `next` the joint moves are given, and are legal: rules of other targets would only
    // mislead.
    const bool next = task.target == "next";
    offered_ = next ? std::set<PlayPredicate>() : known_;
    std::map<PlayPredicate, std::vector<PlayAtom>> by_predicate;
    for (const PlayAtom& atom : task.train.atoms) by_predicate[atom.predicate].push_back(atom);
    std::vector<Problem> problems;
    for (auto& [predicate, atoms] : by_predicate) {
      problems.push_back({predicate, std::move(atoms), {}});
    }
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
      return a.atoms.size() < b.atoms.size();
    });
    FactWorld all(task.train, all_examples(task.train), vocabulary_);
    give_background(all);
    const bool again = problems.size() > 1 && !next && !options_.greedy;
    std::size_t left = problems.size();
    for (Problem& problem : problems) {
      // Each problem may use its share of the remaining time, and twice that while others are
      // unfinished.
      const double budget = ((again ? 0.7 : 1) * seconds_ - seconds_since(begin)) *
                            (left > 1 ? std::min(1.0, 2.0 / static_cast<double>(left)) : 1.0);
      --left;
      problem.learned = learn(task.train, problem, all, budget);
      account(problem.learned, result);
    }
    std::vector<const Problem*> order;
    for (const Problem& problem : problems) order.push_back(&problem);
    if (again) order = learn_again(task.train, problems, begin, result);
    for (const Problem* problem : order) finish(*problem, result);
    test(task.test, problems, result);
    result.seconds = seconds_since(begin);
    rules_.targets.push_back(std::move(result));
  }

  /// Learns each problem once more, with the rules of the target's other predicates as background,
  /// and keeps the cheaper result: `legal(P,noop)` may hold if there is no `legal_move`. The rules
  /// that a problem needs are learned without it. Returns the problems, each after those it needs.
  std::vector<const Problem*> learn_again(const PlayPart& part, std::vector<Problem>& problems,
                                          Clock::time_point begin, TargetResult& result) {
    std::vector<const Problem*> first;
    std::vector<const Problem*> last;
    std::set<const Problem*> changed;
    std::set<const Problem*> needed;
    const std::size_t before = rules_.definitions.size();
    const std::set<PlayPredicate> known = offered_;
    for (const Problem& problem : problems) {
      if (!problem.right()) continue;
      rules_.definitions.insert(rules_.definitions.end(), problem.learned.definitions.begin(),
                                problem.learned.definitions.end());
    }
    std::size_t left = problems.size();
    for (Problem& problem : problems) {
      const double budget = (seconds_ - seconds_since(begin)) / static_cast<double>(left--);
      if (needed.contains(&problem) || budget <= 0) continue;
      offered_ = known;
      for (const Problem& other : problems) {
        if (&other != &problem && other.right() && !changed.contains(&other)) {
          offered_.insert(other.predicate);
        }
      }
      FactWorld all(part, all_examples(part), vocabulary_);
      give_background(all);
      RoundsResult found = learn(part, problem, all, budget);
      account(found, result);
      const auto wrong = found.errors.wrong();
      if (wrong > problem.learned.errors.wrong() ||
          (wrong == problem.learned.errors.wrong() && found.cost >= problem.learned.cost)) {
        continue;
      }
      problem.learned = std::move(found);
      changed.insert(&problem);
      for (const Problem& other : problems) {
        if (&other != &problem && !changed.contains(&other) && uses(problem, other.predicate)) {
          needed.insert(&other);
        }
      }
    }
    rules_.definitions.resize(before);
    offered_ = known;
    for (const Problem& problem : problems) {
      (changed.contains(&problem) ? last : first).push_back(&problem);
    }
    first.insert(first.end(), last.begin(), last.end());
    return first;
  }

  static bool uses(const Problem& problem, PlayPredicate predicate) {
    for (const RuleDefinition& definition : problem.learned.definitions) {
      for (const PlayClause& clause : definition.clauses) {
        for (const PlayLiteral& literal : clause.body) {
          if (literal.predicate == predicate) return true;
        }
      }
    }
    return false;
  }

  /// Adds the cost of a search.
  static void account(const RoundsResult& found, TargetResult& result) {
    result.search_seconds += found.search_seconds;
    result.statistics.clauses += found.statistics.clauses;
    result.statistics.skipped += found.statistics.skipped;
    result.statistics.sampled += found.statistics.sampled;
  }

  /// Stores the learned rules.
  void finish(const Problem& problem, TargetResult& result) {
    const RoundsResult& learned = problem.learned;
    result.train += learned.errors;
    result.stopped = result.stopped || (learned.stopped && !problem.right());
    result.limited = result.limited || learned.limited;
    result.uncovered.insert(result.uncovered.end(), learned.uncovered.begin(),
                            learned.uncovered.end());
    rules_.definitions.insert(rules_.definitions.end(), learned.definitions.begin(),
                              learned.definitions.end());
    if (problem.right()) known_.insert(problem.predicate);
  }

  RoundsResult learn(const PlayPart& part, const Problem& problem, FactWorld& all, double seconds) {
    RoundOptions rounds;
    rounds.cover.greedy = options_.greedy;
    rounds.cover.noise = options_.noise;
    rounds.cover.levels = options_.levels;
    rounds.cover.most_words = options_.most_words;
    rounds.cover.seed = options_.seed;
    rounds.cover.stop = options_.stop;
    rounds.cover.log = options_.log;
    rounds.states = options_.states;
    rounds.seconds = std::max(0.01, seconds);
    return learn_in_rounds(
        part, problem.predicate, problem.atoms, all,
        [this](FactWorld& world) { give_background(world); }, vocabulary_, rounds);
  }

  /// Adds rules of other targets that are right on their training states, with those they need.
  void give_background(FactWorld& world) const {
    for (const RuleDefinition& power : powers_) world.define_static(power.atoms);
    std::set<PlayPredicate> wanted = offered_;
    for (auto definition = rules_.definitions.rbegin(); definition != rules_.definitions.rend();
         ++definition) {
      if (!wanted.contains(definition->predicate)) continue;
      for (const PlayClause& clause : definition->clauses) {
        for (const PlayLiteral& literal : clause.body) wanted.insert(literal.predicate);
      }
    }
    for (const RuleDefinition& definition : rules_.definitions) {
      if (wanted.contains(definition.predicate)) {
        (void)define(world, definition, options_.most_words * 64);
      }
    }
    for (const RuleDefinition& definition : rules_.definitions) {
      if (!offered_.contains(definition.predicate)) world.undefine(definition.predicate);
    }
  }

  /// Puts the powers that rules need before the rules.
  void add_used_powers() {
    std::set<PlayPredicate> used;
    const auto look = [&](const RuleDefinition& definition) {
      for (const PlayClause& clause : definition.clauses) {
        for (const PlayLiteral& literal : clause.body) used.insert(literal.predicate);
      }
    };
    for (const RuleDefinition& definition : rules_.definitions) look(definition);
    for (auto power = powers_.rbegin(); power != powers_.rend(); ++power) {
      if (used.contains(power->predicate)) look(*power);
    }
    std::erase_if(powers_,
                  [&](const RuleDefinition& power) { return !used.contains(power.predicate); });
    rules_.definitions.insert(rules_.definitions.begin(), powers_.begin(), powers_.end());
  }

  void test(const PlayPart& part, const std::vector<Problem>& problems,
            TargetResult& result) const {
    FactWorld world(part, all_examples(part), vocabulary_);
    for (const RuleDefinition& power : powers_) world.define_static(power.atoms);
    for (const RuleDefinition& definition : rules_.definitions) {
      (void)define(world, definition, options_.most_words * 64);
    }
    for (const Problem& problem : problems) {
      (void)compare(world, problem.atoms, answers(world, problem.predicate, problem.atoms),
                    result.test);
    }
  }

  PlayVocabulary& vocabulary_;
  const RuleLearningOptions& options_;
  double seconds_ = 0;  ///< for the current target
  LearnedRules rules_;
  RuleDefinitions powers_;
  std::set<PlayPredicate> known_;    ///< whose rules are right on all training states
  std::set<PlayPredicate> offered_;  ///< of these, the ones offered to the current problem
};

}  // namespace

LearnedRules learn_rules(const std::vector<PlayTask>& tasks, PlayVocabulary& vocabulary,
                         const RuleLearningOptions& options) {
  return RuleLearning(vocabulary, options).run(tasks);
}

}  // namespace tesuji::learner

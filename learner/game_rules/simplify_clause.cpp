// Drops literals and binds variables (simplify_clause.h).
#include "learner/game_rules/simplify_clause.h"

#include <bit>
#include <set>
#include <utility>

namespace tesuji::learner {

namespace {

/// Values that are tried for a variable.
constexpr std::size_t most_values = 12;
constexpr int most_evaluations = 400;

RuleCounts counts_of(const RuleProblem& problem, const PlayClause& clause, std::size_t most_words) {
  const auto covered = coverage(problem, clause, most_words);
  RuleCounts counts;
  if (!covered) return {0, 1};
  for (std::size_t i = 0; i < covered->size(); ++i) {
    counts.positive +=
        static_cast<std::uint64_t>(std::popcount((*covered)[i] & problem.positive[i]));
    counts.negative +=
        static_cast<std::uint64_t>(std::popcount((*covered)[i] & problem.negative[i]));
  }
  return counts;
}

PlayClause with_constant(PlayClause clause, std::uint32_t variable, Constant value) {
  for (PlayLiteral& literal : clause.body) {
    for (std::size_t i = 0; i < literal.arity; ++i) {
      if (literal.args[i] == PlayArg{PlayArg::Kind::variable, variable}) {
        literal.args[i] = {PlayArg::Kind::constant, value};
      }
    }
  }
  return clause;
}

/// Whether an equation or inequation compares two constants now.
bool has_constant_equation(const PlayClause& clause) {
  for (const PlayLiteral& literal : clause.body) {
    if (literal.predicate == equality && literal.args[0].kind == PlayArg::Kind::constant) {
      return true;
    }
  }
  return false;
}

/// Returns the clauses that one step leads to.
std::vector<PlayClause> steps(const RuleProblem& problem, const PlayClause& clause) {
  std::vector<PlayClause> result;
  const auto add = [&](const PlayClause& step) {
    if (has_constant_equation(step)) return;
    if (auto valid = numbered(step)) result.push_back(std::move(*valid));
  };
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    PlayClause shorter = clause;
    shorter.body.erase(shorter.body.begin() + static_cast<std::ptrdiff_t>(i));
    add(shorter);
  }
  std::set<std::uint32_t> in_head;
  for (const PlayArg& arg : clause.head.arguments()) {
    if (arg.kind == PlayArg::Kind::variable) in_head.insert(arg.value);
  }
  std::set<std::pair<std::uint32_t, Constant>> tried;
  for (const PlayLiteral& literal : clause.body) {
    if (literal.negated || literal.predicate == equality) continue;
    const FactTable* table = problem.world->table(literal.predicate);
    for (std::size_t i = 0; table != nullptr && i < literal.arity; ++i) {
      const PlayArg& arg = literal.args[i];
      if (arg.kind != PlayArg::Kind::variable || in_head.contains(arg.value) ||
          table->columns[i].size() > most_values) {
        continue;
      }
      for (const Constant value : table->columns[i]) {
        if (!tried.emplace(arg.value, value).second) continue;
        PlayClause bound = with_constant(clause, arg.value, value);
        // Inequations of the variable are true now.
        std::erase_if(bound.body, [](const PlayLiteral& other) {
          return other.predicate == equality && other.args[0].kind == PlayArg::Kind::constant;
        });
        add(bound);
      }
    }
  }
  return result;
}

}  // namespace

std::optional<PlayClause> numbered(const PlayClause& clause) {
  std::vector<std::uint32_t> numbers(variable_count(clause), no_row);
  std::uint32_t next = 0;
  PlayClause result = clause;
  const auto number = [&](PlayLiteral& literal, bool may_be_new) {
    for (std::size_t i = 0; i < literal.arity; ++i) {
      PlayArg& arg = literal.args[i];
      if (arg.kind != PlayArg::Kind::variable) continue;
      if (numbers[arg.value] == no_row) {
        if (!may_be_new) return false;
        numbers[arg.value] = next++;
      }
      arg.value = numbers[arg.value];
    }
    return true;
  };
  if (!number(result.head, true)) return std::nullopt;
  for (PlayLiteral& literal : result.body) {
    if (!number(literal, !literal.negated && literal.predicate != equality)) return std::nullopt;
  }
  return result;
}

namespace {

/// A clause with its value: bits of the examples that it covers, minus its own.
struct Weighed {
  PlayClause clause;
  double worth = 0;
};

class Simplifier {
 public:
  Simplifier(const RuleProblem& problem, double bits, std::size_t most_words)
      : problem_(problem), bits_(bits), most_words_(most_words), cost_(*problem.world) {}

  PlayClause run(PlayClause clause) {
    std::optional<Weighed> now = weigh(std::move(clause));
    while (now && evaluations_ < most_evaluations) {
      std::optional<Weighed> best;
      for (PlayClause& step : steps(problem_, now->clause)) {
        const bool bound = step.body.size() >= now->clause.body.size();
        std::optional<Weighed> next = weigh(std::move(step));
        // A constant alone costs bits; the literals that it makes needless pay for it.
        if (next && bound) next = without_needless(std::move(*next));
        if (next && (!best || next->worth > best->worth)) best = std::move(next);
      }
      if (!best || best->worth <= now->worth) break;
      now = std::move(best);
    }
    return std::move(now->clause);
  }

  /// Returns nothing for clauses that cover negative examples.
  std::optional<Weighed> weigh(PlayClause clause) {
    ++evaluations_;
    const RuleCounts counts = counts_of(problem_, clause, most_words_);
    if (counts.negative > 0 || counts.positive == 0) return std::nullopt;
    const double worth = bits_ * static_cast<double>(counts.positive) - cost_.of(clause);
    return Weighed{std::move(clause), worth};
  }

 private:
  Weighed without_needless(Weighed weighed) {
    for (std::size_t i = weighed.clause.body.size(); i-- > 0;) {
      PlayClause shorter = weighed.clause;
      shorter.body.erase(shorter.body.begin() + static_cast<std::ptrdiff_t>(i));
      const auto valid = numbered(shorter);
      if (!valid) continue;
      auto next = weigh(*valid);
      if (next && next->worth > weighed.worth) weighed = std::move(*next);
    }
    return weighed;
  }

  const RuleProblem& problem_;
  double bits_;
  std::size_t most_words_;
  ClauseCost cost_;
  int evaluations_ = 0;
};

}  // namespace

PlayClause simplify_clause(const RuleProblem& problem, PlayClause clause, double bits,
                           std::size_t most_words) {
  Simplifier simplifier(problem, bits, most_words);
  if (!simplifier.weigh(clause)) return clause;
  return simplifier.run(std::move(clause));
}

}  // namespace tesuji::learner

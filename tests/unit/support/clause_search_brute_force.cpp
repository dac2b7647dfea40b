#include "tests/unit/support/clause_search_brute_force.h"

#include <algorithm>

namespace tesuji::test {

using learner::Hypothesis;
using learner::HypothesisClause;
using learner::PredicateId;
using learner::Value;
using Tuples = std::set<std::vector<Value>>;

bool SmallBackground::holds(std::uint32_t predicate, std::span<const Value> args) {
  return world_.tuples[predicate].count({args.begin(), args.end()}) > 0;
}

void SmallBackground::solve(std::uint32_t predicate, std::span<const Value> args,
                            std::vector<Value>& solutions) {
  for (const auto& tuple : world_.tuples[predicate]) {
    bool agrees = true;
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      agrees &= args[i] == learner::unbound || args[i] == tuple[i];
    }
    if (agrees) solutions.insert(solutions.end(), tuple.begin(), tuple.end());
  }
}

namespace {

const Tuples& tuples_of(PredicateId predicate, const SmallWorld& world,
                        const std::vector<Tuples>& own) {
  return predicate.is_own() ? own[predicate.number()] : world.tuples[predicate.number()];
}

bool body_holds(const HypothesisClause& clause, const ir::ClauseMetarule& metarule,
                const std::vector<Value>& values, const SmallWorld& world,
                const std::vector<Tuples>& own) {
  for (const auto& literal : metarule.body) {
    const Tuples& tuples = tuples_of(clause.predicates[literal.predicate], world, own);
    const bool some = std::any_of(tuples.begin(), tuples.end(), [&](const auto& tuple) {
      for (std::size_t i = 0; i < tuple.size(); ++i) {
        if (literal.args[i] != ir::ClauseMetarule::any && values[literal.args[i]] != tuple[i]) {
          return false;
        }
      }
      return true;
    });
    if (some == literal.negated) return false;
  }
  return true;
}

/// Programs are built clause by clause.
class Enumeration {
 public:
  Enumeration(std::span<const ir::ClauseMetarule> metarules, const SmallWorld& world,
              std::span<const learner::Example> positive,
              std::span<const learner::Example> negative)
      : metarules_(metarules), world_(world), positive_(positive), negative_(negative) {}

  bool any(std::uint32_t clauses) {
    program_.clear();
    all_.clear();
    add_clauses(clauses);
    return extend(0, clauses);
  }

 private:
  /// All clauses with own predicates below `owns`.
  void add_clauses(std::uint32_t owns) {
    for (std::uint32_t m = 0; m < metarules_.size(); ++m) {
      for (std::uint32_t own = 0; own < owns; ++own) {
        HypothesisClause clause;
        clause.metarule = m;
        clause.predicates.assign(metarules_[m].predicates.size(), PredicateId());
        clause.predicates[0] = PredicateId::own(own);
        clause.constants.assign(metarules_[m].variables.size(), learner::unbound);
        add_predicates(clause, 1, owns);
      }
    }
  }

  void add_predicates(HypothesisClause& clause, std::size_t slot, std::uint32_t owns) {
    if (slot == clause.predicates.size()) {
      add_constants(clause, metarules_[clause.metarule].arity);
      return;
    }
    std::size_t arity = 0;
    bool negated = false;
    for (const auto& literal : metarules_[clause.metarule].body) {
      if (literal.predicate != slot) continue;
      arity = literal.args.size();
      negated |= literal.negated;
    }
    for (std::uint32_t p = 0; p < world_.predicates.size(); ++p) {
      if (world_.predicates[p].arity != arity) continue;
      clause.predicates[slot] = PredicateId::background(p);
      add_predicates(clause, slot + 1, owns);
    }
    // All metarules here have heads of two arguments.
    for (std::uint32_t own = clause.predicates[0].number() + 1;
         arity == 2 && !negated && own < owns; ++own) {
      clause.predicates[slot] = PredicateId::own(own);
      add_predicates(clause, slot + 1, owns);
    }
  }

  void add_constants(HypothesisClause& clause, std::size_t variable) {
    const ir::ClauseMetarule& metarule = metarules_[clause.metarule];
    if (variable == metarule.variables.size()) {
      all_.push_back(clause);
      return;
    }
    if (!metarule.constant[variable]) return add_constants(clause, variable + 1);
    for (Value value = 0; value < world_.domain; ++value) {
      clause.constants[variable] = value;
      add_constants(clause, variable + 1);
    }
  }

  bool extend(std::size_t first, std::uint32_t clauses) {
    if (clauses == 0) return fits();
    for (std::size_t i = first; i < all_.size(); ++i) {
      program_.push_back(all_[i]);
      if (extend(i + 1, clauses - 1)) return true;
      program_.pop_back();
    }
    return false;
  }

  [[nodiscard]] bool fits() const {
    const Tuples tuples = derived(program_, metarules_, world_);
    return std::all_of(positive_.begin(), positive_.end(),
                       [&](const auto& one) { return tuples.count(one) > 0; }) &&
           std::none_of(negative_.begin(), negative_.end(),
                        [&](const auto& one) { return tuples.count(one) > 0; });
  }

  std::span<const ir::ClauseMetarule> metarules_;
  const SmallWorld& world_;
  std::span<const learner::Example> positive_;
  std::span<const learner::Example> negative_;
  std::vector<HypothesisClause> all_;
  Hypothesis program_;
};

}  // namespace

Tuples derived(const Hypothesis& program, std::span<const ir::ClauseMetarule> metarules,
               const SmallWorld& world) {
  std::vector<Tuples> own(program.size() + 1);
  for (bool grown = true; grown;) {
    grown = false;
    for (const HypothesisClause& clause : program) {
      const ir::ClauseMetarule& metarule = metarules[clause.metarule];
      std::vector<Value> values(metarule.variables.size(), 0);
      for (;;) {
        bool possible = true;
        for (std::size_t v = 0; v < values.size(); ++v) {
          possible &= clause.constants[v] == learner::unbound || clause.constants[v] == values[v];
        }
        if (possible && body_holds(clause, metarule, values, world, own)) {
          const std::vector<Value> head(values.begin(), values.begin() + metarule.arity);
          grown |= own[clause.predicates[0].number()].insert(head).second;
        }
        std::size_t v = 0;
        while (v < values.size() && ++values[v] == world.domain) values[v++] = 0;
        if (v == values.size()) break;
      }
    }
  }
  return own[0];
}

std::optional<std::uint32_t> smallest_program(std::span<const ir::ClauseMetarule> metarules,
                                              const SmallWorld& world,
                                              std::span<const learner::Example> positive,
                                              std::span<const learner::Example> negative,
                                              std::uint32_t most) {
  Enumeration enumeration(metarules, world, positive, negative);
  for (std::uint32_t clauses = 1; clauses <= most; ++clauses) {
    if (enumeration.any(clauses)) return clauses;
  }
  return std::nullopt;
}

}  // namespace tesuji::test

// Holds the rules that explanations use, read from agendas: the *domain theory* of learning by
// explanation (Mitchell, Keller, Kedar-Cabelli 1986). Records its run on an example: facts, and the
// step that deduced each of them.
#pragma once

#include "backend/rules/fact_origins.h"
#include "ir/module/module.h"
#include "learner/explanation/instance_search.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::learner {

// --- Rules

/// A production rule over the variables 0 .. variables.size() - 1.
struct TheoryRule {
  std::string name;
  Conjunction premises;     ///< as returned by ir::premises_of
  Conjunction conclusions;  ///< the facts that it adds
  std::vector<std::string> variables;
};

/// A rule that concludes facts of some relation, and which of its conclusions does.
struct TheoryConclusion {
  std::size_t rule = 0;
  std::size_t conclusion = 0;
};

class DomainTheory {
 public:
  /// Reads all agendas of the module. Names of relations are interned in the module's symbols.
  explicit DomainTheory(const ir::Module& module);

  [[nodiscard]] const std::vector<TheoryRule>& rules() const { return rules_; }
  /// Returns the rules that conclude such facts; empty if no rule does: the facts are given.
  [[nodiscard]] const std::vector<TheoryConclusion>& concluding(ir::Symbol relation) const;
  /// Whether deducing facts of the relation may need other facts of it, present or absent.
  [[nodiscard]] bool is_recursive(ir::Symbol relation) const {
    return recursive_.contains(relation);
  }

 private:
  void find_recursive();

  std::vector<TheoryRule> rules_;
  std::map<ir::Symbol, std::vector<TheoryConclusion>> concluding_;
  std::set<ir::Symbol> recursive_;
};

// --- Runs

/// How a fact was deduced.
struct TracedStep {
  std::size_t rule = 0;
  /// By premise, in the rule's order: for present premises the matching fact, for computations the
  /// result and the arguments (without a relation).
  std::vector<MemoryFact> premises;
};

/// A run of a domain theory on an example.
class FactTrace {
 public:
  explicit FactTrace(const driver::TracedRun& run);

  [[nodiscard]] bool holds(const MemoryFact& fact) const;
  /// Returns the first step that deduced it; null if it is given or does not hold. Valid until the
  /// next call.
  [[nodiscard]] const TracedStep* step_of(const MemoryFact& fact) const;
  /// Returns all facts of the relation at the end, each as its arguments.
  [[nodiscard]] const std::set<std::vector<ir::Symbol>>& facts_of(ir::Symbol relation) const;
  /// The relations that have facts, by symbol.
  [[nodiscard]] const FactSet& facts() const { return facts_; }

 private:
  void retrace(const MemoryFact& fact) const;

  const driver::TracedRun& run_;
  std::map<ir::Symbol, ir::RelationId> ids_;
  FactSet facts_;
  mutable std::map<MemoryFact, std::optional<TracedStep>> steps_;  ///< nothing: given
};

}  // namespace tesuji::learner

// Holds the rules that explanations use, read from agendas: the *domain theory* of learning by
// explanation (Mitchell, Keller, Kedar-Cabelli 1986).
#pragma once

#include "ir/module/module.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::learner {

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

}  // namespace tesuji::learner

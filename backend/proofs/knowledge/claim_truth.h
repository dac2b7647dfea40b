// Evaluates formulas about what roles know from the known truth of their parts.
#pragma once

#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"
#include "backend/proofs/sat/knowledge_formula.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

namespace tesuji::proofs {

enum class Truth : std::uint8_t { no, unknown, yes };

[[nodiscard]] inline Truth truth_of(bool holds) {
  return holds ? Truth::yes : Truth::no;
}
[[nodiscard]] inline Truth opposite(Truth truth) {
  return truth == Truth::no ? Truth::yes : truth == Truth::yes ? Truth::no : Truth::unknown;
}

/// `holds(leaf)` and `knows(role, leaf)` return the truth of parts, without their negation.
template <typename Holds, typename Knows>
[[nodiscard]] Truth evaluate(const sat::KnowledgeFormula& formula, const Holds& holds,
                             const Knows& knows) {
  using Kind = sat::KnowledgeFormula::Kind;
  switch (formula.kind) {
    case Kind::holds:
    case Kind::knows: {
      const Truth truth =
          formula.kind == Kind::holds ? holds(formula.leaf) : knows(formula.role, formula.leaf);
      return formula.negated ? opposite(truth) : truth;
    }
    case Kind::all:
    case Kind::any: {
      const bool all = formula.kind == Kind::all;
      Truth result = truth_of(all);
      for (const sat::KnowledgeFormula& part : formula.parts) {
        const Truth truth = evaluate(part, holds, knows);
        result = all ? std::min(result, truth) : std::max(result, truth);
      }
      return result;
    }
  }
  return Truth::unknown;
}

/// The leaves of `knows` in a formula, by role.
using LeavesByRole = std::map<std::uint32_t, std::set<std::size_t>>;
inline void collect_known(const sat::KnowledgeFormula& formula, LeavesByRole& into) {
  if (formula.kind == sat::KnowledgeFormula::Kind::knows) into[formula.role].insert(formula.leaf);
  for (const sat::KnowledgeFormula& part : formula.parts) collect_known(part, into);
}

/// Evaluates leaves in one state after the other. For one thread; both must outlive it.
class Leaves {
 public:
  Leaves(const Observer& observer, const Checker& leaves)
      : checker_(leaves), watcher_(observer), seen_(observer.make_observation()) {}

  /// Throws as Watcher::look does.
  void look(runtime::StateView state) { watcher_.look(state, seen_); }
  /// Whether the leaf holds in the last state passed to look().
  [[nodiscard]] bool holds(std::size_t leaf) {
    const Observation* const window = &seen_;
    return (checker_.failing(leaf, {&window, 1}, memory_)[0] & 1) == 0;
  }

 private:
  const Checker& checker_;
  Watcher watcher_;
  Observation seen_;
  Checker::Memory memory_;
};

}  // namespace tesuji::proofs

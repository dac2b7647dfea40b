// Drops rules whose atoms are never used.
#include "backend/proofs/clingo/simplify.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace tesuji::proofs {

bool drop_unneeded(Program& program) {
  std::map<Timed, std::vector<const Rule*>> rules_for;
  std::set<Timed> needed;
  std::vector<Timed> waiting;
  const auto need = [&](const Atom& atom) {
    if (needed.insert(timed(atom)).second) waiting.push_back(timed(atom));
  };
  const std::set<PredicateId> shown(program.shown.begin(), program.shown.end());
  for (const Rule& rule : program.rules) {
    if (rule.kind == Rule::Head::atom) {
      rules_for[timed(rule.head)].push_back(&rule);
      if (shown.contains(rule.head.predicate)) need(rule.head);
    } else {
      // Constraints and choices determine the answer sets, so their atoms are needed.
      for_choice_conditions(rule, need);
      for_body_atoms(rule, need);
    }
  }
  while (!waiting.empty()) {
    const Timed some = waiting.back();
    waiting.pop_back();
    for (const Rule* rule : rules_for[some]) for_body_atoms(*rule, need);
  }
  const std::size_t before = program.rules.size();
  std::erase_if(program.rules, [&](const Rule& rule) {
    return rule.kind == Rule::Head::atom && !needed.contains(timed(rule.head));
  });
  return program.rules.size() != before;
}

}  // namespace tesuji::proofs

// Removes the time from atoms that are the same at every time.
#include "backend/proofs/clingo/simplify.h"

namespace tesuji::proofs {

bool untime_static(Program& program) {
  const auto is_static = [&](const Atom& atom) {
    return atom.time && !program.predicates()[atom.predicate].changes;
  };
  bool changed = false;
  std::vector<Rule> kept;
  kept.reserve(program.rules.size());
  for (Rule& rule : program.rules) {
    // There is a copy of the rule for every time; only that of time 0 stays.
    if (rule.kind == Rule::Head::atom && is_static(rule.head) && *rule.head.time > 0) {
      changed = true;
      continue;
    }
    const auto untime = [&](Atom& atom) {
      if (!is_static(atom)) return;
      atom.time.reset();
      changed = true;
    };
    for_head_atoms(rule, untime);
    for_choice_conditions(rule, untime);
    for_body_atoms(rule, untime);
    kept.push_back(std::move(rule));
  }
  program.rules = std::move(kept);
  return changed;
}

}  // namespace tesuji::proofs

#include "backend/proofs/games/save_invariants.h"

#include "ir/formulas/formula_text.h"
#include "ir/module/vocabulary.h"

namespace tesuji::driver {

SavedInvariants save_invariants(const Verified& verified) {
  SavedInvariants saved;
  saved.game = verified.module.game;
  saved.rules = verified.rules;
  const ir::Vocabulary vocabulary(verified.module);
  for (const proofs::SetReport& set : verified.report.sets) {
    for (const proofs::InvariantReport& some : set.invariants) {
      if (some.verdicts.empty() || some.proved() < some.verdicts.size()) continue;
      saved.formulas.push_back(ir::to_text(*some.invariant, verified.module, vocabulary));
    }
  }
  saved.facts = std::make_shared<const runtime::StateFacts>(verified.facts);
  return saved;
}

}  // namespace tesuji::driver

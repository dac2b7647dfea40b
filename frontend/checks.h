// The single checks that validate() is made of; each expects a normalised sheet.
#pragma once

#include "frontend/gdl_ast.h"
#include "frontend/gdl_keywords.h"
#include "ir/diagnostics.h"

#include <string>

namespace tesuji::frontend {

/// What every check works on.
struct CheckContext {
  const Rulesheet& rulesheet;
  const ir::SymbolTable& symbols;
  const Keywords& keywords;
  ir::Diagnostics& diagnostics;

  [[nodiscard]] const std::string& name(const Term& term) const { return symbols.text(term.name); }
  [[nodiscard]] Keyword keyword(const Term& term) const { return keywords.of(term.name); }
};

/// Keywords where they may not stand: connectives, `true` and `does` as heads,
/// `role` as the head of a rule, `init` and `next` in bodies (code "keyword").
void check_keywords(const CheckContext& context);

/// One number of arguments per relation, GDL's own for its keywords (code "arity").
void check_arities(const CheckContext& context);

/// The relations without which there is no game (codes "no-role", "no-legal",
/// "no-goal", "no-terminal").
void check_completeness(const CheckContext& context);

/// Allowedness: every variable of a clause is bound by a positive atom of the
/// body (code "unsafe").
void check_safety(const CheckContext& context);

/// `init` must not depend on the state, `legal`, `goal` and `terminal` not on
/// moves (code "keyword").
void check_dependencies(const CheckContext& context);

/// Warnings only: relations that are used but never defined, or defined but never
/// used; players who are no role; goal values that are no integer from 0 to 100;
/// roles named twice; GDL-II.
void check_suspicions(const CheckContext& context);

}  // namespace tesuji::frontend

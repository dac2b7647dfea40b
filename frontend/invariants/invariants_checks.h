// Checks an invariant's text against the game without domains: names, numbers of arguments, the
// form of state formulas (definition 3), variables.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/module/vocabulary.h"

#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

class InvariantChecks {
 public:
  /// All of these outlive it.
  InvariantChecks(const ir::Module& module, const ir::Vocabulary& vocabulary,
                  ir::Diagnostics& diagnostics)
      : module_(module), vocabulary_(vocabulary), diagnostics_(diagnostics) {}

  /// Reports errors (codes "undefined", "arity", "keyword", "unsafe", "duplicate") and
  /// warnings ("unused").
  void check(const InvariantText& invariant);

 private:
  struct Bound {
    const BindingText* binding = nullptr;
    bool used = false;
  };

  void bind(const std::vector<BindingText>& bindings);
  void unbind(std::size_t count);
  void check(const FormulaText& formula);
  void check_variables(const Term& term);
  /// For formulas that have `knows`: it is asked of one state, and stands in and, or, not, implies,
  /// forall and exists alone; in `inside`, a formula of another kind, it is an error.
  void check_knowledge(const FormulaText& formula, const FormulaText* inside);
  void check_knower(const Term& role);
  void check_atom(const Term& atom);
  bool check_predicate(const Term& atom);
  void check_moves(const Term& atom);
  void check_functor(const Term& atom, std::size_t argument, const char* what);
  [[nodiscard]] std::string wrapped_in(const Term& atom, const char* predicate,
                                       std::size_t argument) const;
  [[nodiscard]] const std::string& text(ir::Symbol symbol) const {
    return module_.symbols->text(symbol);
  }

  const ir::Module& module_;
  const ir::Vocabulary& vocabulary_;
  ir::Diagnostics& diagnostics_;
  std::vector<Bound> scope_;
  std::set<ir::Symbol> free_;  ///< variables reported in the invariant at hand
};

}  // namespace tesuji::frontend

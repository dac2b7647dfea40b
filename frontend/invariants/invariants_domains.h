// Resolves the domains in the text of invariants.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "frontend/invariants/invariants_sorts.h"
#include "ir/core/diagnostics.h"
#include "ir/module/vocabulary.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Looks up names and evaluates domains; reports each fault once.
class InvariantDomains {
 public:
  /// All arguments must outlive it.
  InvariantDomains(const InvariantsText& text, const ir::Module& module,
                   const ir::Vocabulary& vocabulary, ir::Diagnostics& diagnostics);

  /// Reports faulty declarations, even if they are unused.
  void check_declarations();

  /// Returns nullopt after an error. An empty domain (a warning) is one leaf without values.
  [[nodiscard]] std::optional<Sort> evaluate(const DomainText& domain);

  /// Returns the possible values of a variable by its positions in the formula.
  [[nodiscard]] Sort inferred(ir::Symbol variable, const FormulaText& formula) const;

 private:
  struct Named {
    const DomainDeclaration* declaration = nullptr;
    bool open = false;  ///< under evaluation
    bool done = false;
    std::optional<Sort> sort;
  };

  std::optional<Sort> part(const DomainText& domain);
  std::optional<Sort> listed(const DomainText& domain);
  std::optional<Sort> place(const DomainText& domain);
  std::optional<Sort> named(const DomainText& domain);
  std::optional<Sort> terms(const DomainText& domain);
  std::optional<Sort> combined(const DomainText& domain);
  std::optional<Sort> of_predicate(const DomainText& domain);
  bool add_range(const DomainText::Item& item, std::vector<GroundTerm>& terms);
  bool ground(const Term& term, GroundTerm& into);
  void warn_unknown(const Term& constant);
  [[nodiscard]] bool fits(const Term& term, const ir::TermPattern& pattern) const;
  void collect(ir::Symbol variable, const Term& atom, Sort& into) const;
  std::nullopt_t fail(ir::Span span, std::string code, std::string message);
  [[nodiscard]] const std::string& text(ir::Symbol symbol) const {
    return module_.symbols->text(symbol);
  }

  const InvariantsText& text_;
  const ir::Module& module_;
  const ir::Vocabulary& vocabulary_;
  ir::Diagnostics& diagnostics_;
  std::map<ir::Symbol, Named> named_;
  std::set<ir::Symbol> constants_;  ///< of the game
  std::size_t depth_ = 0;           ///< of the current evaluation
};

}  // namespace tesuji::frontend

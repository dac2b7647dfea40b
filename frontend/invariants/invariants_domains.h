// Resolves the domains in the text of invariants to sorts: sets of terms as products, the ranges of
// variables of invariants.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/core/symbol.h"
#include "ir/module/term_pattern.h"
#include "ir/module/vocabulary.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

// --- Sorts

/// Disjoint sets that represent their union, in the order of a quantifier's ranges and a family's
/// members.
using Sort = std::vector<ir::TermSet>;

/// Maximum number of sets, since each becomes a range; results with more may be incomplete.
inline constexpr std::size_t max_sets = 1000;

/// A term without variables: its constants from left to right.
struct GroundTerm {
  ir::TermPattern shape;
  std::vector<ir::Symbol> leaves;
};

/// Returns exactly these terms, in as few products as a simple search finds.
[[nodiscard]] Sort sort_of(const std::vector<GroundTerm>& terms, const ir::SymbolTable& symbols);

/// Returns the terms of `sort` that are not in `other`.
[[nodiscard]] Sort difference(const Sort& sort, const Sort& other);

/// Returns the union: `sort`, and the terms of `other` outside it.
[[nodiscard]] Sort sum(Sort sort, const Sort& other);

/// Returns all terms with the functor whose arguments are of these sorts.
[[nodiscard]] Sort terms_of(ir::Symbol functor, const std::vector<Sort>& args);

// --- Domains

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

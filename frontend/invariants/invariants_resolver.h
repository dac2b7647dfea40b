// Resolves the syntax of an invariant to ir::Invariant: a quantified variable over terms of several
// shapes becomes one range for each shape, a parameter one invariant for each; atoms become tuples
// of the relation of their shape.
#pragma once

#include "frontend/invariants/invariants_ast.h"
#include "frontend/invariants/invariants_domains.h"
#include "ir/core/diagnostics.h"
#include "ir/formulas/formula.h"
#include "ir/module/vocabulary.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

class InvariantResolver {
 public:
  /// All arguments must outlive it.
  InvariantResolver(const ir::Module& module, const ir::Vocabulary& vocabulary,
                    InvariantDomains& domains, ir::Diagnostics& diagnostics)
      : module_(module), vocabulary_(vocabulary), domains_(domains), diagnostics_(diagnostics) {}

  /// Appends the invariants that the checked (invariants_reader.h) text denotes. Errors: domains
  /// that are faulty or cannot be inferred; "limit" if shapes multiply too much. Warnings
  /// ("unreachable") about atoms, constants and variables that can match nothing.
  void resolve(const InvariantText& text, std::vector<ir::Invariant>& into);

 private:
  /// The value of a variable: a shape whose leaves are variables of the invariant.
  struct Value {
    ir::TermPattern shape;
    std::vector<ir::VariableId> leaves;
  };
  /// A term with its variables replaced.
  struct Flat {
    ir::TermPattern shape;
    std::vector<ir::Argument> leaves;
    std::vector<const Term*> origins;  ///< of each leaf
  };
  /// Findings about a place in the text, over all shapes.
  struct Findings {
    bool possible = false;
    std::vector<ir::Symbol> values;  ///< values of the column, if it is not possible
    const Term* atom = nullptr;
  };
  /// A choice of one set for each of several variables.
  using Choice = std::vector<const ir::TermSet*>;

  bool find_sorts(const std::vector<BindingText>& bindings, const FormulaText& scope);
  bool find_sorts(const FormulaText& formula);
  [[nodiscard]] std::vector<Choice> choices(const std::vector<BindingText>& bindings,
                                            ir::Span span);
  std::vector<ir::VariableId> bind(const std::vector<BindingText>& bindings, const Choice& choice);
  void unbind(const std::vector<BindingText>& bindings);

  ir::Formula build(const FormulaText& text);
  void build_atom(const FormulaText& text, ir::Formula& into);
  void build_knowledge(const FormulaText& text, ir::Formula& into);
  void build_comparison(const FormulaText& text, ir::Formula& into);
  void build_quantifier(const FormulaText& text, ir::Formula& into);
  void flatten(const Term& term, Flat& into) const;
  void note_columns(const Term& atom, const Flat& flat, const ir::Relation& relation);
  void warn(const FormulaText& formula);
  void warn_leaves(const Term& term);
  [[nodiscard]] std::string member_name(const InvariantText& text, const Choice& choice,
                                        const std::vector<std::size_t>& split) const;
  void too_many(ir::Span span);

  const ir::Module& module_;
  const ir::Vocabulary& vocabulary_;
  InvariantDomains& domains_;
  ir::Diagnostics& diagnostics_;

  // State of the current invariant.
  std::map<const BindingText*, Sort> sorts_;
  std::map<ir::Symbol, Value> scope_;
  ir::Invariant* invariant_ = nullptr;
  std::size_t parts_left_ = 0;  ///< number of parts that may still be created
  bool given_up_ = false;
  std::map<const Term*, bool> atoms_;       ///< whether any shape has a relation
  std::map<const Term*, Findings> places_;  ///< constants and variables in atoms
};

}  // namespace tesuji::frontend

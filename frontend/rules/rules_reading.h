// Reads premises and patterns in the forms that production rules and metarules share.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "frontend/rules/rules_words.h"
#include "frontend/text/sexpr.h"
#include "ir/core/diagnostics.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// A word and its operands: `(present P)` or, in flat form, `present P`.
struct WordedItem {
  std::string word;
  std::vector<const Sexpr*> operands;
  ir::Span span;
};

/// Splits a list of premises or conclusions into items. A flat word takes the list after it as its
/// operand. Reports (code "parse") anything else.
[[nodiscard]] std::vector<WordedItem> worded_items(const std::vector<Sexpr>& items,
                                                   std::size_t first, ir::Diagnostics& diagnostics);

/// Reads the premises and conclusions of one rule. A function of arguments, `(+ ?x 1)`, may replace
/// an argument: it becomes a variable that a separate premise computes.
class PremiseReader {
 public:
  /// `functions`: relations that are functions, with their numbers of arguments. `rule`: new
  /// variables differ from all variables named in it. All must outlive the reader.
  PremiseReader(const std::map<ir::Symbol, std::size_t>& functions, const Sexpr& rule,
                ir::SymbolTable& symbols, ir::Diagnostics& diagnostics);

  /// Reads `(colour ?c)` or, as in the paper, `(Couleur (?c))`, where the list of arguments begins
  /// with a variable or is one constant; a lone symbol is a relation without arguments. Errors
  /// (code "parse") for malformed patterns, and for terms inside, `(n (s ?x))`.
  [[nodiscard]] std::optional<RulePattern> pattern(const Sexpr& expression);

  /// Reads a premise: present, absent, `is` or a comparison. Reports anything else.
  [[nodiscard]] std::optional<RulePremise> premise(const WordedItem& item);

  /// Returns the premises that compute the arguments read since the last call.
  [[nodiscard]] std::vector<RulePremise> take_computed();

 private:
  using Arguments = std::vector<RuleArgument>;

  std::optional<RuleArgument> argument(const Sexpr& expression);
  bool arguments(const std::vector<Sexpr>& items, std::size_t first, Arguments& into);
  std::optional<RulePremise> comparison(const WordedItem& item, ir::Comparison comparison);
  std::optional<RulePremise> computation(const WordedItem& item);
  std::optional<RulePremise> absence(const WordedItem& item);
  std::optional<RulePremise> conjunction(const WordedItem& item,
                                         const std::vector<const Sexpr*>& members);
  std::optional<RulePremise> member(const Sexpr& expression);
  /// Whether the list is a function of arguments, or would be one if it were declared.
  [[nodiscard]] bool is_call(const Sexpr& list) const;
  std::optional<RuleArgument> call(const Sexpr& list);
  std::optional<RuleArgument> table_call(const Sexpr& list, ir::Symbol relation);
  /// Adds the steps of an expression to a premise that computes it.
  bool add_steps(const Sexpr& expression, RulePremise& premise);
  bool add_function(const Sexpr& list, RulePremise& premise);
  bool check_size(const RulePremise& premise);
  RuleArgument fresh_variable(ir::Span span);
  void fail(ir::Span span, std::string message);

  const std::map<ir::Symbol, std::size_t>& functions_;
  ir::SymbolTable& symbols_;
  ir::Diagnostics& diagnostics_;
  std::set<std::string> taken_;  ///< names of variables in use
  std::size_t fresh_ = 0;
  std::vector<RulePremise> computed_;
};

}  // namespace tesuji::frontend

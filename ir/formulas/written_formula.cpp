#include "ir/formulas/written_formula.h"

#include "ir/formulas/merge_ranges.h"

namespace tesuji::ir {
namespace {

using Kind = Formula::Kind;

class Writer {
 public:
  Writer(const Module& module, const Vocabulary& vocabulary,
         std::vector<WrittenVariable>& variables)
      : module_(module), vocabulary_(vocabulary), variables_(variables) {}

  WrittenFormula write(const Formula& formula) {
    const bool list = formula.kind == Kind::conjunction || formula.kind == Kind::disjunction;
    if (list && formula.parts.size() == 1) return write(formula.parts[0]);
    WrittenFormula result;
    result.kind = formula.kind;
    result.lower = formula.lower;
    result.upper = formula.upper;
    result.ranges = formula.ranges;
    if (formula.kind == Kind::atom) result.left = atom(formula);
    if (formula.kind == Kind::same) {
      result.left = tuple(formula.args);
      result.right = tuple(formula.right);
    }
    if (formula.kind == Kind::knows) result.left = leaf(formula.args[0]);
    for (const Formula& part : formula.parts) result.parts.push_back(write(part));
    if (formula.kind == Kind::count) merge_ranges(result, variables_);
    return result;
  }

 private:
  static WrittenTerm leaf(const Argument& arg) {
    const bool variable = arg.kind == Argument::Kind::variable;
    return {variable ? WrittenTerm::Kind::variable : WrittenTerm::Kind::constant, arg.id, {}};
  }

  static WrittenTerm fill(const TermPattern& pattern, const std::vector<Argument>& args,
                          std::size_t& column) {
    if (pattern.is_leaf()) return leaf(args[column++]);
    WrittenTerm term{WrittenTerm::Kind::compound, pattern.functor, {}};
    for (const TermPattern& arg : pattern.args) term.args.push_back(fill(arg, args, column));
    return term;
  }

  [[nodiscard]] WrittenTerm atom(const Formula& formula) const {
    std::size_t column = 0;
    if (const TermPattern* const pattern = vocabulary_.pattern(formula.relation)) {
      return fill(*pattern, formula.args, column);
    }
    return fill(atom_pattern(module_, formula.relation), formula.args, column);
  }

  /// Terms with the same functor are equal if their arguments are, whatever it is.
  [[nodiscard]] WrittenTerm tuple(const std::vector<Argument>& args) const {
    if (args.size() == 1) return leaf(args[0]);
    WrittenTerm term{WrittenTerm::Kind::compound, module_.symbols->intern("tuple"), {}};
    for (const Argument& arg : args) term.args.push_back(leaf(arg));
    return term;
  }

  const Module& module_;
  const Vocabulary& vocabulary_;
  std::vector<WrittenVariable>& variables_;
};

}  // namespace

WrittenInvariant write_out(const Invariant& invariant, const Module& module,
                           const Vocabulary& vocabulary) {
  WrittenInvariant written;
  for (const FormulaVariable& variable : invariant.variables) {
    written.variables.push_back({variable.name, {{{}, {variable.domain}}}});
  }
  written.formula = Writer(module, vocabulary, written.variables).write(invariant.formula);
  return written;
}

}  // namespace tesuji::ir

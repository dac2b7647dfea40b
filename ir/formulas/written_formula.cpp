#include "ir/formulas/written_formula.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tesuji::ir {

namespace {

// Merges ranges of a quantifier that differ only in the shape of terms.

using Term = WrittenTerm;
using Variable = std::uint32_t;

class Generaliser {
 public:
  Generaliser(const WrittenFormula& count, const std::vector<WrittenVariable>& variables)
      : count_(count), variables_(variables), renamed_(count.ranges.size()) {}

  bool run() {
    std::vector<const WrittenFormula*> bodies;
    for (const WrittenFormula& body : count_.parts) bodies.push_back(&body);
    return generalise(bodies, body_) && place_variables() && find_sorts();
  }

  void replace(WrittenFormula& count, std::vector<WrittenVariable>& variables) {
    std::vector<Variable> range;
    for (const std::size_t g : order_) {
      range.push_back(first_new() + static_cast<Variable>(g));
    }
    for (WrittenVariable& variable : made_) variables.push_back(std::move(variable));
    count.ranges = {std::move(range)};
    count.parts.clear();
    count.parts.push_back(std::move(body_));
  }

 private:
  [[nodiscard]] Variable first_new() const { return static_cast<Variable>(variables_.size()); }

  [[nodiscard]] bool is_own(std::size_t range, Variable variable) const {
    const std::vector<Variable>& own = count_.ranges[range];
    return std::find(own.begin(), own.end(), variable) != own.end();
  }

  /// Renames variables of inner quantifiers to those of the first body.
  [[nodiscard]] Term renamed(const Term& term, std::size_t range) const {
    Term result = term;
    if (term.kind == Term::Kind::variable) {
      const auto found = renamed_[range].find(term.id);
      if (found != renamed_[range].end()) result.id = found->second;
    }
    for (Term& arg : result.args) arg = renamed(arg, range);
    return result;
  }

  bool generalise(const std::vector<const WrittenFormula*>& bodies, WrittenFormula& into) {
    const WrittenFormula& first = *bodies[0];
    into.kind = first.kind;
    into.lower = first.lower;
    into.upper = first.upper;
    into.ranges = first.ranges;
    for (std::size_t r = 1; r < bodies.size(); ++r) {
      const WrittenFormula& body = *bodies[r];
      if (body.kind != first.kind || body.lower != first.lower || body.upper != first.upper ||
          body.parts.size() != first.parts.size() || !same_ranges(first, body, r)) {
        return false;
      }
    }
    if (first.kind == Formula::Kind::atom || first.kind == Formula::Kind::same) {
      const auto sides = {std::pair(&WrittenFormula::left, &into.left),
                          std::pair(&WrittenFormula::right, &into.right)};
      for (const auto& [side, generalised] : sides) {
        std::vector<Term> terms;
        for (std::size_t r = 0; r < bodies.size(); ++r) {
          terms.push_back(renamed(bodies[r]->*side, r));
        }
        if (!generalise(terms, *generalised)) return false;
        // The predicate itself is not a term.
        const bool atom = first.kind == Formula::Kind::atom;
        if (atom && generalised->kind == Term::Kind::variable) return false;
      }
    }
    for (std::size_t i = 0; i < first.parts.size(); ++i) {
      std::vector<const WrittenFormula*> parts;
      for (const WrittenFormula* body : bodies) parts.push_back(&body->parts[i]);
      if (!generalise(parts, into.parts.emplace_back())) return false;
    }
    return true;
  }

  /// Whether quantifiers bind the same variables; if so, identifies their variables.
  bool same_ranges(const WrittenFormula& first, const WrittenFormula& body, std::size_t range) {
    if (body.ranges.size() != first.ranges.size()) return false;
    for (std::size_t i = 0; i < first.ranges.size(); ++i) {
      if (body.ranges[i].size() != first.ranges[i].size()) return false;
      for (std::size_t v = 0; v < first.ranges[i].size(); ++v) {
        const Variable ours = first.ranges[i][v];
        const Variable theirs = body.ranges[i][v];
        if (variables_[ours].sort != variables_[theirs].sort) return false;
        renamed_[range][theirs] = ours;
      }
    }
    return true;
  }

  [[nodiscard]] bool has_own(const Term& term, std::size_t range) const {
    if (term.kind == Term::Kind::variable) return is_own(range, term.id);
    return std::any_of(term.args.begin(), term.args.end(),
                       [&](const Term& arg) { return has_own(arg, range); });
  }

  /// Generalises one term of each range to the common term `into`.
  bool generalise(const std::vector<Term>& terms, Term& into) {
    const Term& first = terms[0];
    const auto equal = [&](const Term& term) { return term == first; };
    if (std::all_of(terms.begin(), terms.end(), equal) && !has_own(first, 0)) {
      into = first;
      return true;
    }
    const auto alike = [&](const Term& term) {
      return term.kind == Term::Kind::compound && term.id == first.id &&
             term.args.size() == first.args.size();
    };
    if (std::all_of(terms.begin(), terms.end(), alike)) {
      into = {Term::Kind::compound, first.id, {}};
      for (std::size_t i = 0; i < first.args.size(); ++i) {
        std::vector<Term> args;
        for (const Term& term : terms) args.push_back(term.args[i]);
        if (!generalise(args, into.args.emplace_back())) return false;
      }
      return true;
    }
    const auto known = std::find(found_.begin(), found_.end(), terms);
    into = {Term::Kind::variable, first_new() + static_cast<Variable>(known - found_.begin()), {}};
    if (known == found_.end()) found_.push_back(terms);
    return true;
  }

  /// Finds the positions of a term's variables in its range; returns false if it contains anything
  /// else.
  bool places(const Term& term, std::size_t range, std::vector<std::size_t>& into) const {
    if (term.kind == Term::Kind::constant) return false;
    if (term.kind == Term::Kind::variable) {
      const std::vector<Variable>& own = count_.ranges[range];
      const auto found = std::find(own.begin(), own.end(), term.id);
      if (found == own.end()) return false;
      into.push_back(static_cast<std::size_t>(found - own.begin()));
      return true;
    }
    return std::all_of(term.args.begin(), term.args.end(),
                       [&](const Term& arg) { return places(arg, range, into); });
  }

  /// Orders the new variables so that their variables in each range are consecutive.
  bool place_variables() {
    const std::size_t ranges = count_.ranges.size();
    std::vector<std::vector<std::vector<std::size_t>>> all(found_.size());
    for (std::size_t g = 0; g < found_.size(); ++g) {
      all[g].resize(ranges);
      for (std::size_t r = 0; r < ranges; ++r) {
        if (!places(found_[g][r], r, all[g][r])) return false;
      }
      // Insert before the first variable that is bound later. (A term without variables has no
      // position, so this is not an order to sort by.)
      const auto is_before = [&](std::size_t other) {
        for (std::size_t r = 0; r < ranges; ++r) {
          if (!all[g][r].empty() && !all[other][r].empty()) {
            return all[g][r][0] < all[other][r][0];
          }
        }
        return false;
      };
      order_.insert(std::find_if(order_.begin(), order_.end(), is_before), g);
    }
    for (std::size_t r = 0; r < ranges; ++r) {
      std::size_t next = 0;
      for (const std::size_t g : order_) {
        for (const std::size_t place : all[g][r]) {
          if (place != next++) return false;
        }
      }
      if (next != count_.ranges[r].size()) return false;
    }
    return !order_.empty();
  }

  void add_set(const Term& term, TermPattern& shape, TermSet& set, std::string& name) const {
    if (term.kind == Term::Kind::variable) {
      const WrittenVariable& variable = variables_[term.id];
      set.leaves.push_back(variable.sort[0].leaves[0]);
      // The common prefix of its variables' names: `M` for `M1` and `M2`.
      const auto [end, other] =
          std::mismatch(name.begin(), name.end(), variable.name.begin(), variable.name.end());
      name = name.empty() ? variable.name : std::string(name.begin(), end);
      return;
    }
    shape.functor = term.id;
    for (const Term& arg : term.args) add_set(arg, shape.args.emplace_back(), set, name);
  }

  [[nodiscard]] bool is_simple(const Term& term) const {
    if (term.kind == Term::Kind::variable) {
      const std::vector<TermSet>& sort = variables_[term.id].sort;
      return sort.size() == 1 && sort[0].shape.is_leaf();
    }
    return std::all_of(term.args.begin(), term.args.end(),
                       [this](const Term& arg) { return is_simple(arg); });
  }

  static bool overlap(const TermSet& a, const TermSet& b) {
    if (a.shape != b.shape) return false;
    for (std::size_t i = 0; i < a.leaves.size(); ++i) {
      const auto common = [&](Symbol value) {
        return std::find(b.leaves[i].begin(), b.leaves[i].end(), value) != b.leaves[i].end();
      };
      if (std::none_of(a.leaves[i].begin(), a.leaves[i].end(), common)) return false;
    }
    return true;
  }

  /// Computes the sorts of the new variables, and checks that the ranges are all combinations of
  /// them, the last variable varying fastest.
  bool find_sorts() {
    const std::size_t ranges = count_.ranges.size();
    made_.resize(found_.size());
    std::vector<std::vector<std::size_t>> chosen(found_.size(), std::vector<std::size_t>(ranges));
    for (std::size_t g = 0; g < found_.size(); ++g) {
      WrittenVariable& variable = made_[g];
      for (std::size_t r = 0; r < ranges; ++r) {
        if (!is_simple(found_[g][r])) return false;
        TermSet set;
        add_set(found_[g][r], set.shape, set, variable.name);
        const auto known = std::find(variable.sort.begin(), variable.sort.end(), set);
        chosen[g][r] = static_cast<std::size_t>(known - variable.sort.begin());
        if (known != variable.sort.end()) continue;
        for (const TermSet& other : variable.sort) {
          if (overlap(other, set)) return false;
        }
        variable.sort.push_back(std::move(set));
      }
    }
    std::size_t repeat = 1;
    for (auto g = order_.rbegin(); g != order_.rend(); ++g) {
      const std::size_t sets = made_[*g].sort.size();
      for (std::size_t r = 0; r < ranges; ++r) {
        if (chosen[*g][r] != r / repeat % sets) return false;
      }
      repeat *= sets;
    }
    return repeat == ranges;
  }

  const WrittenFormula& count_;
  const std::vector<WrittenVariable>& variables_;
  std::vector<std::map<Variable, Variable>> renamed_;  ///< for each range
  WrittenFormula body_;
  std::vector<std::vector<Term>> found_;  ///< the term of each new variable, by range
  std::vector<std::size_t> order_;        ///< of the new variables in the new range
  std::vector<WrittenVariable> made_;
};

/// Replaces a count's ranges by one if the bodies have a common generalisation whose variables,
/// with sorts of several sets, denote exactly these ranges in this order. Appends new variables.
/// Otherwise leaves the count unchanged.
void merge_ranges(WrittenFormula& count, std::vector<WrittenVariable>& variables) {
  const auto is_empty = [](const auto& range) { return range.empty(); };
  if (count.ranges.size() < 2 || std::all_of(count.ranges.begin(), count.ranges.end(), is_empty)) {
    return;
  }
  Generaliser generaliser(count, variables);
  if (generaliser.run()) generaliser.replace(count, variables);
}

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

  /// Compounds with the same functor are equal if their arguments are, whatever the functor.
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

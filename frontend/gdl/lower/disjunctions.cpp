#include "frontend/gdl/lower/disjunctions.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

using Body = std::vector<FlatLiteral>;
using Variables = std::set<ir::Symbol>;

void collect_variables(const Term& term, Variables& into) {
  if (term.kind == Term::Kind::variable) into.insert(term.name);
  for (const Term& arg : term.args) collect_variables(arg, into);
}

void collect_variables(const Literal& literal, Variables& into) {
  collect_variables(literal.atom, into);
  for (const Literal& child : literal.children) collect_variables(child, into);
}

void collect_variables(const FlatLiteral& literal, Variables& into) {
  collect_variables(literal.atom, into);
  for (const Term& term : literal.left) collect_variables(term, into);
  for (const Term& term : literal.right) collect_variables(term, into);
}

bool all_distinct(const Literal& disjunction) {
  return !disjunction.children.empty() &&
         std::all_of(disjunction.children.begin(), disjunction.children.end(),
                     [](const Literal& l) { return l.kind == Literal::Kind::distinct; });
}

FlatLiteral comparison(FlatLiteral::Kind kind, const Literal& literal) {
  return {kind, {}, {literal.atom.args[0]}, {literal.atom.args[1]}, literal.span};
}

FlatLiteral tuple_distinct(const Literal& disjunction) {
  FlatLiteral flat{FlatLiteral::Kind::distinct, {}, {}, {}, disjunction.span};
  for (const Literal& child : disjunction.children) {
    flat.left.push_back(child.atom.args[0]);
    flat.right.push_back(child.atom.args[1]);
  }
  return flat;
}

/// Returns the number of conjunctions that multiplying out the literal gives; saturates just above
/// the limit.
std::size_t expansions(const Literal& literal) {
  constexpr std::size_t cap = max_needed_expansion + 1;
  switch (literal.kind) {
    case Literal::Kind::disjunction: {
      if (all_distinct(literal)) return 1;
      std::size_t sum = 0;
      for (const Literal& child : literal.children) sum += expansions(child);
      return std::min(sum, cap);
    }
    case Literal::Kind::conjunction: {
      std::size_t product = 1;
      for (const Literal& child : literal.children) {
        product = std::min(product * expansions(child), cap);
      }
      return product;
    }
    default:
      return 1;
  }
}

/// Extends each body by each alternative of the literal.
std::vector<Body> multiply_out(std::vector<Body> bodies, const Literal& literal) {
  switch (literal.kind) {
    case Literal::Kind::atom:
    case Literal::Kind::negation: {
      const bool negative = literal.kind == Literal::Kind::negation;
      const Term& atom = negative ? literal.children[0].atom : literal.atom;
      const auto kind = negative ? FlatLiteral::Kind::negative : FlatLiteral::Kind::positive;
      for (Body& body : bodies) body.push_back({kind, atom, {}, {}, literal.span});
      return bodies;
    }
    case Literal::Kind::distinct:
      for (Body& body : bodies) body.push_back(comparison(FlatLiteral::Kind::distinct, literal));
      return bodies;
    case Literal::Kind::same:
      for (Body& body : bodies) body.push_back(comparison(FlatLiteral::Kind::same, literal));
      return bodies;
    case Literal::Kind::conjunction:
      for (const Literal& child : literal.children) bodies = multiply_out(std::move(bodies), child);
      return bodies;
    case Literal::Kind::disjunction: {
      if (all_distinct(literal)) {
        for (Body& body : bodies) body.push_back(tuple_distinct(literal));
        return bodies;
      }
      std::vector<Body> all;
      for (const Literal& child : literal.children) {
        std::vector<Body> extended = multiply_out(bodies, child);
        std::move(extended.begin(), extended.end(), std::back_inserter(all));
      }
      return all;
    }
  }
  return bodies;
}

/// Whether the positive atoms of the body bind every variable of it and of `wanted`.
bool binds(const Body& body, const Variables& wanted) {
  Variables bound;
  Variables used = wanted;
  for (const FlatLiteral& literal : body) {
    if (literal.kind == FlatLiteral::Kind::positive) collect_variables(literal.atom, bound);
    collect_variables(literal, used);
  }
  return std::includes(bound.begin(), bound.end(), used.begin(), used.end());
}

class Flattener {
 public:
  explicit Flattener(ir::SymbolTable& symbols) : symbols_(symbols) {}

  std::vector<FlatClause> take() { return std::move(clauses_); }

  void clause(const Clause& clause) { flatten(clause.head, clause.body, clause.span); }

 private:
  void flatten(const Term& head, const std::vector<Literal>& literals, ir::Span span) {
    std::size_t product = 1;
    for (const Literal& literal : literals) {
      product = std::min(product * expansions(literal), max_needed_expansion + 1);
    }
    const bool small = product <= max_expansion;
    std::vector<Body> bodies(1);
    if (small || (product <= max_needed_expansion && leaves_open(head, literals))) {
      for (const Literal& literal : literals) bodies = multiply_out(std::move(bodies), literal);
    } else {
      bodies = {with_helpers(head, literals)};
    }
    for (Body& body : bodies) clauses_.push_back({head, std::move(body), span});
  }

  /// Returns the variables that the literal binds whenever it holds.
  static Variables bound_by(const Literal& literal) {
    Variables result;
    if (literal.kind == Literal::Kind::atom) collect_variables(literal.atom, result);
    if (literal.kind == Literal::Kind::conjunction) {
      for (const Literal& child : literal.children) result.merge(bound_by(child));
    }
    if (literal.kind == Literal::Kind::disjunction && !literal.children.empty()) {
      result = bound_by(literal.children.front());
      for (const Literal& child : literal.children) {
        const Variables here = bound_by(child);
        std::erase_if(result, [&](ir::Symbol variable) { return !here.contains(variable); });
      }
    }
    return result;
  }

  /// Whether some variable shared by a disjunction is bound by no whole literal.
  static bool leaves_open(const Term& head, const std::vector<Literal>& literals) {
    Variables bound;
    for (const Literal& literal : literals) bound.merge(bound_by(literal));
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (expansions(literals[i]) == 1) continue;
      Variables inside;
      collect_variables(literals[i], inside);
      Variables outside;
      collect_variables(head, outside);
      for (std::size_t j = 0; j < literals.size(); ++j) {
        if (j != i) collect_variables(literals[j], outside);
      }
      const bool open = std::any_of(inside.begin(), inside.end(), [&](ir::Symbol variable) {
        return outside.contains(variable) && !bound.contains(variable);
      });
      if (open) return true;
    }
    return false;
  }

  /// Returns the body with a helper relation for each disjunction. Disjunctions that bind their own
  /// variables come first: the others may rely on them.
  Body with_helpers(const Term& head, const std::vector<Literal>& literals) {
    std::vector<Body> bodies(1);
    std::vector<Literal> context;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (expansions(literals[i]) > 1) {
        open.push_back(i);
        continue;
      }
      bodies = multiply_out(std::move(bodies), literals[i]);
      if (literals[i].kind == Literal::Kind::atom) context.push_back(literals[i]);
    }
    while (!open.empty()) {
      auto next = std::find_if(open.begin(), open.end(),
                               [&](std::size_t i) { return self_contained(literals[i], context); });
      if (next == open.end()) next = open.begin();  // an unsafe clause; reported elsewhere
      const std::size_t which = *next;
      open.erase(next);
      const Term atom = helper(head, literals, which, context);
      context.push_back({Literal::Kind::atom, atom, {}, literals[which].span});
      bodies[0].push_back({FlatLiteral::Kind::positive, atom, {}, {}, literals[which].span});
    }
    return std::move(bodies[0]);
  }

  /// Whether every branch, together with the context, binds all variables of the disjunction.
  static bool self_contained(const Literal& disjunction, const std::vector<Literal>& context) {
    Variables bound;
    for (const Literal& literal : context) collect_variables(literal, bound);
    return std::all_of(
        disjunction.children.begin(), disjunction.children.end(), [&](const Literal& branch) {
          Variables here = bound;
          collect_bound(branch, here);
          Variables needed;
          collect_variables(branch, needed);
          return std::includes(here.begin(), here.end(), needed.begin(), needed.end());
        });
  }

  /// Collects the variables of a branch's own positive atoms.
  static void collect_bound(const Literal& literal, Variables& into) {
    if (literal.kind == Literal::Kind::atom) collect_variables(literal.atom, into);
    if (literal.kind == Literal::Kind::conjunction) {
      for (const Literal& child : literal.children) collect_bound(child, into);
    }
  }

  /// Creates a relation that replaces the disjunction literals[which]; its clauses are the
  /// branches, with the context where a branch alone would be unsafe.
  Term helper(const Term& head, const std::vector<Literal>& literals, std::size_t which,
              const std::vector<Literal>& context) {
    const Literal& disjunction = literals[which];
    Variables inside;
    collect_variables(disjunction, inside);
    Variables outside;
    collect_variables(head, outside);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (i != which) collect_variables(literals[i], outside);
    }
    Term atom{Term::Kind::compound, fresh_name(head), {}, disjunction.span};
    Variables shared;
    std::set_intersection(inside.begin(), inside.end(), outside.begin(), outside.end(),
                          std::inserter(shared, shared.end()));
    for (const ir::Symbol variable : shared) {
      atom.args.push_back({Term::Kind::variable, variable, {}, disjunction.span});
    }
    for (const Literal& branch : disjunction.children) {
      if (expansions(branch) > max_expansion) {
        // Too many alternatives within one branch: it is flattened as a clause of its own.
        std::vector<Literal> body{branch};
        body.insert(body.end(), context.begin(), context.end());
        flatten(atom, body, branch.span);
        continue;
      }
      for (Body& body : multiply_out(std::vector<Body>(1), branch)) {
        if (!binds(body, shared)) {
          for (const Literal& literal : context) {
            body.push_back({FlatLiteral::Kind::positive, literal.atom, {}, {}, literal.span});
          }
        }
        clauses_.push_back({atom, std::move(body), branch.span});
      }
    }
    return atom;
  }

  ir::Symbol fresh_name(const Term& head) {
    for (;;) {
      const std::string name = "or" + std::to_string(++helpers_) + "." + symbols_.text(head.name);
      if (!symbols_.find(name)) return symbols_.intern(name);
    }
  }

  ir::SymbolTable& symbols_;
  std::vector<FlatClause> clauses_;
  std::size_t helpers_ = 0;
};

}  // namespace

std::vector<FlatClause> flatten_disjunctions(const Rulesheet& rulesheet, ir::SymbolTable& symbols) {
  Flattener flattener(symbols);
  for (const Clause& clause : rulesheet.clauses) flattener.clause(clause);
  return flattener.take();
}

}  // namespace tesuji::frontend

// Rewrites bodies so that negation applies only to atoms (normalise() of
// frontend/gdl/checks/validate.h).
#include "frontend/gdl/checks/validate.h"

#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

using Kind = Literal::Kind;

Literal normalised(Literal literal, bool negated);

/// Appends `literal`, or its parts if its kind is `opened` (a conjunction among conjuncts, a
/// disjunction among disjuncts).
void append(std::vector<Literal>& to, Literal literal, Kind opened) {
  if (literal.kind != opened) {
    to.push_back(std::move(literal));
    return;
  }
  for (Literal& child : literal.children) {
    to.push_back(std::move(child));
  }
}

/// Returns a disjunction or conjunction of the children, negated or not, without parts of its own
/// kind; a single part is returned as it is.
Literal joined(Literal literal, bool negated) {
  const bool disjunction = (literal.kind == Kind::disjunction) != negated;
  Literal result;
  result.kind = disjunction ? Kind::disjunction : Kind::conjunction;
  result.span = literal.span;
  for (Literal& child : literal.children) {
    append(result.children, normalised(std::move(child), negated), result.kind);
  }
  if (result.children.size() == 1) {
    Literal only = std::move(result.children.front());
    return only;
  }
  return result;
}

Literal normalised(Literal literal, bool negated) {
  switch (literal.kind) {
    case Kind::atom: {
      if (!negated) {
        return literal;
      }
      Literal result;
      result.kind = Kind::negation;
      result.span = literal.span;
      result.children.push_back(std::move(literal));
      return result;
    }
    case Kind::negation: {
      Literal child = std::move(literal.children.front());
      const bool plain = child.kind == Kind::atom || child.kind == Kind::distinct;
      Literal result = normalised(std::move(child), !negated);
      if (plain && !negated) {
        result.span = literal.span;  // that of the whole `(not ..)`
      }
      return result;
    }
    case Kind::disjunction:
    case Kind::conjunction:
      return joined(std::move(literal), negated);
    case Kind::distinct:
    case Kind::same:
      if (negated) {
        literal.kind = literal.kind == Kind::distinct ? Kind::same : Kind::distinct;
      }
      return literal;
  }
  return literal;
}

}  // namespace

void normalise(Rulesheet& rulesheet) {
  for (Clause& clause : rulesheet.clauses) {
    std::vector<Literal> body;
    body.reserve(clause.body.size());
    for (Literal& literal : clause.body) {
      append(body, normalised(std::move(literal), false), Kind::conjunction);
    }
    clause.body = std::move(body);
  }
}

}  // namespace tesuji::frontend

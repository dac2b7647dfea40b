#include "frontend/gdl/lower/normalise.h"

#include "frontend/gdl/checks/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Negation

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

// --- Conjunctions

namespace {

bool holds_conjunction(const Literal& literal) {
  return literal.kind == Kind::conjunction ||
         std::any_of(literal.children.begin(), literal.children.end(), holds_conjunction);
}

/// Returns the body with `literal`, or its conjuncts, inserted at `position`.
std::vector<Literal> with(std::vector<Literal> body, std::size_t position, const Literal& literal) {
  const auto place = body.begin() + static_cast<std::ptrdiff_t>(position);
  if (literal.kind == Kind::conjunction) {
    body.insert(place, literal.children.begin(), literal.children.end());
  } else {
    body.insert(place, literal);
  }
  return body;
}

/// Splits the clause at each disjunction that contains a conjunction, one clause for each child;
/// returns nothing if there are more than max_split. In source order.
std::vector<Clause> split(Clause clause) {
  std::vector<Clause> done;
  std::vector<Clause> pending;  // the last one is next
  pending.push_back(std::move(clause));
  while (!pending.empty()) {
    Clause next = std::move(pending.back());
    pending.pop_back();
    const auto found = std::find_if(next.body.begin(), next.body.end(), holds_conjunction);
    if (found == next.body.end()) {
      done.push_back(std::move(next));
      continue;
    }
    // Checked before copying: a disjunction may have very many children.
    if (done.size() + pending.size() + found->children.size() > max_split) return {};
    const auto position = static_cast<std::size_t>(found - next.body.begin());
    const std::vector<Literal> children = std::move(found->children);
    next.body.erase(found);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      pending.push_back({next.head, with(next.body, position, *child), next.span});
    }
  }
  return done;
}

Clause normalised(Clause clause) {
  Rulesheet alone;
  alone.clauses.push_back(std::move(clause));
  normalise(alone);
  return std::move(alone.clauses.front());
}

}  // namespace

bool remove_conjunctions(Rulesheet& rulesheet, ir::Diagnostics& diagnostics) {
  bool within_limit = true;
  std::vector<Clause> clauses;
  for (Clause& clause : rulesheet.clauses) {
    if (std::none_of(clause.body.begin(), clause.body.end(), holds_conjunction)) {
      clauses.push_back(std::move(clause));
      continue;
    }
    const ir::Span span = clause.span;
    std::vector<Clause> parts = split(normalised(std::move(clause)));
    if (parts.empty()) {
      within_limit = false;
      diagnostics.error(span, "limit",
                        fmt::format("the prefix form has no conjunctions inside disjunctions, and "
                                    "without them this would be more than {} clauses: give the "
                                    "conjunctions relations of their own",
                                    max_split));
    }
    std::move(parts.begin(), parts.end(), std::back_inserter(clauses));
  }
  rulesheet.clauses = std::move(clauses);
  return within_limit;
}

}  // namespace tesuji::frontend

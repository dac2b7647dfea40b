#include "frontend/conjunctions.h"

#include "frontend/disjunctions.h"
#include "frontend/validate.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = Literal::Kind;

bool holds_conjunction(const Literal& literal) {
  return literal.kind == Kind::conjunction ||
         std::any_of(literal.children.begin(), literal.children.end(), holds_conjunction);
}

/// Replaces the literal at `position` by `replacement`, or by its conjuncts.
std::vector<Literal> replaced(std::vector<Literal> body, std::size_t position,
                              const Literal& replacement) {
  const auto place = body.erase(body.begin() + static_cast<std::ptrdiff_t>(position));
  if (replacement.kind == Kind::conjunction) {
    body.insert(place, replacement.children.begin(), replacement.children.end());
  } else {
    body.insert(place, replacement);
  }
  return body;
}

/// One clause for each child of a disjunction that holds a conjunction, until none
/// is left; nothing if there are more than max_expansion. In source order.
std::vector<Clause> split(Clause clause) {
  std::vector<Clause> done;
  std::vector<Clause> pending;  // the next one last
  pending.push_back(std::move(clause));
  while (!pending.empty()) {
    if (done.size() + pending.size() > max_expansion) return {};
    Clause next = std::move(pending.back());
    pending.pop_back();
    const auto found = std::find_if(next.body.begin(), next.body.end(), holds_conjunction);
    if (found == next.body.end()) {
      done.push_back(std::move(next));
      continue;
    }
    const auto position = static_cast<std::size_t>(found - next.body.begin());
    const std::vector<Literal> children = found->children;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      pending.push_back({next.head, replaced(next.body, position, *child), next.span});
    }
  }
  return done;
}

Literal negation(Literal literal) {
  Literal result;
  result.kind = Kind::negation;
  result.span = literal.span;
  result.children.push_back(std::move(literal));
  return result;
}

/// Conjunctions become negated disjunctions of negations.
Literal without_conjunctions(Literal literal) {
  const bool conjunction = literal.kind == Kind::conjunction;
  for (Literal& child : literal.children) {
    child = without_conjunctions(std::move(child));
    if (conjunction) child = negation(std::move(child));
  }
  if (!conjunction) return literal;
  literal.kind = Kind::disjunction;
  return negation(std::move(literal));
}

std::vector<Clause> rewritten(Clause clause) {
  Rulesheet alone;
  alone.clauses.push_back(std::move(clause));
  normalise(alone);
  Clause& normal = alone.clauses.front();
  std::vector<Clause> clauses = split(normal);
  if (!clauses.empty()) return clauses;
  for (Literal& literal : normal.body) literal = without_conjunctions(std::move(literal));
  return std::move(alone.clauses);
}

}  // namespace

void remove_conjunctions(Rulesheet& rulesheet) {
  std::vector<Clause> clauses;
  for (Clause& clause : rulesheet.clauses) {
    if (std::any_of(clause.body.begin(), clause.body.end(), holds_conjunction)) {
      std::vector<Clause> parts = rewritten(std::move(clause));
      std::move(parts.begin(), parts.end(), std::back_inserter(clauses));
    } else {
      clauses.push_back(std::move(clause));
    }
  }
  rulesheet.clauses = std::move(clauses);
}

}  // namespace tesuji::frontend

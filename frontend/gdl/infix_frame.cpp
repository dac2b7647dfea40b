#include "frontend/gdl/infix_frame.h"

#include <utility>

namespace tesuji::frontend {
namespace {

Literal joined(Literal::Kind kind, std::vector<Literal> children) {
  const ir::Span span = join(children.front().span, children.back().span);
  return {.kind = kind, .atom = {}, .children = std::move(children), .span = span};
}

/// Returns the literals, at least one, as one literal; a single one is returned as it is.
Literal conjunction(std::vector<Literal> conjuncts) {
  if (conjuncts.size() > 1) return joined(Literal::Kind::conjunction, std::move(conjuncts));
  Literal only = std::move(conjuncts.front());
  return only;
}

}  // namespace

ir::Span join(const ir::Span& first, const ir::Span& last) {
  return {first.file, first.begin, last.end};
}

void InfixFrame::end_disjunct() {
  disjuncts.push_back(conjunction(std::exchange(conjuncts, {})));
}

void InfixFrame::end_child() {
  children.push_back(conjunction(take_body()));
}

std::vector<Literal> InfixFrame::take_body() {
  if (disjuncts.empty()) return std::exchange(conjuncts, {});
  end_disjunct();
  std::vector<Literal> body;
  body.push_back(joined(Literal::Kind::disjunction, std::exchange(disjuncts, {})));
  return body;
}

Literal InfixFrame::take_literal(const ir::Span& span) {
  Literal literal;
  if (kind == Kind::any) {
    if (!conjuncts.empty()) end_child();
    literal.kind = Literal::Kind::disjunction;
    literal.children = std::exchange(children, {});
    literal.span = span;
    return literal;
  }
  literal = conjunction(take_body());
  // The span of a compound literal includes its parentheses.
  if (!literal.children.empty()) literal.span = span;
  return literal;
}

}  // namespace tesuji::frontend

#include "frontend/prolog/feature_aggregates.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

/// Returns a variable whose name cannot occur in a text.
PrologTerm number_variable(ir::Span span) {
  return {Kind::variable, "N'", {}, span};
}

std::optional<Aggregate::Kind> kind_of(const PrologTerm& term) {
  if (term.is("sum", 1)) return Aggregate::Kind::sum;
  if (term.is("max", 1)) return Aggregate::Kind::maximum;
  if (term.is("min", 1)) return Aggregate::Kind::minimum;
  return std::nullopt;
}

LogicClause::Literal literal(const char* name, PrologTerm left, PrologTerm right, ir::Span span) {
  return {{Kind::compound, name, {std::move(left), std::move(right)}, span}, false};
}

}  // namespace

std::optional<std::uint32_t> addend(std::string_view constant) {
  std::uint32_t value = 0;
  const char* const end = constant.data() + constant.size();
  const auto [rest, error] = std::from_chars(constant.data(), end, value);
  if (error != std::errc() || rest != end || value > most_addend) return std::nullopt;
  return value;
}

bool is_aggregate(const PrologTerm& argument) {
  return kind_of(argument).has_value();
}

std::optional<Aggregate> aggregate_of(const PrologTerm& head) {
  for (std::size_t i = 0; i < head.args.size(); ++i) {
    if (const auto kind = kind_of(head.args[i])) return Aggregate{*kind, i, head.args[i]};
  }
  return std::nullopt;
}

std::string aggregate_fault(const PrologTerm& head, const Aggregate& aggregate) {
  const std::string& name = aggregate.term.name;
  const PrologTerm& value = aggregate.term.args[0];
  if (value.kind != Kind::variable || value.name == "_") {
    return fmt::format("a variable is expected here, as in {}(V)", name);
  }
  if (aggregate.kind != Aggregate::Kind::sum && head.args.size() > 1) {
    return fmt::format("{0}(..) is a feature's only argument: {1}({0}({2}))", name, head.name,
                       value.name);
  }
  for (std::size_t i = aggregate.argument + 1; i < head.args.size(); ++i) {
    if (kind_of(head.args[i])) return "a feature has one sum";
  }
  return {};
}

LogicClause unfold_aggregate(LogicClause clause, const Aggregate& aggregate,
                             const std::string& above) {
  const ir::Span span = aggregate.term.span;
  const PrologTerm& value = aggregate.term.args[0];
  if (aggregate.kind == Aggregate::Kind::sum) {
    clause.head.args[aggregate.argument] = value;
    clause.head.args.push_back(number_variable(span));
  } else {
    clause.head.args = {number_variable(span)};
  }
  clause.body.push_back(literal(upto_name, number_variable(span), value, span));
  if (aggregate.kind == Aggregate::Kind::minimum) {
    clause.body.push_back({{Kind::compound, above, {number_variable(span)}, span}, true});
  }
  return clause;
}

LogicClause above_clause(LogicClause clause, const Aggregate& aggregate, const std::string& above) {
  const ir::Span span = aggregate.term.span;
  clause.head.name = above;
  clause.head.args = {number_variable(span)};
  clause.body.push_back(literal(over_name, number_variable(span), aggregate.term.args[0], span));
  return clause;
}

}  // namespace tesuji::frontend

// Parses rules and procs from text.
#include "ir/text/text_reader.h"
#include "ir/text/words.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::ir {
namespace {

Literal read_literal(TextReader& in, VariableScope& variables, const UnitPlace& place) {
  const Position begin = in.token().begin;
  Literal literal;
  if (in.token().is_word("different") || in.token().is_word("same")) {
    literal.kind = in.advance().text == "same" ? Literal::Kind::same : Literal::Kind::different;
    literal.args = in.arguments(variables);
    literal.right = in.arguments(variables);
  } else {
    if (in.accept_word("not")) literal.kind = Literal::Kind::negative;
    literal.relation = in.relation();
    literal.args = in.arguments(variables);
  }
  literal.span = place.of_part(in, begin);
  return literal;
}

ProcOperation read_proc_operation(TextReader& in, VariableScope& variables,
                                  const UnitPlace& place) {
  const Position begin = in.token().begin;
  const auto kind = in.accept_any_word(proc_operation_words);
  if (!kind) in.fail_expected("call, test, absent, yield or '}'");
  ProcOperation op;
  op.kind = *kind;
  if (*kind != ProcOperation::Kind::yield) op.callee = in.name("a proc");
  op.args = in.arguments(variables);
  op.is_fluent = *kind != ProcOperation::Kind::yield && in.accept_word("fluent");
  if (in.accept("->")) op.estimate = in.number();
  op.span = place.of_part(in, begin);
  return op;
}

/// Reads `(A: state in, B: state out)`; returns the number of parameters.
std::uint32_t read_parameters(TextReader& in, VariableScope& variables) {
  std::uint32_t arity = 0;
  in.expect("(");
  do {
    if (arity == 2) in.fail("a proc has one or two parameters");
    const Span span = in.token_span();
    if (variables.number(in.variable()) != arity) in.fail(span, "the parameters must differ");
    in.expect(":");
    in.expect_word("state");
    in.expect_word(arity == 0 ? "in" : "out");
    ++arity;
  } while (in.accept(","));
  in.expect(")");
  return arity;
}

}  // namespace

Rule read_rule(TextReader& in, Position begin) {
  Rule rule;
  VariableScope variables;
  rule.name = in.name("a rule's name");
  const UnitPlace place{in.place(no_file)};
  in.expect("{");
  rule.head = in.relation();
  rule.head_args = in.arguments(variables);
  if (in.accept_word("if")) {
    do {
      rule.body.push_back(read_literal(in, variables, place));
    } while (in.accept_word("and"));
  }
  in.expect("}");
  rule.variables = variables.take_names();
  rule.span = place.of_unit(in, begin);
  return rule;
}

void read_proc(TextReader& in, Position begin) {
  ProcClause clause;
  VariableScope variables;
  const Span name_span = in.token_span();
  const std::string_view name = in.name("a proc's name");
  const std::uint32_t arity = read_parameters(in, variables);
  const bool memo = in.accept_word("memo");
  const UnitPlace place{in.place(no_file)};
  in.expect("{");
  while (!in.accept("}")) clause.ops.push_back(read_proc_operation(in, variables, place));
  clause.variables = variables.take_names();
  clause.span = place.of_unit(in, begin);

  std::vector<Proc>& procs = in.module.procs;
  const auto [found, is_new] = in.procs.emplace(name, static_cast<std::uint32_t>(procs.size()));
  if (is_new) procs.push_back({std::string(name), arity, memo, {}});
  Proc& proc = procs[found->second];
  if (proc.arity != arity || proc.memo != memo) {
    in.fail(name_span,
            fmt::format("the clauses of proc {} disagree on its parameters or on memo", name));
  }
  if (!clause.ops.empty()) proc.clauses.push_back(std::move(clause));
}

}  // namespace tesuji::ir

// Reads rules, plans and procs from text.
#include "ir/text/text_reader.h"

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

std::optional<Operation::Kind> operation_kind(const Token& token) {
  constexpr std::pair<std::string_view, Operation::Kind> kinds[] = {
      {"scan", Operation::Kind::scan},
      {"probe", Operation::Kind::probe},
      {"test", Operation::Kind::test},
      {"absent", Operation::Kind::absent},
      {"insert", Operation::Kind::insert},
      {"different", Operation::Kind::different},
      {"same", Operation::Kind::same},
      {"exists", Operation::Kind::exists},
      {"unless_derived", Operation::Kind::unless_derived},
  };
  for (const auto& [word, kind] : kinds) {
    if (token.is_word(word)) return kind;
  }
  return std::nullopt;
}

/// What the operations of one plan have in common.
struct PlanReader {
  TextReader& in;
  const UnitPlace place;
  VariableScope variables;

  std::vector<Operation> read_block(std::size_t depth) {
    std::vector<Operation> ops;
    in.expect("{");
    while (!in.accept("}")) ops.push_back(read_operation(depth));
    return ops;
  }

  Operation read_operation(std::size_t depth) {
    const Position begin = in.token().begin;
    const auto kind = operation_kind(in.token());
    if (!kind) in.fail_expected("an operation or '}'");
    in.advance();
    Operation op;
    op.kind = *kind;
    switch (*kind) {
      case Operation::Kind::different:
      case Operation::Kind::same:
        op.args = in.arguments(variables);
        op.right = in.arguments(variables);
        break;
      case Operation::Kind::exists:
        if (depth == max_exists_depth) in.fail("exists is nested too deep");
        op.body = read_block(depth + 1);
        break;
      case Operation::Kind::unless_derived:
        break;
      default:
        op.delta = in.accept_word("delta");
        op.relation = in.relation();
        op.args = in.arguments(variables);
        if (*kind == Operation::Kind::probe) {
          in.expect_word("using");
          in.expect_word("index");
          op.index = in.natural();
        }
    }
    if (in.accept("->")) op.estimate = in.number();
    if (in.accept_word("by")) op.origin = in.name("a pass");
    op.span = place.of_part(in, begin);
    return op;
  }
};

std::optional<ProcOperation::Kind> proc_operation_kind(const Token& token) {
  constexpr std::pair<std::string_view, ProcOperation::Kind> kinds[] = {
      {"call", ProcOperation::Kind::call},
      {"test", ProcOperation::Kind::test},
      {"absent", ProcOperation::Kind::absent},
      {"yield", ProcOperation::Kind::yield},
  };
  for (const auto& [word, kind] : kinds) {
    if (token.is_word(word)) return kind;
  }
  return std::nullopt;
}

std::vector<ProcArgument> read_proc_arguments(TextReader& in, VariableScope& variables) {
  std::vector<ProcArgument> args;
  in.expect("(");
  do {
    ProcArgument argument;
    if (in.token().kind == Token::Kind::binder) {
      argument.kind = ProcArgument::Kind::binder;
      argument.id = variables.number(in.advance().text);
    } else if (in.token().kind == Token::Kind::ignore) {
      in.advance();
    } else {
      argument.kind = ProcArgument::Kind::variable;
      argument.id = variables.number(in.variable());
    }
    args.push_back(argument);
  } while (in.accept(","));
  in.expect(")");
  return args;
}

ProcOperation read_proc_operation(TextReader& in, VariableScope& variables,
                                  const UnitPlace& place) {
  const Position begin = in.token().begin;
  const auto kind = proc_operation_kind(in.token());
  if (!kind) in.fail_expected("call, test, absent, yield or '}'");
  in.advance();
  ProcOperation op;
  op.kind = *kind;
  if (*kind != ProcOperation::Kind::yield) op.callee = in.name("a proc");
  op.args = read_proc_arguments(in, variables);
  if (in.accept("->")) op.estimate = in.number();
  op.span = place.of_part(in, begin);
  return op;
}

/// `(A: state in, B: state out)`; the number of parameters.
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

Plan read_plan_name(TextReader& in) {
  Plan plan;
  plan.rule = in.name("a rule's name");
  if (in.accept_word("delta")) plan.delta_of = in.natural();
  return plan;
}

void read_plan(TextReader& in, Position begin, Plan& plan) {
  PlanReader reader{in, UnitPlace{in.place(no_file)}, {}};
  plan.ops = reader.read_block(0);
  plan.variables = reader.variables.take_names();
  plan.span = reader.place.of_unit(in, begin);
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

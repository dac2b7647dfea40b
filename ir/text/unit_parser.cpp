// Parses units from text: rules and procs, plans and agendas.
#include "ir/text/text_reader.h"
#include "ir/text/words.h"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace tesuji::ir {

// --- Rules and procs

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

// --- Plans and agendas

namespace {

/// The state shared by the operations of one unit.
struct OperationReader {
  TextReader& in;
  const bool in_plan;
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
    const auto kind = in.accept_any_word(in_plan ? plan_operation_words : agenda_operation_words);
    if (!kind) in.fail_expected("an operation or '}'");
    Operation op;
    op.kind = *kind;
    read_operands(op, depth);
    if (in.accept("->")) op.estimate = in.number();
    if (in.accept_word("by")) op.origin = in.name("a pass");
    op.span = place.of_part(in, begin);
    return op;
  }

  ComputationStep read_step() {
    for (const FunctionWords& known : function_words) {
      if (in.accept_word(known.word)) return {true, known.function, 0};
    }
    return {false, Function::plus, in.natural()};
  }

  void read_operands(Operation& op, std::size_t depth) {
    switch (op.kind) {
      case Operation::Kind::unless_derived:
        return;
      case Operation::Kind::unless:
        op.args = in.arguments(variables);
        [[fallthrough]];
      case Operation::Kind::exists:
        if (depth == max_exists_depth) in.fail("exists is nested too deep");
        op.body = read_block(depth + 1);
        return;
      case Operation::Kind::different:
      case Operation::Kind::same:
        op.args = in.arguments(variables);
        op.right = in.arguments(variables);
        return;
      case Operation::Kind::compare: {
        const auto comparison = in.accept_any_word(comparison_words);
        if (!comparison) in.fail_expected("a comparison");
        op.comparison = *comparison;
        op.args = in.arguments(variables);
        return;
      }
      case Operation::Kind::compute:
        op.args = in.arguments(variables);
        in.expect_word("as");
        in.expect("(");
        while (!in.accept(")")) op.computation.push_back(read_step());
        return;
      default:
        op.delta = in_plan && in.accept_word("delta");
        op.relation = in.relation();
        op.args = in.arguments(variables);
        if (op.kind == Operation::Kind::probe) {
          in.expect_word("using");
          in.expect_word("index");
          op.index = in.natural();
        }
    }
  }
};

/// Reads the place and the operations of a plan or an agenda.
template <typename Unit>
void read_rest(TextReader& in, Position begin, Unit& unit) {
  OperationReader reader{in, std::is_same_v<Unit, Plan>, UnitPlace{in.place(no_file)}, {}};
  unit.ops = reader.read_block(0);
  unit.variables = reader.variables.take_names();
  unit.span = reader.place.of_unit(in, begin);
}

}  // namespace

Plan read_plan_name(TextReader& in) {
  Plan plan;
  plan.rule = in.name("a rule's name");
  if (in.accept_word("delta")) plan.delta_of = in.natural();
  return plan;
}

void read_plan(TextReader& in, Position begin, Plan& plan) {
  read_rest(in, begin, plan);
}

Agenda read_agenda(TextReader& in, Position begin) {
  Agenda agenda;
  agenda.name = in.name("an agenda's name");
  read_rest(in, begin, agenda);
  return agenda;
}

}  // namespace tesuji::ir

// Parses plans and agendas from text.
#include "ir/text/text_reader.h"
#include "ir/text/words.h"

#include <type_traits>

namespace tesuji::ir {
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

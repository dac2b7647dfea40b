// Reads agendas from text.
#include "ir/text/agenda_text.h"
#include "ir/text/text_reader.h"

#include <optional>

namespace tesuji::ir {
namespace {

template <typename Table>
auto accept_any_word(TextReader& in, const Table& table)
    -> std::optional<typename Table::value_type::second_type> {
  for (const auto& [word, value] : table) {
    if (in.accept_word(word)) return value;
  }
  return std::nullopt;
}

/// What the operations of one agenda have in common.
struct AgendaReader {
  TextReader& in;
  const UnitPlace place;
  VariableScope variables;

  std::vector<AgendaOperation> read_block(std::size_t depth) {
    std::vector<AgendaOperation> ops;
    in.expect("{");
    while (!in.accept("}")) ops.push_back(read_operation(depth));
    return ops;
  }

  AgendaOperation read_operation(std::size_t depth) {
    const Position begin = in.token().begin;
    const auto kind = accept_any_word(in, agenda_operation_words);
    if (!kind) in.fail_expected("an operation or '}'");
    AgendaOperation op;
    op.kind = *kind;
    read_operands(op, depth);
    if (in.accept("->")) op.estimate = in.number();
    if (in.accept_word("by")) op.origin = in.name("a pass");
    op.span = place.of_part(in, begin);
    return op;
  }

  void read_operands(AgendaOperation& op, std::size_t depth) {
    switch (op.kind) {
      case AgendaOperation::Kind::unless_derived:
        return;
      case AgendaOperation::Kind::exists:
        if (depth == max_exists_depth) in.fail("exists is nested too deep");
        op.body = read_block(depth + 1);
        return;
      case AgendaOperation::Kind::compare: {
        const auto comparison = accept_any_word(in, comparison_words);
        if (!comparison) in.fail_expected("a comparison");
        op.comparison = *comparison;
        op.args = in.arguments(variables);
        return;
      }
      default:
        op.relation = in.relation();
        op.args = in.arguments(variables);
        if (op.kind == AgendaOperation::Kind::probe) {
          in.expect_word("using");
          in.expect_word("index");
          op.index = in.natural();
        }
    }
  }
};

}  // namespace

Agenda read_agenda(TextReader& in, Position begin) {
  Agenda agenda;
  agenda.name = in.name("an agenda's name");
  AgendaReader reader{in, UnitPlace{in.place(no_file)}, {}};
  agenda.ops = reader.read_block(0);
  agenda.variables = reader.variables.take_names();
  agenda.span = reader.place.of_unit(in, begin);
  return agenda;
}

}  // namespace tesuji::ir

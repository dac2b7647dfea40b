// Prints plans and agendas as text.
#include "ir/text/text_writer.h"
#include "ir/text/words.h"

#include <fmt/format.h>

namespace tesuji::ir {
namespace {

/// The state shared by the operations of one unit.
struct OperationWriter {
  TextWriter& out;
  const OperationWords words;
  const std::vector<std::string> names;
  const FileId file;

  void write(const std::vector<Operation>& ops, std::size_t indent) {
    for (const Operation& op : ops) {
      out.pad(indent);
      out << fmt::format("{:<7}", word_for(words, op.kind));
      write_operands(op, indent);
      const bool is_block =
          op.kind == Operation::Kind::exists || op.kind == Operation::Kind::unless;
      out.estimate(" -> ", op.estimate, is_block ? 0 : estimate_column);
      if (!op.origin.empty()) {
        out << " by ";
        out.name(op.origin);
      }
      out.place(op.span, file);
      out << "\n";
    }
  }

  void write_operands(const Operation& op, std::size_t indent) {
    switch (op.kind) {
      case Operation::Kind::unless_derived:
        return;
      case Operation::Kind::unless:
        write_arguments(out, names, op.args);
        out << " ";
        [[fallthrough]];
      case Operation::Kind::exists:
        out << "{\n";
        write(op.body, indent + 2);
        out.pad(indent);
        out << "}";
        return;
      case Operation::Kind::different:
        out << " ";
        [[fallthrough]];
      case Operation::Kind::same:
        write_arguments(out, names, op.args);
        out << " ";
        write_arguments(out, names, op.right);
        return;
      case Operation::Kind::compare:
        out << " " << word_for(comparison_words, op.comparison);
        write_arguments(out, names, op.args);
        return;
      case Operation::Kind::compute:
        write_arguments(out, names, op.args);
        out << " as (";
        for (std::size_t i = 0; i < op.computation.size(); ++i) {
          const ComputationStep& step = op.computation[i];
          out << (i == 0 ? "" : " ")
              << (step.is_function ? std::string(words_of(step.function).word)
                                   : std::to_string(step.argument));
        }
        out << ")";
        return;
      default:
        if (op.delta) out << "delta ";
        out.relation(op.relation);
        write_arguments(out, names, op.args);
        if (op.kind == Operation::Kind::probe) out << fmt::format(" using index {}", op.index);
    }
  }
};

/// Prints the unit's place and its operations.
void write_block(TextWriter& out, OperationWords words, const std::vector<Operation>& ops,
                 const std::vector<std::string>& variables, const Span& span) {
  out.unit_place(span);
  out << " {\n";
  OperationWriter{out, words, printable_variables(variables), out.file_of(span)}.write(ops, 2);
  out << "}\n";
}

}  // namespace

void write(TextWriter& out, const Plan& plan) {
  out << "plan ";
  out.name(plan.rule);
  if (plan.delta_of != no_id) out << fmt::format(" delta {}", plan.delta_of);
  write_block(out, plan_operation_words, plan.ops, plan.variables, plan.span);
}

void write(TextWriter& out, const Agenda& agenda) {
  out << "agenda ";
  out.name(agenda.name);
  write_block(out, agenda_operation_words, agenda.ops, agenda.variables, agenda.span);
}

}  // namespace tesuji::ir

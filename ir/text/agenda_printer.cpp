// Agendas as text.
#include "ir/text/agenda_text.h"
#include "ir/text/text_writer.h"

#include <fmt/format.h>

namespace tesuji::ir {
namespace {

/// What the operations of one agenda have in common.
struct AgendaWriter {
  TextWriter& out;
  const std::vector<std::string> names;
  const FileId file;

  void write(const std::vector<AgendaOperation>& ops, std::size_t indent) {
    for (const AgendaOperation& op : ops) {
      out.pad(indent);
      out << fmt::format("{:<7}", word_for(agenda_operation_words, op.kind));
      write_operands(op, indent);
      const bool is_block = op.kind == AgendaOperation::Kind::exists;
      out.estimate(" -> ", op.estimate, is_block ? 0 : estimate_column);
      if (!op.origin.empty()) {
        out << " by ";
        out.name(op.origin);
      }
      out.place(op.span, file);
      out << "\n";
    }
  }

  void write_operands(const AgendaOperation& op, std::size_t indent) {
    switch (op.kind) {
      case AgendaOperation::Kind::unless_derived:
        return;
      case AgendaOperation::Kind::exists:
        out << "{\n";
        write(op.body, indent + 2);
        out.pad(indent);
        out << "}";
        return;
      case AgendaOperation::Kind::compare:
        out << " " << word_for(comparison_words, op.comparison);
        write_arguments(out, names, op.args);
        return;
      default:
        out.relation(op.relation);
        write_arguments(out, names, op.args);
        if (op.kind == AgendaOperation::Kind::probe) {
          out << fmt::format(" using index {}", op.index);
        }
    }
  }
};

}  // namespace

void write(TextWriter& out, const Agenda& agenda) {
  out << "agenda ";
  out.name(agenda.name);
  out.unit_place(agenda.span);
  out << " {\n";
  AgendaWriter{out, printable_variables(agenda.variables), out.file_of(agenda.span)}.write(
      agenda.ops, 2);
  out << "}\n";
}

}  // namespace tesuji::ir

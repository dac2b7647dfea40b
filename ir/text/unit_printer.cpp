// Prints rules and procs as text.
#include "ir/text/text_writer.h"
#include "ir/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace tesuji::ir {
namespace {

using Names = std::vector<std::string>;

void write_literal(TextWriter& out, const Names& names, const Literal& literal) {
  switch (literal.kind) {
    case Literal::Kind::negative:
      out << "not ";
      [[fallthrough]];
    case Literal::Kind::positive:
      out.relation(literal.relation);
      break;
    case Literal::Kind::different:
      out << "different ";
      break;
    case Literal::Kind::same:
      out << "same ";
      break;
  }
  write_arguments(out, names, literal.args);
  if (literal.kind == Literal::Kind::different || literal.kind == Literal::Kind::same) {
    out << " ";
    write_arguments(out, names, literal.right);
  }
}

void write_clause(TextWriter& out, const Proc& proc, const ProcClause& clause) {
  Names wanted = clause.variables;
  wanted.resize(std::max<std::size_t>(wanted.size(), proc.arity));
  const Names names = printable_variables(wanted);
  out << "proc ";
  out.name(proc.name);
  for (std::uint32_t i = 0; i < proc.arity; ++i) {
    out << (i == 0 ? "(" : ", ") << names[i] << (i == 0 ? ": state in" : ": state out");
  }
  out << (proc.memo ? ") memo" : ")");
  out.unit_place(clause.span);
  const FileId file = out.file_of(clause.span);
  out << " {\n";
  for (const ProcOperation& op : clause.ops) {
    out << fmt::format("  {:<7}", word_for(proc_operation_words, op.kind));
    if (op.kind != ProcOperation::Kind::yield) out.name(op.callee);
    write_arguments(out, names, op.args);
    if (op.is_fluent) out << " fluent";
    out.estimate(" -> ", op.estimate, estimate_column);
    out.place(op.span, file);
    out << "\n";
  }
  out << "}\n";
}

}  // namespace

void write(TextWriter& out, const Rule& rule) {
  const Names names = printable_variables(rule.variables);
  out << "rule ";
  out.name(rule.name);
  out.unit_place(rule.span);
  const FileId file = out.file_of(rule.span);
  out << " {\n  ";
  out.relation(rule.head);
  write_arguments(out, names, rule.head_args);
  out << "\n";
  for (std::size_t i = 0; i < rule.body.size(); ++i) {
    out << (i == 0 ? "  if " : "  and ");
    write_literal(out, names, rule.body[i]);
    out.place(rule.body[i].span, file);
    out << "\n";
  }
  out << "}\n";
}

void write(TextWriter& out, const Proc& proc) {
  if (proc.clauses.empty()) {  // no solutions, like one clause without operations
    ProcClause none;
    write_clause(out, proc, none);
  }
  for (const ProcClause& clause : proc.clauses) write_clause(out, proc, clause);
}

}  // namespace tesuji::ir

// Prints the module as text: its declarations, then its units.
#include "ir/text/lane_text.h"
#include "ir/text/net_text.h"
#include "ir/text/text.h"
#include "ir/text/text_writer.h"
#include "ir/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace tesuji::ir {

// --- Declarations

namespace {

/// Returns the constants whose order of first appearance the text must state: it determines the
/// order of domains (SymbolTable::domain_less). Integers are ordered by value, unless two different
/// spellings denote the same number.
std::vector<Symbol> constants_in_order(const Module& module) {
  std::vector<bool> used(module.symbols->size());
  const auto use = [&](Symbol symbol) {
    if (symbol < used.size()) used[symbol] = true;
  };
  const auto use_arguments = [&](const std::vector<Argument>& args) {
    for (const Argument& argument : args) {
      if (argument.kind == Argument::Kind::constant) use(argument.id);
    }
  };
  const auto use_operations = [&](const auto& self, const auto& ops) -> void {
    for (const auto& op : ops) {
      use_arguments(op.args);
      if constexpr (requires { op.right; }) use_arguments(op.right);
      self(self, op.body);
    }
  };
  for (const Symbol role : module.roles) use(role);
  for (const Domain& domain : module.domains) {
    for (const Symbol value : domain.values) use(value);
  }
  for (const Relation& relation : module.relations) {
    for (const Symbol cell : relation.facts.cells) use(cell);
  }
  for (const Rule& rule : module.rules) {
    use_arguments(rule.head_args);
    for (const Literal& literal : rule.body) {
      use_arguments(literal.args);
      use_arguments(literal.right);
    }
  }
  for (const Plan& plan : module.plans) use_operations(use_operations, plan.ops);
  for (const Agenda& agenda : module.agendas) use_operations(use_operations, agenda.ops);

  std::vector<Symbol> all;
  std::vector<Symbol> names;
  bool odd_integers = false;
  for (Symbol symbol = 0; symbol < used.size(); ++symbol) {
    if (!used[symbol]) continue;
    all.push_back(symbol);
    const bool canonical = is_canonical_integer(module.symbols->text(symbol));
    if (!canonical) names.push_back(symbol);
    odd_integers = odd_integers || (!canonical && module.symbols->is_integer(symbol));
  }
  return odd_integers ? all : names;
}

std::optional<std::int64_t> countable(const Module& module, Symbol symbol) {
  if (symbol >= module.symbols->size()) return std::nullopt;
  const std::string& text = module.symbols->text(symbol);
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool small = value > -(std::int64_t{1} << 40) && value < (std::int64_t{1} << 40);
  if (!is_canonical_integer(text) || parsed.ec != std::errc{} || !small) return std::nullopt;
  return value;
}

void write_domain(TextWriter& out, const Domain& domain) {
  struct Run {
    std::size_t first, last;
  };
  std::vector<Run> runs;
  for (std::size_t i = 0; i < domain.values.size();) {
    std::size_t last = i;
    if (auto value = countable(out.module(), domain.values[i])) {
      while (last + 1 < domain.values.size() && last + 1 - i < max_range &&
             countable(out.module(), domain.values[last + 1]) == *value + 1) {
        ++*value;
        ++last;
      }
    }
    if (last < i + 2) last = i;  // a list of two is as short as a range
    runs.push_back({i, last});
    i = last + 1;
  }
  out << "domain ";
  out.name(domain.name);
  out << (domain.open ? " open = {" : " = {");
  out.list(runs.size(), [&](std::size_t i) {
    out.constant(domain.values[runs[i].first]);
    if (runs[i].first == runs[i].last) return;
    out << " .. ";
    out.constant(domain.values[runs[i].last]);
  });
  out << "}\n";
}

void write_link(TextWriter& out, std::string_view word, RelationId relation) {
  if (relation == no_id) return;
  out << word;
  out.relation(relation);
}

void write_relation(TextWriter& out, const Relation& relation) {
  out << "relation ";
  out.name(relation.name);
  out << "(";
  for (std::size_t i = 0; i < relation.columns.size(); ++i) {
    if (i > 0) out << ", ";
    out.domain(relation.columns[i]);
  }
  out << ") " << word_for(relation_kind_words, relation.kind);
  if (relation.storage != Storage::unset) out << " " << word_for(storage_words, relation.storage);
  for (const Index& index : relation.indexes) {
    out << fmt::format(" index ({})", fmt::join(index, ", "));
  }
  if (!relation.term.empty()) {
    out << " term ";
    out.string(relation.term);
  }
  write_link(out, " next ", relation.next);
  write_link(out, " init ", relation.init);
  write_link(out, " legal ", relation.legal);
  if (relation.answer != Answer::none) out << " answer " << name_of(relation.answer);
  if (relation.origin != Origin::source) {
    out << " origin " << name_of(relation.origin);
    write_link(out, " of ", relation.origin_of);
  }
  out.estimate(" expect ", relation.expected_rows);
  out.place(relation.span, no_file);
  out << "\n";
}

void write_facts(TextWriter& out, const Relation& relation) {
  const std::size_t arity = relation.columns.size();
  const std::size_t rows = arity == 0 ? std::min<std::size_t>(relation.facts.rows, 1)
                                      : relation.facts.cells.size() / arity;
  if (rows == 0) return;
  out << "\nfacts ";
  out.name(relation.name);
  out << " {\n";
  for (std::size_t row = 0; row < rows; ++row) {
    out << "  (";
    for (std::size_t column = 0; column < arity; ++column) {
      if (column > 0) out << ", ";
      out.constant(relation.facts.cells[row * arity + column]);
    }
    out << ")\n";
  }
  out << "}\n";
}

void write_plan_name(TextWriter& out, std::uint32_t plan) {
  if (plan >= out.module().plans.size()) {
    out << fmt::format("'<no plan {}>'", plan);
    return;
  }
  out.name(out.module().plans[plan].rule);
  if (const std::uint32_t delta = out.module().plans[plan].delta_of; delta != no_id) {
    out << fmt::format(" delta {}", delta);
  }
}

void write_stratum(TextWriter& out, const Stratum& stratum, std::size_t number) {
  out << fmt::format("\nstratum {}{} {{\n", number, stratum.recursive ? " recursive" : "");
  if (!stratum.relations.empty()) {
    out << "  relations ";
    out.list(stratum.relations.size(), [&](std::size_t i) { out.relation(stratum.relations[i]); });
    out << "\n";
  }
  if (!stratum.plans.empty()) {
    out << "  plans ";
    out.list(stratum.plans.size(), [&](std::size_t i) { write_plan_name(out, stratum.plans[i]); });
    out << "\n";
  }
  out << "}\n";
}

void write_header(TextWriter& out) {
  const Module& module = out.module();
  out << "tir 2\nlevel " << word_for(level_words, module.level) << "\n";
  if (!module.game.empty()) {
    out << "game ";
    out.string(module.game);
    out << "\n";
  }
  const auto write_symbols = [&](std::string_view word, const std::vector<Symbol>& symbols) {
    if (symbols.empty()) return;
    out << word;
    out.list(symbols.size(), [&](std::size_t i) { out.constant(symbols[i]); });
    out << "\n";
  };
  write_symbols("constants ", constants_in_order(module));
  write_symbols("roles ", module.roles);
}

}  // namespace

std::string print(const Module& module, PrintedPlaces places) {
  TextWriter out(module, places);
  write_header(out);
  if (!module.domains.empty()) out << "\n";
  for (const Domain& domain : module.domains) write_domain(out, domain);
  if (!module.relations.empty()) out << "\n";
  for (const Relation& relation : module.relations) write_relation(out, relation);
  for (const Relation& relation : module.relations) write_facts(out, relation);
  const auto write_units = [&](const auto& units) {
    for (const auto& unit : units) {
      out << "\n";
      write(out, unit);
    }
  };
  write_units(module.rules);
  write_units(module.plans);
  for (std::size_t i = 0; i < module.strata.size(); ++i) write_stratum(out, module.strata[i], i);
  if (!module.entries.empty()) out << "\n";
  for (const Entry& entry : module.entries) {
    out << "entry ";
    out.name(entry.name);
    out << fmt::format(" = {{{}}}\n", fmt::join(entry.strata, ", "));
  }
  write_units(module.procs);
  write_units(module.agendas);
  if (module.net) {
    out << "\n";
    write(out, *module.net);
  }
  if (module.lanes) {
    out << "\n";
    write(out, *module.lanes);
  }
  return out.take();
}

std::string print(const Module& module, const Rule& rule) {
  TextWriter out(module);
  write(out, rule);
  return out.take();
}

std::string print(const Module& module, const Plan& plan) {
  TextWriter out(module);
  write(out, plan);
  return out.take();
}

// --- Rules and procs

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

// --- Plans and agendas

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

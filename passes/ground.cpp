#include "passes/ground.h"

#include "passes/planning.h"
#include "passes/stratify.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Rows of a relation by their constants.
class RowIndex {
 public:
  RowIndex(const ir::Facts& facts, std::size_t width) : facts_(facts), width_(width) {
    rows_.reserve(facts.rows);
    for (std::size_t row = 0; row < facts.rows; ++row) {
      rows_.emplace(hash(facts.cells.data() + row * width), static_cast<std::uint32_t>(row));
    }
  }

  /// The row's position, or no_id.
  [[nodiscard]] std::uint32_t find(const ir::Symbol* row) const {
    const auto [first, last] = rows_.equal_range(hash(row));
    for (auto i = first; i != last; ++i) {
      if (std::equal(row, row + width_, facts_.cells.data() + i->second * width_)) {
        return i->second;
      }
    }
    return ir::no_id;
  }

 private:
  [[nodiscard]] std::uint64_t hash(const ir::Symbol* row) const {
    std::uint64_t value = 0x9E3779B97F4A7C15;
    for (std::size_t i = 0; i < width_; ++i) {
      value = (value ^ row[i]) * 0xBF58476D1CE4E5B9;
      value ^= value >> 29U;
    }
    return value;
  }

  const ir::Facts& facts_;
  std::size_t width_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> rows_;
};

class Grounder {
 public:
  Grounder(const ir::Module& module, PassContext& context)
      : module_(module), context_(context), positive_(module) {}

  /// Makes what may be true the facts of every relation.
  bool evaluate(std::uint64_t max_rows, ir::RelationId& over) {
    forget_state();
    for (std::size_t i = 0; i < module_.rules.size(); ++i) add_instances(i);
    // Answers are told by their names, and are never static; here nothing is an answer.
    for (ir::Relation& relation : positive_.relations) relation.name = "may." + relation.name;
    positive_.strata.clear();
    positive_.entries.clear();
    if (!stratify(positive_, context_)) return false;
    const PlannedModule planned(positive_, context_);
    for (ir::Relation& relation : positive_.relations) relation.expected_rows = 0;
    ir::Diagnostics attempt(*module_.sources);
    if (context_.evaluate_static(positive_, attempt, max_rows)) return true;
    const auto largest = std::max_element(
        positive_.relations.begin(), positive_.relations.end(),
        [](const auto& a, const auto& b) { return a.expected_rows < b.expected_rows; });
    over = static_cast<ir::RelationId>(largest - positive_.relations.begin());
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      if (instances_[i] == over) over = module_.rules[i].head;
    }
    return false;
  }

  GroundProgram take() {
    GroundProgram program{module_, {}, {}, {}};
    GroundAtom next = 0;
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      program.first_atom.push_back(next);
      const ir::Relation& relation = positive_.relations[id];
      indexes_.emplace_back(is_fixed(id) ? no_facts_ : relation.facts, relation.columns.size());
      if (is_fixed(id)) continue;
      program.possible.relations[id].facts = relation.facts;
      next += static_cast<GroundAtom>(relation.facts.rows);
    }
    program.first_atom.push_back(next);
    for (std::size_t i = 0; i < module_.rules.size(); ++i) instantiate(i, program);
    std::stable_sort(program.rules.begin(), program.rules.end(),
                     [](const GroundRule& a, const GroundRule& b) { return a.head < b.head; });
    return program;
  }

 private:
  [[nodiscard]] bool is_fixed(ir::RelationId id) const {
    return module_.relations[id].kind == ir::RelationKind::fixed;
  }

  /// Fluents come from `init` and `next`, moves from `legal`.
  void forget_state() {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      ir::Relation& relation = positive_.relations[id];
      if (relation.kind != ir::RelationKind::state && relation.kind != ir::RelationKind::input) {
        continue;
      }
      relation.kind = ir::RelationKind::derived;
      for (const ir::RelationId source : {relation.init, relation.next, relation.legal}) {
        if (source != ir::no_id) add_copy(source, id);
      }
      relation.init = relation.next = relation.legal = ir::no_id;
    }
  }

  void add_copy(ir::RelationId from, ir::RelationId to) {
    ir::Rule rule;
    rule.name = positive_.relations[to].name + "#" + positive_.relations[from].name;
    rule.head = to;
    rule.span = positive_.relations[from].span;
    Literal literal;
    literal.relation = from;
    for (ir::VariableId v = 0; v < positive_.relations[from].columns.size(); ++v) {
      rule.variables.push_back("V" + std::to_string(v));
      literal.args.push_back(Argument::variable(v));
    }
    rule.head_args = literal.args;
    rule.body.push_back(std::move(literal));
    positive_.rules.push_back(std::move(rule));
  }

  /// Rule number i by way of a relation of its variables.
  void add_instances(std::size_t i) {
    const ir::Rule& source = module_.rules[i];
    ir::Rule instance = source;
    std::erase_if(instance.body, [&](const Literal& literal) {
      return literal.kind == Literal::Kind::negative && !is_fixed(literal.relation);
    });
    ir::Relation relation;
    relation.name = "instance." + source.name;
    while (positive_.find_relation(relation.name) != ir::no_id) relation.name += "'";
    relation.span = source.span;
    Literal use;
    use.relation = static_cast<ir::RelationId>(positive_.relations.size());
    use.span = source.span;
    // Passes may leave variables that no literal has any more.
    std::vector<std::uint32_t>& columns =
        columns_of_.emplace_back(source.variables.size(), ir::no_id);
    for (ir::VariableId v = 0; v < source.variables.size(); ++v) {
      const ir::DomainId domain = domain_of(v, source);
      if (domain == ir::no_id) continue;
      columns[v] = static_cast<std::uint32_t>(relation.columns.size());
      relation.columns.push_back(domain);
      use.args.push_back(Argument::variable(v));
    }
    instances_.push_back(use.relation);
    instance.name = relation.name + "#1";
    instance.head = use.relation;
    instance.head_args = use.args;
    positive_.relations.push_back(std::move(relation));
    // The rule itself now only takes its head from these.
    positive_.rules[i].body = {std::move(use)};
    positive_.rules.push_back(std::move(instance));
  }

  /// The smallest domain that a positive literal has for the variable.
  [[nodiscard]] ir::DomainId domain_of(ir::VariableId variable, const ir::Rule& rule) const {
    ir::DomainId smallest = ir::no_id;
    for (const Literal& literal : rule.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (literal.args[c] != Argument::variable(variable)) continue;
        const ir::DomainId domain = module_.relations[literal.relation].columns[c];
        if (smallest == ir::no_id ||
            module_.domains[domain].values.size() < module_.domains[smallest].values.size()) {
          smallest = domain;
        }
      }
    }
    return smallest;
  }

  void instantiate(std::size_t i, GroundProgram& program) {
    const ir::Rule& rule = module_.rules[i];
    const ir::Facts& rows = positive_.relations[instances_[i]].facts;
    const std::size_t width = positive_.relations[instances_[i]].columns.size();
    std::vector<ir::Symbol> values(rule.variables.size(), ir::no_symbol);
    for (std::size_t row = 0; row < rows.rows; ++row) {
      for (std::size_t v = 0; v < values.size(); ++v) {
        const std::uint32_t column = columns_of_[i][v];
        if (column != ir::no_id) values[v] = rows.cells[row * width + column];
      }
      GroundRule ground{atom(rule.head, rule.head_args, values, program),
                        static_cast<std::uint32_t>(program.literals.size()), 0};
      for (const Literal& literal : rule.body) {
        const bool negative = literal.kind == Literal::Kind::negative;
        if ((!negative && literal.kind != Literal::Kind::positive) || is_fixed(literal.relation)) {
          continue;
        }
        const GroundAtom found = atom(literal.relation, literal.args, values, program);
        if (found == ir::no_id) continue;  // negative: it cannot be true
        program.literals.push_back(2 * found + (negative ? 1 : 0));
      }
      ground.count = static_cast<std::uint32_t>(program.literals.size()) - ground.first;
      program.rules.push_back(ground);
    }
  }

  /// no_id where the atom cannot be true.
  GroundAtom atom(ir::RelationId relation, const std::vector<Argument>& args,
                  const std::vector<ir::Symbol>& values, const GroundProgram& program) {
    row_.clear();
    for (const Argument& argument : args) {
      row_.push_back(argument.kind == Argument::Kind::constant ? argument.id : values[argument.id]);
    }
    const std::uint32_t position = indexes_[relation].find(row_.data());
    return position == ir::no_id ? ir::no_id : program.first_atom[relation] + position;
  }

  const ir::Module& module_;
  PassContext& context_;
  ir::Module positive_;
  std::vector<ir::RelationId> instances_;  ///< by rule of the module
  /// By rule and variable: its column there, or no_id.
  std::vector<std::vector<std::uint32_t>> columns_of_;
  const ir::Facts no_facts_;
  std::vector<RowIndex> indexes_;  ///< by relation of the module
  std::vector<ir::Symbol> row_;
};

}  // namespace

std::optional<GroundProgram> ground(const ir::Module& module, PassContext& context,
                                    std::uint64_t max_rows, ir::RelationId& over) {
  Grounder grounder(module, context);
  if (!grounder.evaluate(max_rows, over)) return std::nullopt;
  return grounder.take();
}

}  // namespace tesuji::passes

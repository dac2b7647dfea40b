#include "passes/nets/ground.h"

#include "passes/analysis/variables.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/leave_out.h"
#include "passes/clauses/possible.h"
#include "passes/clauses/stratify.h"
#include "passes/plans/planning.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace tesuji::passes {

// --- Ground rules

namespace {

using ir::Argument;
using ir::Literal;

/// Looks up rows of a relation, all different, by their constants.
class RowIndex {
 public:
  RowIndex(const ir::Facts& facts, std::size_t width)
      : facts_(facts), width_(width), slots_(std::bit_ceil(2 * facts.rows + 1), ir::no_id) {
    for (std::size_t row = 0; row < facts.rows; ++row) {
      std::size_t slot = first_slot(row_at(row));
      while (slots_[slot] != ir::no_id) slot = next_slot(slot);
      slots_[slot] = static_cast<std::uint32_t>(row);
    }
  }

  /// Returns the row's position, or no_id.
  [[nodiscard]] std::uint32_t find(const ir::Symbol* row) const {
    for (std::size_t slot = first_slot(row);; slot = next_slot(slot)) {
      const std::uint32_t found = slots_[slot];
      if (found == ir::no_id || std::equal(row, row + width_, row_at(found))) return found;
    }
  }

 private:
  [[nodiscard]] const ir::Symbol* row_at(std::size_t row) const {
    return facts_.cells.data() + row * width_;
  }
  [[nodiscard]] std::size_t next_slot(std::size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t first_slot(const ir::Symbol* row) const {
    std::uint64_t value = 0x9E3779B97F4A7C15;
    for (std::size_t i = 0; i < width_; ++i) {
      value = (value ^ row[i]) * 0xBF58476D1CE4E5B9;
      value ^= value >> 29U;
    }
    return (value ^ value >> 32U) & (slots_.size() - 1);
  }

  const ir::Facts& facts_;
  std::size_t width_;
  std::vector<std::uint32_t> slots_;  ///< open addressing: row numbers
};

class Grounder {
 public:
  Grounder(const ir::Module& module, ir::Module possible, PassContext& context,
           const SplitOptions& split, std::vector<bool> unknown)
      : module_(module),
        context_(context),
        possible_(std::move(possible)),
        unknown_(std::move(unknown)) {
    for (const ir::Relation& relation : module.relations) {
      is_static_.push_back(is_decided(relation));
    }
    ExistentialSplitter splitter(possible_, is_static_, split);
    for (const ir::Rule& rule : module.rules) {
      if (is_static_[rule.head] || unknown_[rule.head]) continue;
      for (GuardedRule& part : splitter.split({rule, std::vector<bool>(rule.body.size())})) {
        rules_.push_back(std::move(part));
        origins_.push_back(rule.head);
      }
    }
  }

  /// Computes the rows of helpers, and every rule's bindings of the relevant variables.
  bool evaluate(std::uint64_t max_rows, ir::RelationId& over) {
    for (const GuardedRule& rule : rules_) add_instances(rule);
    for (ir::RelationId id = 0; id < possible_.relations.size(); ++id) {
      possible_.relations[id].expected_rows = 0;
    }
    if (!stratify(possible_, context_)) return false;
    const PlannedModule planned(possible_, context_);
    for (ir::Relation& relation : possible_.relations) relation.expected_rows = 0;
    ir::Diagnostics attempt(*module_.sources);
    if (context_.evaluate_static(possible_, attempt, max_rows)) return true;
    const auto largest = std::max_element(
        possible_.relations.begin(), possible_.relations.end(),
        [](const auto& a, const auto& b) { return a.expected_rows < b.expected_rows; });
    over = static_cast<ir::RelationId>(largest - possible_.relations.begin());
    const ir::RelationId wide = over;
    if (largest->expected_rows <= 0) over = ir::no_id;
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      if (instances_[i] == wide || rules_[i].rule.head == wide) over = origins_[i];
    }
    return false;
  }

  GroundProgram take() {
    GroundProgram program{module_, {}, {}, {}, {}, unknown_};
    ir::Relations& relations = program.possible.relations;
    GroundAtom next = 0;
    for (ir::RelationId id = 0; id < is_static_.size(); ++id) {
      if (id == relations.size()) relations.push_back(possible_.relations[id]);
      program.first_atom.push_back(next);
      const ir::Relation& relation = possible_.relations[id];
      indexes_.emplace_back(is_static_[id] ? no_facts_ : relation.facts, relation.columns.size());
      if (is_static_[id]) continue;
      relations[id].facts = relation.facts;
      next += static_cast<GroundAtom>(relation.facts.rows);
    }
    program.first_atom.push_back(next);
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (!is_static_[rules_[i].rule.head]) instantiate(i, program);
    }
    std::stable_sort(program.rules.begin(), program.rules.end(),
                     [](const GroundRule& a, const GroundRule& b) { return a.head < b.head; });
    return program;
  }

 private:
  /// Whether the literal is part of ground rules.
  [[nodiscard]] bool is_gate(const GuardedRule& rule, std::size_t position) const {
    const Literal& literal = rule.rule.body[position];
    const bool atom =
        literal.kind == Literal::Kind::positive || literal.kind == Literal::Kind::negative;
    return atom && !rule.silent[position] && !is_static_[literal.relation];
  }

  void add_instances(const GuardedRule& source) {
    ir::Rule instance = source.rule;
    instance.body.clear();
    std::vector<bool> needed(source.rule.variables.size(), false);
    const auto need = [&](const std::vector<Argument>& args) {
      for (const Argument& arg : args) {
        if (arg.kind == Argument::Kind::variable) needed[arg.id] = true;
      }
    };
    need(source.rule.head_args);
    for (std::size_t i = 0; i < source.rule.body.size(); ++i) {
      const Literal& literal = source.rule.body[i];
      if (is_gate(source, i)) need(literal.args);
      if (literal.kind == Literal::Kind::negative && !is_static_[literal.relation]) continue;
      instance.body.push_back(literal);
    }
    ir::Relation relation;
    relation.span = source.rule.span;
    Literal use;
    use.span = source.rule.span;
    std::vector<std::uint32_t>& columns =
        columns_of_.emplace_back(source.rule.variables.size(), ir::no_id);
    for (ir::VariableId v = 0; v < source.rule.variables.size(); ++v) {
      const ir::DomainId domain = narrowest_domain(possible_, v, source.rule.body);
      if (domain == ir::no_id || !needed[v]) continue;
      columns[v] = static_cast<std::uint32_t>(relation.columns.size());
      relation.columns.push_back(domain);
      use.args.push_back(Argument::variable(v));
    }
    use.relation = possible_.add_helper(ir::Origin::instance, source.rule.head, std::move(relation),
                                        source.rule.name);
    instances_.push_back(use.relation);
    instance.name = possible_.relations[use.relation].name + "#1";
    instance.head = use.relation;
    instance.head_args = use.args;
    if (possible_.relations[source.rule.head].kind != ir::RelationKind::fixed) {
      ir::Rule helper = source.rule;
      helper.body = {std::move(use)};
      possible_.rules.push_back(std::move(helper));
    }
    possible_.rules.push_back(std::move(instance));
  }

  void instantiate(std::size_t i, GroundProgram& program) {
    const ir::Rule& rule = rules_[i].rule;
    const ir::Facts& rows = possible_.relations[instances_[i]].facts;
    const std::size_t width = possible_.relations[instances_[i]].columns.size();
    std::vector<ir::Symbol> values(rule.variables.size(), ir::no_symbol);
    for (std::size_t row = 0; row < rows.rows; ++row) {
      for (std::size_t v = 0; v < values.size(); ++v) {
        const std::uint32_t column = columns_of_[i][v];
        if (column != ir::no_id) values[v] = rows.cells[row * width + column];
      }
      const GroundAtom head = atom(rule.head, rule.head_args, values, program);
      GroundRule ground{head, static_cast<std::uint32_t>(program.literals.size()), 0};
      for (std::size_t l = 0; l < rule.body.size(); ++l) {
        if (!is_gate(rules_[i], l)) continue;
        const Literal& literal = rule.body[l];
        const GroundAtom found = atom(literal.relation, literal.args, values, program);
        if (found == ir::no_id) continue;  // negative: it cannot be true
        const bool negative = literal.kind == Literal::Kind::negative;
        program.literals.push_back(2 * found + (negative ? 1 : 0));
      }
      ground.count = static_cast<std::uint32_t>(program.literals.size()) - ground.first;
      program.rules.push_back(ground);
    }
  }

  /// Returns no_id if the atom cannot be true.
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
  ir::Module possible_;          ///< with helpers, then with instances
  std::vector<bool> unknown_;    ///< by relation of the module: not grounded
  std::vector<bool> is_static_;  ///< by relation of the module, and helpers
  std::vector<GuardedRule> rules_;
  std::vector<ir::RelationId> origins_;    ///< by rule: the head of the original rule
  std::vector<ir::RelationId> instances_;  ///< by rule
  /// By rule and variable: its column in the instances, or no_id.
  std::vector<std::vector<std::uint32_t>> columns_of_;
  const ir::Facts no_facts_;
  std::vector<RowIndex> indexes_;  ///< by relation of the module, and helpers
  std::vector<ir::Symbol> row_;
};

/// Returns the relations that are left out from the beginning.
std::vector<ir::RelationId> first_left_out(const ir::Module& module, const GroundOptions& options) {
  std::vector<ir::RelationId> result = options.leave_out;
  std::vector<ir::RelationId> candidates;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (may_be_left_out(module, id) && !is_decided(module.relations[id])) candidates.push_back(id);
  }
  if (options.without && !candidates.empty()) {
    result.push_back(candidates[*options.without % candidates.size()]);
  }
  return result;
}

}  // namespace

std::optional<GroundProgram> ground(const ir::Module& module, PassContext& context,
                                    const GroundOptions& options, GroundFailure& failure) {
  std::uint64_t& max_rows = failure.rows;
  max_rows = options.max_rows;
  ir::RelationId& over = failure.over;
  std::vector<bool> is_out(module.relations.size(), false);
  std::vector<ir::RelationId>& left_out = failure.left_out;
  for (const ir::RelationId first : left_out = first_left_out(module, options)) {
    for (const ir::RelationId id : with_need(module, first)) is_out[id] = true;
  }
  for (;;) {
    std::vector<bool> unknown(module.relations.size(), false);
    std::optional<ir::Module> possible;
    if (left_out.empty()) {
      possible = find_possible(module, context, max_rows, over);
    } else {
      const Relaxed relaxed = relax(module, is_out);
      unknown = unknown_without(module, is_out);
      for (ir::RelationId id = 0; id < unknown.size(); ++id) {
        if (!relaxed.asked[id]) unknown[id] = true;
      }
      possible = find_possible(relaxed.module, context, max_rows, over);
    }
    if (possible) {
      possible->relations.truncate(module.relations.size());
      Grounder grounder(module, std::move(*possible), context, options.split, std::move(unknown));
      if (grounder.evaluate(max_rows, over)) {
        GroundProgram program = grounder.take();
        program.left_out = left_out;
        return program;
      }
    }
    if (context.diagnostics.has_errors()) return std::nullopt;
    // A relation of needs is left out together with its relation.
    for (const ir::RelationId id : with_need(module, over)) {
      if (!may_be_left_out(module, id) || is_out[id] || left_out.size() == most_left_out) {
        return std::nullopt;
      }
      is_out[id] = true;
      if (!is_decided(module.relations[id])) left_out.push_back(id);
    }
    max_rows = options.retry_rows;
  }
}

// --- Rules by atom

RulesByAtom::RulesByAtom(const GroundProgram& program)
    : program_(program), begins_(program.first_atom.back() + 1, 0) {
  for (const GroundRule& rule : program_.rules) ++begins_[rule.head + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  find_components();
}

bool RulesByAtom::reads_itself(GroundAtom atom) const {
  const auto rules = of(atom);
  return std::any_of(rules.begin(), rules.end(), [&](const GroundRule& rule) {
    const auto body = program_.body(rule);
    return std::any_of(body.begin(), body.end(),
                       [&](GroundLiteral literal) { return literal / 2 == atom; });
  });
}

void RulesByAtom::find_components() {
  using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
  const std::size_t atoms = program_.first_atom.back();
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // sorted, because rules are sorted by
                                                           // head
  edges.reserve(program_.literals.size());
  for (const GroundRule& rule : program_.rules) {
    for (const GroundLiteral literal : program_.body(rule)) {
      edges.emplace_back(rule.head, literal / 2);
    }
  }
  const Graph graph(boost::edges_are_sorted, edges.begin(), edges.end(), atoms);
  std::vector<std::uint32_t> number(atoms);
  const std::uint32_t count = boost::strong_components(
      graph,
      boost::make_iterator_property_map(number.begin(), boost::get(boost::vertex_index, graph)));
  components_.resize(count);
  for (GroundAtom atom = 0; atom < number.size(); ++atom) {
    if (!of(atom).empty()) components_[number[atom]].push_back(atom);
  }
}

}  // namespace tesuji::passes

#include "passes/analysis/tied_columns.h"

#include <cstddef>
#include <deque>
#include <utility>

namespace tesuji::passes {
namespace {

/// An atom of a rule: its head, or a literal over a relation.
struct TiedAtom {
  ir::RelationId relation;
  const std::vector<ir::Argument>& args;
};

std::vector<TiedAtom> atoms_of(const ir::Rule& rule) {
  std::vector<TiedAtom> atoms{{rule.head, rule.head_args}};
  for (const ir::Literal& literal : rule.body) {
    if (literal.relation != ir::no_id) atoms.push_back({literal.relation, literal.args});
  }
  return atoms;
}

class ColumnTies {
 public:
  explicit ColumnTies(const ir::Module& module)
      : module_(module),
        tied_(module.relations.size()),
        rules_(module.relations.size()),
        partners_(module.relations.size()) {
    for (std::size_t r = 0; r < module.rules.size(); ++r) {
      for (const TiedAtom& atom : atoms_of(module.rules[r])) {
        std::vector<std::size_t>& rules = rules_[atom.relation];
        if (rules.empty() || rules.back() != r) rules.push_back(r);
      }
    }
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      for (const ir::RelationId other : {relation.next, relation.legal}) {
        if (other == ir::no_id) continue;
        partners_[id].push_back(other);
        partners_[other].push_back(id);
      }
    }
  }

  TiedColumns run(ir::RelationId relation, const ColumnTuple& columns) {
    add(relation, columns);
    while (!open_.empty()) {
      const auto [known, tuple] = std::move(open_.front());
      open_.pop_front();
      for (const ir::RelationId partner : partners_[known]) add(partner, tuple);
      for (const std::size_t rule : rules_[known]) follow(module_.rules[rule], known, tuple);
    }
    return std::move(tied_);
  }

 private:
  void add(ir::RelationId relation, const ColumnTuple& columns) {
    if (module_.relations[relation].kind == ir::RelationKind::fixed) return;
    if (tied_[relation].insert(columns).second) open_.emplace_back(relation, columns);
  }

  void follow(const ir::Rule& rule, ir::RelationId relation, const ColumnTuple& columns) {
    const std::vector<TiedAtom> atoms = atoms_of(rule);
    for (const TiedAtom& atom : atoms) {
      if (atom.relation != relation) continue;
      std::vector<ir::VariableId> variables;
      for (const std::uint32_t column : columns) {
        if (!ir::is_variable(atom.args[column])) break;
        variables.push_back(atom.args[column].id);
      }
      const std::set<ir::VariableId> different(variables.begin(), variables.end());
      if (different.size() < columns.size())
        continue;  // cell(X, X): the correspondence of columns
                   // is ambiguous
      for (const TiedAtom& other : atoms) {
        ColumnTuple begin;
        add_columns(other, variables, begin);
      }
    }
  }

  /// Adds all ways to find the variables among the atom's arguments, extending `begin`.
  void add_columns(const TiedAtom& atom, const std::vector<ir::VariableId>& variables,
                   ColumnTuple& begin) {
    if (begin.size() == variables.size()) {
      add(atom.relation, begin);
      return;
    }
    for (std::uint32_t column = 0; column < atom.args.size(); ++column) {
      if (atom.args[column] != ir::Argument::variable(variables[begin.size()])) continue;
      begin.push_back(column);
      add_columns(atom, variables, begin);
      begin.pop_back();
    }
  }

  const ir::Module& module_;
  TiedColumns tied_;
  std::vector<std::vector<std::size_t>> rules_;        ///< rules with an atom of the relation
  std::vector<std::vector<ir::RelationId>> partners_;  ///< relations with the same columns
  std::deque<std::pair<ir::RelationId, ColumnTuple>> open_;
};

}  // namespace

TiedColumns find_tied_columns(const ir::Module& module, ir::RelationId relation,
                              const ColumnTuple& columns) {
  return ColumnTies(module).run(relation, columns);
}

}  // namespace tesuji::passes

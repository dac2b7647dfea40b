// Computes the domains of the columns of production rules' relations.
//
// A column whose values rules compute is *open* (ir::Domain): its domain is the module's open one,
// which has every constant of the rules and facts and grows at run time. A variable has the values
// that each `present` premise containing it allows. So a column is open only if a conclusion puts a
// computed variable there that occurs in no `present` premise, or only in open columns. All other
// columns have the constants that facts and conclusions can put into them.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/symbol.h"
#include "ir/module/module.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Constants that pass between columns
//
// Computes the constants that can occur in columns of relations: those of facts and rules, and
// those that rules pass from column to column.

class ColumnDomains {
 public:
  /// Adds empty columns; returns the number of the first.
  std::size_t add_columns(std::size_t count);
  void insert(std::size_t column, ir::Symbol value) { values_[column].push_back(value); }
  /// Every constant of `from` can also occur in `to`.
  void flow(std::size_t from, std::size_t to) { flows_.emplace_back(from, to); }

  /// Returns the possible constants of each column, ascending. Takes time proportional to the sizes
  /// of the sets, once per flow; merges columns on a cycle of flows.
  [[nodiscard]] std::vector<std::vector<ir::Symbol>> close() const;

 private:
  std::vector<std::vector<ir::Symbol>> values_;  ///< in any order, possibly repeated
  std::vector<std::pair<std::size_t, std::size_t>> flows_;
};

// --- Domains

class RuleDomains {
 public:
  /// Adds the columns of the next relation.
  void declare(std::size_t arity) { columns_.push_back(values_.add_columns(arity)); }
  /// Adds the constant to the column.
  void insert(ir::RelationId relation, std::size_t column, ir::Symbol constant) {
    values_.insert(columns_[relation] + column, constant);
  }
  /// Sets the columns' domains; requires that every relation of the module is declared.
  void set(const RuleSet& rules, const std::map<ir::Symbol, ir::RelationId>& ids,
           ir::Module& module);

 private:
  /// Maps each variable to its columns in all `present` premises, in the order of the text.
  using Sources = std::map<ir::Symbol, std::vector<std::size_t>>;
  struct Conclusion {
    std::size_t column;
    std::vector<std::size_t> sources;  ///< empty if it is computed
  };

  void add(const ProductionRule& rule, const std::map<ir::Symbol, ir::RelationId>& ids);
  [[nodiscard]] std::vector<bool> open_columns() const;

  ColumnDomains values_;
  std::vector<std::size_t> columns_;     ///< the first of each relation, in values_
  std::vector<Conclusion> conclusions_;  ///< variables of conclusions
};

}  // namespace tesuji::frontend

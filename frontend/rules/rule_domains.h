// Computes the domains of the columns of production rules' relations.
//
// A column whose values rules compute is *open* (ir::Domain): its domain is the module's open one,
// which has every constant of the rules and facts and grows at run time. A variable has the values
// that each `present` premise containing it allows. So a column is open only if a conclusion puts a
// computed variable there that occurs in no `present` premise, or only in open columns. All other
// columns have the constants that facts and conclusions can put into them.
#pragma once

#include "frontend/gdl/lower/column_domains.h"
#include "frontend/rules/rules_ast.h"
#include "ir/module/module.h"

#include <cstddef>
#include <map>
#include <vector>

namespace tesuji::frontend {

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

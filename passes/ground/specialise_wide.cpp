#include "passes/ground/specialise_wide.h"

#include "passes/analysis/variables.h"
#include "passes/clauses/possible.h"
#include "passes/clauses/resolve.h"
#include "passes/clauses/split_existential.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

class Specialiser {
 public:
  explicit Specialiser(ir::Module& module) : module_(module) {
    for (const ir::Relation& relation : module.relations) {
      is_static_.push_back(is_decided(relation));
    }
  }

  bool run() {
    std::vector<ir::Rule> rules;
    bool changed = false;
    const ExistentialSplitter estimates(module_, is_static_, ExistentialSplitter::Unknown{});
    for (ir::Rule& rule : module_.rules) {
      const bool wide = !is_static_[rule.head] &&
                        estimates.bindings(rule) >= min_specialised_bindings && chosen(rule);
      changed |= wide;
      if (wide) {
        write_out(rule, rules);
      } else {
        rules.push_back(std::move(rule));
      }
    }
    module_.rules = std::move(rules);
    return changed;
  }

 private:
  [[nodiscard]] bool has_facts(const Literal& literal) const {
    return literal.kind == Literal::Kind::positive &&
           module_.relations[literal.relation].kind == ir::RelationKind::fixed;
  }

  /// Returns the rows that match the literal's constants.
  [[nodiscard]] std::vector<const ir::Symbol*> rows_of(const Literal& literal) const {
    const ir::Facts& facts = module_.relations[literal.relation].facts;
    const std::size_t width = literal.args.size();
    std::vector<const ir::Symbol*> result;
    for (std::size_t r = 0; r < facts.rows; ++r) {
      const ir::Symbol* const row = facts.cells.data() + r * width;
      bool agrees = true;
      for (std::size_t c = 0; c < width; ++c) {
        if (literal.args[c].kind == Argument::Kind::constant && literal.args[c].id != row[c]) {
          agrees = false;
        }
      }
      if (agrees) result.push_back(row);
    }
    return result;
  }

  /// Whether facts have one row for each value of the variable, with another variable.
  [[nodiscard]] bool decides(const Literal& literal, ir::VariableId variable) const {
    if (!has_facts(literal)) return false;
    std::optional<std::size_t> column;
    bool others = false;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      if (!ir::is_variable(literal.args[c])) continue;
      if (literal.args[c].id == variable) {
        column = c;
      } else {
        others = true;
      }
    }
    if (!column || !others) return false;
    std::set<ir::Symbol> seen;
    const auto rows = rows_of(literal);
    return std::all_of(rows.begin(), rows.end(),
                       [&](const ir::Symbol* row) { return seen.insert(row[*column]).second; });
  }

  /// Returns the first variable to specialise.
  [[nodiscard]] std::optional<ir::VariableId> chosen(const ir::Rule& rule) const {
    for (ir::VariableId v = 0; v < rule.variables.size(); ++v) {
      const ir::DomainId domain = narrowest_domain(module_, v, rule.body);
      if (domain == ir::no_id || module_.domains[domain].values.size() > most_specialised_values) {
        continue;
      }
      const bool found = std::any_of(rule.body.begin(), rule.body.end(),
                                     [&](const Literal& one) { return decides(one, v); });
      if (found) return v;
    }
    return std::nullopt;
  }

  void write_out(const ir::Rule& rule, std::vector<ir::Rule>& rules) const {
    const std::optional<ir::VariableId> variable = chosen(rule);
    if (!variable) {
      rules.push_back(rule);
      return;
    }
    const ir::DomainId domain = narrowest_domain(module_, *variable, rule.body);
    for (const ir::Symbol value : module_.domains[domain].values) {
      std::optional<ir::Rule> one = specialise(rule, *variable, value);
      if (one) one = decided(std::move(*one));
      if (!one) continue;
      one->name += "." + std::string(module_.symbols->text(value));
      write_out(*one, rules);
    }
  }

  /// Returns the rule without the literals that facts decide, with the resulting values
  /// substituted; nullopt if it never fires.
  [[nodiscard]] std::optional<ir::Rule> decided(ir::Rule rule) const {
    for (std::size_t i = 0; i < rule.body.size();) {
      if (!has_facts(rule.body[i])) {
        ++i;
        continue;
      }
      const Literal literal = rule.body[i];
      const auto rows = rows_of(literal);
      if (rows.empty()) return std::nullopt;
      const auto open = std::find_if(literal.args.begin(), literal.args.end(),
                                     [](const Argument& arg) { return ir::is_variable(arg); });
      if (open == literal.args.end()) {
        rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;
      } else if (rows.size() == 1) {
        auto bound = specialise(rule, open->id, rows[0][open - literal.args.begin()]);
        if (!bound) return std::nullopt;
        rule = std::move(*bound);
        i = 0;
      } else {
        ++i;
      }
    }
    return rule;
  }

  ir::Module& module_;
  std::vector<bool> is_static_;
};

}  // namespace

bool specialise_wide(ir::Module& module, PassContext&) {
  if (!Specialiser(module).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes

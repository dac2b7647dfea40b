#include "passes/clauses/narrow_domains.h"

#include "passes/analysis/dependencies.h"
#include "passes/analysis/sorts.h"
#include "passes/plans/choose_storage.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

SortSet bit(Sort sort) {
  return SortSet{1} << sort;
}

class Narrowing {
 public:
  Narrowing(ir::Module& module, const Sorts& sorts)
      : module_(module), sorts_(sorts), counts_(computed_in_states(module)) {}

  bool run() {
    find_given();
    if (!any_mixed()) return false;
    if (!find_possible()) return false;
    find_asked();
    if (!any_narrower()) return false;
    keep_halves(asked_);
    bool changed = false;
    for (ir::Rule& rule : module_.rules) {
      if (is_asked_[rule.head]) changed |= guard(rule);
    }
    if (!changed) return false;
    module_.strata.clear();
    module_.entries.clear();
    return true;
  }

 private:
  /// Computes the sorts that infer-domains allows in each column.
  void find_given() {
    std::vector<SortSet> of_domain;
    for (const ir::Domain& domain : module_.domains) {
      SortSet& set = of_domain.emplace_back(0);
      for (const ir::Symbol value : domain.values) set |= bit(sorts_.of[value]);
    }
    for (const ir::Relation& relation : module_.relations) {
      std::vector<SortSet>& columns = given_.emplace_back();
      for (const ir::DomainId domain : relation.columns) columns.push_back(of_domain[domain]);
    }
  }

  /// Marks relations whose size matters: fluents and moves, which states and lists contain, and
  /// large relations that are computed in each state.
  static std::vector<bool> computed_in_states(const ir::Module& module) {
    const auto of_state = [](const ir::Relation& relation) {
      return relation.kind == ir::RelationKind::state || relation.kind == ir::RelationKind::input;
    };
    std::vector<bool> counts =
        computed_from(module, find_dependencies(module), relations_where(module, of_state));
    for (ir::RelationId id = 0; id < counts.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      counts[id] =
          counts[id] && (of_state(relation) || module.product_size(relation) > min_narrowed_tuples);
    }
    return counts;
  }

  /// Whether a relation whose size matters has several sorts in one column.
  [[nodiscard]] bool any_mixed() const {
    for (ir::RelationId id = 0; id < given_.size(); ++id) {
      if (!counts_[id]) continue;
      for (const SortSet set : given_[id]) {
        if ((set & (set - 1)) != 0) return true;
      }
    }
    return false;
  }

  /// Computes the possible tuples, given the final columns of fluents and moves: those that lose
  /// less than half of their constants keep all, and states constructed by hand may contain these.
  [[nodiscard]] bool find_possible() {
    SortColumns kept;
    for (const std::vector<SortSet>& columns : given_) kept.emplace_back(columns.size(), 0);
    for (bool grown = true; grown;) {
      grown = false;
      const auto possible = possible_sorts(module_, sorts_, kept, most_sort_steps);
      if (!possible) return false;
      possible_ = *possible;
      for (ir::RelationId id = 0; id < kept.size(); ++id) {
        const bool whole = stays_a_table(id);
        for (std::size_t c = 0; is_of_state(id) && c < kept[id].size(); ++c) {
          if (kept[id][c] == given_[id][c]) continue;
          if (!whole && is_halved(id, c, possible_[id][c])) continue;
          kept[id][c] = given_[id][c];
          grown = true;
        }
      }
    }
    return true;
  }

  /// Whether a fluent has too many tuples for bits even after narrowing. The capacity of a state
  /// for it is estimated from the sizes of its columns (ir/module/layout.h), and must not decrease.
  [[nodiscard]] bool stays_a_table(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::state) return false;
    std::uint64_t product = 1;
    for (std::size_t c = 0; c < relation.columns.size() && product <= max_fluent_bits; ++c) {
      const ir::Domain& domain = module_.domains[relation.columns[c]];
      product *= is_halved(id, c, possible_[id][c]) ? values(domain, possible_[id][c]).size()
                                                    : domain.values.size();
    }
    return product > max_fluent_bits;
  }

  [[nodiscard]] bool is_of_state(ir::RelationId id) const {
    const ir::RelationKind kind = module_.relations[id].kind;
    return kind == ir::RelationKind::state || kind == ir::RelationKind::input;
  }

  [[nodiscard]] bool is_asked_whole(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    return relation.kind != ir::RelationKind::derived || relation.answer != ir::Answer::none ||
           initial_[id];
  }

  /// Returns the sorts that a rule's positive literals and head allow for each variable.
  [[nodiscard]] std::vector<SortSet> variables(const ir::Rule& rule) const {
    std::vector<SortSet> sets(rule.variables.size(), ~SortSet{0});
    const auto narrow = [&](const std::vector<Argument>& args,
                            const std::vector<SortSet>& columns) {
      for (std::size_t c = 0; c < args.size(); ++c) {
        if (args[c].kind == Argument::Kind::variable) sets[args[c].id] &= columns[c];
      }
    };
    narrow(rule.head_args, asked_[rule.head]);
    for (const Literal& literal : rule.body) {
      if (literal.kind == Literal::Kind::positive)
        narrow(literal.args, possible_[literal.relation]);
    }
    return sets;
  }

  void find_asked() {
    initial_.assign(module_.relations.size(), false);
    for (const ir::Relation& relation : module_.relations) {
      if (relation.init != ir::no_id) initial_[relation.init] = true;
    }
    for (ir::RelationId id = 0; id < possible_.size(); ++id) {
      asked_.push_back(is_asked_whole(id) ? possible_[id]
                                          : std::vector<SortSet>(possible_[id].size(), 0));
    }
    is_asked_.assign(possible_.size(), false);
    for (ir::RelationId id = 0; id < possible_.size(); ++id) is_asked_[id] = is_asked_whole(id);
    for (bool grown = true; grown;) {
      grown = false;
      // Readers mostly come after the relations they read.
      for (std::size_t r = module_.rules.size(); r-- > 0;) {
        const ir::Rule& rule = module_.rules[r];
        if (!is_asked_[rule.head]) continue;
        const std::vector<SortSet> sets = variables(rule);
        if (std::find(sets.begin(), sets.end(), 0) != sets.end()) continue;
        for (const Literal& literal : rule.body) {
          if (literal.relation == ir::no_id) continue;
          if (!is_asked_[literal.relation]) grown = is_asked_[literal.relation] = true;
          for (std::size_t c = 0; c < literal.args.size(); ++c) {
            SortSet& column = asked_[literal.relation][c];
            const SortSet more =
                column | (sorts_at(literal, c, sets) & possible_[literal.relation][c]);
            grown |= more != column;
            column = more;
          }
        }
      }
    }
  }

  /// Columns that would lose less than half of their constants remain unchanged: a test costs more
  /// than it saves there, and sizes that are powers of two are better for bits.
  void keep_halves(SortColumns& columns) const {
    for (ir::RelationId id = 0; id < columns.size(); ++id) {
      for (std::size_t c = 0; c < columns[id].size(); ++c) {
        if (!is_halved(id, c, columns[id][c])) columns[id][c] = given_[id][c];
      }
    }
  }

  [[nodiscard]] bool is_halved(ir::RelationId id, std::size_t column, SortSet sorts) const {
    const ir::Domain& domain = module_.domains[module_.relations[id].columns[column]];
    return 2 * values(domain, sorts).size() <= domain.values.size();
  }

  /// Whether a relation whose size matters allows more than is needed.
  [[nodiscard]] bool any_narrower() const {
    for (ir::RelationId id = 0; id < asked_.size(); ++id) {
      for (std::size_t c = 0; counts_[id] && is_asked_[id] && c < asked_[id].size(); ++c) {
        if (is_halved(id, c, asked_[id][c])) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<ir::Symbol> values(const ir::Domain& domain, SortSet sorts) const {
    std::vector<ir::Symbol> result;
    for (const ir::Symbol value : domain.values) {
      if ((sorts & bit(sorts_.of[value])) != 0) result.push_back(value);
    }
    return result;
  }

  [[nodiscard]] SortSet sorts_at(const Literal& literal, std::size_t column,
                                 const std::vector<SortSet>& variables) const {
    const Argument& arg = literal.args[column];
    if (arg.kind == Argument::Kind::constant) return bit(sorts_.of[arg.id]);
    return arg.kind == Argument::Kind::variable ? variables[arg.id] : ~SortSet{0};
  }

  /// Adds tests of variables for which the body allows more than the head may have.
  bool guard(ir::Rule& rule) {
    std::vector<SortSet> sets(rule.variables.size(), ~SortSet{0});
    for (const Literal& literal : rule.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      const bool fixed = module_.relations[literal.relation].kind == ir::RelationKind::fixed;
      const auto& columns = fixed ? given_[literal.relation] : asked_[literal.relation];
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        const Argument& arg = literal.args[c];
        if (arg.kind == Argument::Kind::variable) sets[arg.id] &= columns[c];
      }
    }
    bool changed = false;
    for (std::size_t c = 0; c < rule.head_args.size(); ++c) {
      const Argument& arg = rule.head_args[c];
      if (arg.kind != Argument::Kind::variable) continue;
      const SortSet wanted = asked_[rule.head][c];
      if ((sets[arg.id] & given_[rule.head][c] & ~wanted) == 0) continue;
      sets[arg.id] &= wanted;
      test(rule, arg, c);
      changed = true;
    }
    return changed;
  }

  void test(ir::Rule& rule, const Argument& variable, std::size_t column) {
    const ir::RelationId only = allowed(rule.head, column);
    const std::vector<ir::Symbol>& cells = module_.relations[only].facts.cells;
    std::erase_if(rule.body, [&](const Literal& literal) {
      if (literal.kind != Literal::Kind::positive || literal.args.size() != 1 ||
          literal.args[0] != variable ||
          module_.relations[literal.relation].kind != ir::RelationKind::fixed) {
        return false;
      }
      const std::vector<ir::Symbol>& others = module_.relations[literal.relation].facts.cells;
      return std::all_of(cells.begin(), cells.end(), [&](ir::Symbol cell) {
        return std::find(others.begin(), others.end(), cell) != others.end();
      });
    });
    Literal literal;
    literal.relation = only;
    literal.args.push_back(variable);
    literal.span = rule.span;
    rule.body.push_back(std::move(literal));
  }

  /// Returns the static relation of the constants that the column keeps.
  ir::RelationId allowed(ir::RelationId id, std::size_t column) {
    std::vector<ir::Symbol> constants =
        values(module_.domains[module_.relations[id].columns[column]], asked_[id][column]);
    const auto [found, inserted] = allowed_.try_emplace(constants, ir::no_id);
    if (!inserted) return found->second;
    ir::Relation relation;
    relation.kind = ir::RelationKind::fixed;
    relation.span = module_.relations[id].span;
    relation.facts.rows = constants.size();
    relation.facts.cells = constants;
    relation.columns.push_back(module_.intern_domain(std::move(constants)));
    found->second =
        module_.add_helper(ir::Origin::only, id, std::move(relation),
                           module_.relations[id].name + "." + std::to_string(column + 1));
    return found->second;
  }

  ir::Module& module_;
  const Sorts& sorts_;
  const std::vector<bool> counts_;  ///< computed_in_states
  SortColumns given_;               ///< by domains
  SortColumns possible_;            ///< by possible tuples
  SortColumns asked_;               ///< by needed tuples, a subset of these
  std::vector<bool> initial_;       ///< rules of the initial state
  std::vector<bool> is_asked_;      ///< whether an answer depends on it
  std::map<std::vector<ir::Symbol>, ir::RelationId> allowed_;
};

}  // namespace

bool narrow_domains(ir::Module& module, PassContext&) {
  const std::optional<Sorts> sorts = find_sorts(module);
  return sorts && sorts->count > 1 && Narrowing(module, *sorts).run();
}

}  // namespace tesuji::passes

#include "passes/calls/call_uses.h"

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"
#include "passes/calls/choose_calls.h"
#include "passes/clauses/demand.h"
#include "passes/clauses/static_bounds.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {

namespace {

// Finds literals that every tuple of a relation satisfies, because all of its rules contain them.
//
//   step(P, M, X, Y, U, V) :- cell(X, Y, M), owner(M, P, rook), way(X, Y, U, V)
//   step(P, M, X, Y, U, V) :- cell(X, Y, M), owner(M, P, knight), jump(X, Y, U, V)
//   common:  cell(X, Y, M), owner(M, P, _)
//
// So they may be added to bodies with a positive literal of the relation, where they bind some of
// its columns.

using ir::Argument;

/// Returns the literal with columns of the rule's head for variables; `_` for other arguments.
ir::Literal over_columns(const ir::Rule& rule, const ir::Literal& literal) {
  ir::Literal result;
  result.relation = literal.relation;
  result.span = literal.span;
  for (const Argument& arg : literal.args) {
    const auto found = std::find(rule.head_args.begin(), rule.head_args.end(), arg);
    const bool column = arg.kind == Argument::Kind::variable && found != rule.head_args.end();
    result.args.push_back(
        column ? Argument::variable(static_cast<ir::VariableId>(found - rule.head_args.begin()))
               : Argument::ignored());
  }
  return result;
}

std::vector<ir::Literal> literals_of(const ir::Module& module, const ir::Rule& rule) {
  std::vector<ir::Literal> literals;
  for (const ir::Literal& literal : rule.body) {
    if (literal.kind != ir::Literal::Kind::positive) continue;
    const ir::RelationKind kind = module.relations[literal.relation].kind;
    if (kind != ir::RelationKind::fixed && kind != ir::RelationKind::state) continue;
    literals.push_back(over_columns(rule, literal));
  }
  return literals;
}

bool same(const ir::Literal& a, const ir::Literal& b) {
  return a.relation == b.relation && a.args == b.args;
}

/// Returns positive literals over facts and fluents, with the variable c for column c of the
/// relation. `rules`: those of the relation.
std::vector<ir::Literal> common_literals(const ir::Module& module,
                                         const std::vector<std::uint32_t>& rules) {
  if (rules.empty()) return {};
  std::vector<ir::Literal> common = literals_of(module, module.rules[rules[0]]);
  for (std::size_t r = 1; r < rules.size() && !common.empty(); ++r) {
    const std::vector<ir::Literal> own = literals_of(module, module.rules[rules[r]]);
    std::erase_if(common, [&](const ir::Literal& literal) {
      return std::none_of(own.begin(), own.end(),
                          [&](const ir::Literal& other) { return same(literal, other); });
    });
  }
  return common;
}

using Columns = std::vector<bool>;
using Variables = std::set<ir::VariableId>;

/// Maximum number of values that a literal may give for a column, per tuple that the relation
/// itself is expected to have there.
constexpr double max_values_per_match = 6;

/// A literal of a relation that is called.
struct Use {
  std::uint32_t rule;
  std::uint32_t literal;
};

bool contains(const Columns& all, const Columns& some) {
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (some[c] && !all[c]) return false;
  }
  return true;
}

class Versions {
 public:
  Versions(ir::Module& module, const Dependencies& dependencies, const std::vector<bool>& called,
           const std::vector<double>& expected_rows)
      : module_(module), estimates_(module) {
    for (ir::RelationId id = 0; id < expected_rows.size(); ++id) {
      if (module.relations[id].kind == ir::RelationKind::derived) {
        estimates_.set_rows(id, expected_rows[id]);
      }
    }
    for (std::size_t c = dependencies.members.size(); c-- > 0;) {
      for (const ir::RelationId id : dependencies.members[c]) {
        if (!called[id]) continue;
        pending_.push_back(id);
        rules_[id] = dependencies.rules[id];
        uses_[id] = {};
      }
    }
    for (std::uint32_t r = 0; r < module.rules.size(); ++r) add_uses(r);
    for (const ir::RelationId id : pending_) bind_by_common_literals(id);
  }

  std::optional<ir::RelationId> decide_all() {
    while (!pending_.empty()) {
      const ir::RelationId id = next();
      if (!decide(id)) return id;
      std::erase(pending_, id);
    }
    return std::nullopt;
  }

  /// Adds facts with which every tuple that a use may find agrees.
  void add_bounds() {
    std::vector<NeedRule> needs;
    for (const auto& [id, uses] : uses_) {
      for (const Use& use : uses) {
        const ir::Literal& literal = module_.rules[use.rule].body[use.literal];
        if (literal.kind != ir::Literal::Kind::positive) continue;
        needs.push_back({use.rule, id, literal.args, columns_of(use, false)});
      }
    }
    bound_needs(module_, needs);
  }

 private:
  void add_uses(std::uint32_t rule) {
    const std::vector<ir::Literal>& body = module_.rules[rule].body;
    for (std::uint32_t i = 0; i < body.size(); ++i) {
      if (body[i].relation != ir::no_id && rules_.contains(body[i].relation)) {
        uses_[body[i].relation].push_back({rule, i});
      }
    }
  }

  [[nodiscard]] bool is_pending(ir::RelationId id) const {
    return std::find(pending_.begin(), pending_.end(), id) != pending_.end();
  }

  /// Returns the first relation whose callers are decided, and for which other undecided relations
  /// do not matter.
  [[nodiscard]] ir::RelationId next() const {
    std::optional<ir::RelationId> first;
    for (const ir::RelationId id : pending_) {
      const std::vector<Use>& uses = uses_.at(id);
      const bool ready = std::none_of(uses.begin(), uses.end(), [&](const Use& use) {
        const ir::RelationId caller = module_.rules[use.rule].head;
        return caller != id && is_pending(caller);
      });
      if (!ready) continue;
      if (!first) first = id;
      const bool settled = std::all_of(uses.begin(), uses.end(), [&](const Use& use) {
        return columns_of(use, false) == columns_of(use, true);
      });
      if (settled) return id;
    }
    return *first;
  }

  /// Returns the columns that the rest of the rule gives to the use. `optimistic`: assumes that
  /// undecided calls bind, too.
  [[nodiscard]] Columns columns_of(const Use& use, bool optimistic) const {
    const ir::Rule& rule = module_.rules[use.rule];
    const ir::Literal& asked = rule.body[use.literal];
    std::vector<const ir::Literal*> helpers = helpers_of(rule, use.literal, optimistic);
    if (asked.kind == ir::Literal::Kind::positive) leave_out_products(rule, asked, helpers);
    return known_columns(asked, bound_by(rule, helpers));
  }

  static Columns known_columns(const ir::Literal& literal, const Variables& bound) {
    Columns columns;
    for (const Argument& arg : literal.args) {
      columns.push_back(arg.kind == Argument::Kind::constant ||
                        (arg.kind == Argument::Kind::variable && bound.contains(arg.id)));
    }
    return columns;
  }

  static void bind(const ir::Literal& literal, Variables& bound) {
    for (const Argument& arg : literal.args) {
      if (arg.kind == Argument::Kind::variable) bound.insert(arg.id);
    }
  }

  /// Returns the variables that the rule itself is given.
  [[nodiscard]] Variables given_to(const ir::Rule& rule) const {
    Variables bound;
    const auto head = given_.find(rule.head);
    if (head == given_.end()) return bound;
    for (std::size_t c = 0; c < head->second.size(); ++c) {
      const Argument& arg = rule.head_args[c];
      if (head->second[c] && arg.kind == Argument::Kind::variable) bound.insert(arg.id);
    }
    return bound;
  }

  [[nodiscard]] Variables bound_by(const ir::Rule& rule,
                                   const std::vector<const ir::Literal*>& helpers,
                                   const ir::Literal* but = nullptr) const {
    Variables bound = given_to(rule);
    for (const ir::Literal* helper : helpers) {
      if (helper != but) bind(*helper, bound);
    }
    return bound;
  }

  /// Returns the other literals of the rule that bind variables, without cyclic dependencies.
  [[nodiscard]] std::vector<const ir::Literal*> helpers_of(const ir::Rule& rule,
                                                           std::size_t literal,
                                                           bool optimistic) const {
    std::vector<const ir::Literal*> helpers;
    Variables bound = given_to(rule);
    std::vector<bool> taken(rule.body.size(), false);
    for (bool again = true; again;) {
      again = false;
      for (std::size_t i = 0; i < rule.body.size(); ++i) {
        const ir::Literal& other = rule.body[i];
        if (taken[i] || i == literal || other.kind != ir::Literal::Kind::positive) continue;
        const auto decided = given_.find(other.relation);
        const bool binds =
            !rules_.contains(other.relation) ||
            (decided != given_.end() ? contains(known_columns(other, bound), decided->second)
                                     : optimistic && other.relation != rule.head);
        if (!binds) continue;
        taken[i] = again = true;
        helpers.push_back(&other);
        bind(other, bound);
      }
    }
    return helpers;
  }

  [[nodiscard]] double tuples(ir::RelationId id, const Columns& given) const {
    double tuples = 1;
    const ir::Relation& relation = module_.relations[id];
    for (std::size_t c = 0; c < given.size(); ++c) {
      if (given[c]) continue;
      tuples *= static_cast<double>(module_.domains[relation.columns[c]].values.size());
    }
    return tuples;
  }

  /// Returns the expected tuples of the literal if these variables are bound.
  [[nodiscard]] double expected(const ir::Literal& literal, const Variables& bound) const {
    if (given_.contains(literal.relation)) return 1;  // few, whatever the given values
    std::vector<bool> known;
    for (const Argument& arg : literal.args) {
      if (arg.kind != Argument::Kind::variable) continue;
      known.resize(std::max<std::size_t>(known.size(), arg.id + 1U), false);
      known[arg.id] = bound.contains(arg.id);
    }
    return estimates_.matches(literal.relation, literal.args, known);
  }

  /// Drops literals that give many more values than the relation itself has there: the call finds
  /// these then.
  void leave_out_products(const ir::Rule& rule, const ir::Literal& asked,
                          std::vector<const ir::Literal*>& helpers) const {
    for (;;) {
      const Columns all = known_columns(asked, bound_by(rule, helpers));
      const ir::Literal* worst = nullptr;
      double most = max_values_per_match;
      for (const ir::Literal* helper : helpers) {
        const Variables others = bound_by(rule, helpers, helper);
        const Columns left = known_columns(asked, others);
        if (left == all || tuples(asked.relation, left) > ir::max_call_tuples) continue;
        const double ratio = expected(*helper, others) / std::max(1.0, expected(asked, others));
        if (ratio < most) continue;
        most = ratio;
        worst = helper;
      }
      if (worst == nullptr) return;
      std::erase(helpers, worst);
    }
  }

  [[nodiscard]] std::vector<Use> uses_from_outside(ir::RelationId id) const {
    std::vector<Use> outside;
    for (const Use& use : uses_.at(id)) {
      if (module_.rules[use.rule].head != id) outside.push_back(use);
    }
    return outside;
  }

  [[nodiscard]] bool may_be_called(ir::RelationId id, const Columns& columns) {
    Columns others = columns;
    others.flip();
    if (tuples(id, others) < min_demand_selectivity || tuples(id, columns) > ir::max_call_tuples ||
        !calls_end(module_, id, rules_.at(id), columns)) {
      return false;
    }
    given_[id] = columns;
    const std::vector<Use>& uses = uses_.at(id);
    const bool good = std::all_of(uses.begin(), uses.end(), [&](const Use& use) {
      return module_.rules[use.rule].head != id || contains(columns_of(use, false), columns);
    });
    given_.erase(id);
    return good;
  }

  /// Returns the minimal sets of columns that uses give.
  static std::vector<Columns> least(const std::vector<Columns>& sets) {
    std::vector<Columns> result;
    for (const Columns& set : sets) {
      const bool smallest = std::none_of(sets.begin(), sets.end(), [&](const Columns& other) {
        return other != set && contains(set, other);
      });
      const bool known = std::find(result.begin(), result.end(), set) != result.end();
      if (smallest && !known) result.push_back(set);
    }
    return result;
  }

  /// Creates versions for all uses; returns whether that is possible.
  bool decide(ir::RelationId id) {
    const std::vector<Use> uses = uses_from_outside(id);
    if (uses.empty()) return false;
    std::vector<Columns> sets;
    for (const Use& use : uses) sets.push_back(columns_of(use, false));
    std::vector<Columns> versions = least(sets);
    const auto callable = [&](const Columns& columns) { return may_be_called(id, columns); };
    if (versions.size() > max_versions ||
        !std::all_of(versions.begin(), versions.end(), callable)) {
      Columns common = sets.front();
      for (const Columns& set : sets) {
        for (std::size_t c = 0; c < set.size(); ++c) common[c] = common[c] && set[c];
      }
      if (!may_be_called(id, common)) return false;
      versions = {common};
    }
    std::vector<ir::RelationId> ids{id};
    for (std::size_t v = 1; v < versions.size(); ++v) ids.push_back(copy(id));
    for (std::size_t v = 0; v < versions.size(); ++v) mark(ids[v], versions[v]);
    for (std::size_t u = 0; u < uses.size(); ++u) {
      const auto fits = std::find_if(versions.begin(), versions.end(), [&](const Columns& version) {
        return contains(sets[u], version);
      });
      redirect(uses[u], ids[static_cast<std::size_t>(fits - versions.begin())]);
    }
    return true;
  }

  void mark(ir::RelationId id, const Columns& columns) {
    given_[id] = columns;
    ir::Relation& relation = module_.relations[id];
    relation.storage = ir::Storage::call;
    ir::Index& index = relation.indexes.emplace_back();
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
      if (columns[c]) index.push_back(c);
    }
  }

  /// Copies the relation, with its own rules.
  ir::RelationId copy(ir::RelationId id) {
    ir::Relation relation = module_.relations[id];
    relation.written = ir::written_name(relation);
    const ir::RelationId version = module_.add_helper(ir::Origin::given, id, std::move(relation));
    const std::vector<std::uint32_t> rules = rules_.at(id);
    rules_[version] = {};
    uses_[version] = {};
    for (const std::uint32_t number : rules) {
      ir::Rule rule = module_.rules[number];
      rule.head = version;
      rule.name =
          module_.relations[version].name + "#" + std::to_string(rules_[version].size() + 1);
      for (ir::Literal& literal : rule.body) {
        if (literal.relation == id) literal.relation = version;
      }
      const auto added = static_cast<std::uint32_t>(module_.rules.size());
      module_.rules.push_back(std::move(rule));
      rules_[version].push_back(added);
      add_uses(added);
    }
    return version;
  }

  void redirect(const Use& use, ir::RelationId version) {
    ir::RelationId& relation = module_.rules[use.rule].body[use.literal].relation;
    if (relation == version) return;
    std::erase_if(uses_[relation], [&](const Use& other) {
      return other.rule == use.rule && other.literal == use.literal;
    });
    uses_[version].push_back(use);
    relation = version;
  }

  /// Adds the common literals of the relation's rules to the bodies that use it, if they bind
  /// columns to few values.
  void bind_by_common_literals(ir::RelationId id) {
    const std::vector<ir::Literal> common = common_literals(module_, rules_.at(id));
    if (common.empty()) return;
    for (const Use& use : uses_from_outside(id)) {
      ir::Rule& rule = module_.rules[use.rule];
      const ir::Literal asked = rule.body[use.literal];
      if (asked.kind != ir::Literal::Kind::positive) continue;
      for (ir::Literal literal : common) {
        const Variables bound = bound_by(rule, helpers_of(rule, use.literal, false));
        bool binds = false;
        for (Argument& arg : literal.args) {
          if (arg.kind != Argument::Kind::variable) continue;
          arg = asked.args[arg.id];
          binds = binds || (arg.kind == Argument::Kind::variable && !bound.contains(arg.id));
        }
        const double own = std::max(1.0, expected(asked, bound));
        if (!binds || expected(literal, bound) >= max_values_per_match * own) continue;
        rule.body.push_back(std::move(literal));
      }
    }
  }

  ir::Module& module_;
  Estimates estimates_;
  std::vector<ir::RelationId> pending_;                         ///< callers first
  std::map<ir::RelationId, std::vector<std::uint32_t>> rules_;  ///< of relations that are called
  std::map<ir::RelationId, std::vector<Use>> uses_;
  std::map<ir::RelationId, Columns> given_;  ///< columns, of decided relations
};

}  // namespace

std::optional<ir::RelationId> call_relations(ir::Module& module, const Dependencies& dependencies,
                                             const std::vector<bool>& called,
                                             const std::vector<double>& expected_rows) {
  Versions versions(module, dependencies, called, expected_rows);
  if (const auto failed = versions.decide_all()) return failed;
  versions.add_bounds();
  return std::nullopt;
}

}  // namespace tesuji::passes

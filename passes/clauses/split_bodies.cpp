#include "passes/clauses/split_bodies.h"

#include "passes/analysis/dependencies.h"
#include "passes/analysis/estimates.h"
#include "passes/analysis/variables.h"
#include "passes/clauses/stratify.h"
#include "passes/plans/planning.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using Variables = std::set<ir::VariableId>;

class BodySplitter {
 public:
  BodySplitter(ir::Module& module, const Estimates& estimates)
      : module_(module), estimates_(estimates) {}

  /// Cuts rule `number` once, if that pays; the rest may be cut again.
  bool split(std::size_t number) {
    // In a call, a part would be computed for all possible given values.
    const ir::RelationId head_relation = module_.rules[number].head;
    if (module_.relations[head_relation].storage == ir::Storage::call) return false;
    std::vector<ir::Literal> rest = module_.rules[number].body;
    std::vector<ir::Literal> joined;
    Variables bound;
    Variables head;
    add_variables(module_.rules[number].head_args, head);
    double live = 1;
    while (const std::optional<std::size_t> next = cheapest(rest, bound)) {
      // After the head's variables are bound, one witness suffices.
      const bool exists = std::includes(bound.begin(), bound.end(), head.begin(), head.end());
      const double least = exists ? min_split_existence * min_split_bindings : min_split_bindings;
      live *= estimates_.matches(rest[*next].relation, given(rest[*next], bound));
      joined.push_back(take(rest, *next));
      add_variables(joined.back(), bound);
      take_filters(rest, joined, bound);
      if (rest.empty() || joined.size() < 2 || live < least) continue;
      const Variables needed = still_needed(module_.rules[number], rest, bound);
      if (live < min_split_ratio * combinations(joined, needed)) continue;
      cut(number, std::move(joined), std::move(rest), needed);
      return true;
    }
    return false;
  }

 private:
  static ir::Literal take(std::vector<ir::Literal>& from, std::size_t position) {
    ir::Literal literal = std::move(from[position]);
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(position));
    return literal;
  }

  static std::vector<bool> given(const ir::Literal& literal, const Variables& bound) {
    std::vector<bool> result;
    for (const Argument& arg : literal.args) {
      result.push_back(arg.kind == Argument::Kind::constant ||
                       (arg.kind == Argument::Kind::variable && bound.contains(arg.id)));
    }
    return result;
  }

  /// Returns the positive literal with the fewest expected matches, as order-joins chooses it.
  std::optional<std::size_t> cheapest(const std::vector<ir::Literal>& rest,
                                      const Variables& bound) const {
    std::optional<std::size_t> best;
    double fewest = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i].kind != ir::Literal::Kind::positive) continue;
      const double matches = estimates_.matches(rest[i].relation, given(rest[i], bound));
      if (best && matches >= fewest) continue;
      best = i;
      fewest = matches;
    }
    return best;
  }

  /// Moves comparisons and negated literals as soon as they are ground.
  static void take_filters(std::vector<ir::Literal>& rest, std::vector<ir::Literal>& joined,
                           const Variables& bound) {
    for (std::size_t i = 0; i < rest.size();) {
      Variables own;
      add_variables(rest[i], own);
      const bool ground = std::includes(bound.begin(), bound.end(), own.begin(), own.end());
      if (rest[i].kind == ir::Literal::Kind::positive || !ground) {
        ++i;
        continue;
      }
      joined.push_back(take(rest, i));
    }
  }

  static Variables still_needed(const ir::Rule& rule, const std::vector<ir::Literal>& rest,
                                const Variables& bound) {
    Variables asked;
    add_variables(rule.head_args, asked);
    for (const ir::Literal& literal : rest) add_variables(literal, asked);
    Variables needed;
    std::set_intersection(asked.begin(), asked.end(), bound.begin(), bound.end(),
                          std::inserter(needed, needed.end()));
    return needed;
  }

  double combinations(const std::vector<ir::Literal>& joined, const Variables& variables) const {
    double product = 1;
    for (const ir::VariableId variable : variables) {
      std::optional<std::size_t> least;
      for (const ir::Literal& literal : joined) {
        if (literal.kind != ir::Literal::Kind::positive) continue;
        for (std::size_t c = 0; c < literal.args.size(); ++c) {
          if (literal.args[c] != Argument::variable(variable)) continue;
          const ir::DomainId domain = module_.relations[literal.relation].columns[c];
          const std::size_t size = module_.domains[domain].values.size();
          least = std::min(least.value_or(size), size);
        }
      }
      product *= static_cast<double>(least.value_or(1));
    }
    return product;
  }

  void cut(std::size_t number, std::vector<ir::Literal> joined, std::vector<ir::Literal> rest,
           const Variables& needed) {
    ir::Relation relation;
    relation.span = module_.rules[number].span;
    ir::Rule helper;
    helper.span = relation.span;
    helper.variables = module_.rules[number].variables;
    ir::Literal use;
    use.span = relation.span;
    for (const ir::VariableId variable : needed) {
      helper.head_args.push_back(Argument::variable(variable));
      relation.columns.push_back(domain_of(variable, joined));
    }
    helper.head = module_.add_helper(ir::Origin::split, module_.rules[number].head,
                                     std::move(relation), module_.rules[number].name);
    helper.name = module_.relations[helper.head].name + "#1";
    use.relation = helper.head;
    use.args = helper.head_args;
    helper.body = std::move(joined);
    rest.insert(rest.begin(), std::move(use));
    module_.rules[number].body = std::move(rest);
    module_.rules.push_back(std::move(helper));
  }

  ir::DomainId domain_of(ir::VariableId variable, const std::vector<ir::Literal>& joined) const {
    for (const ir::Literal& literal : joined) {
      if (literal.kind != ir::Literal::Kind::positive) continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (literal.args[c] == Argument::variable(variable)) {
          return module_.relations[literal.relation].columns[c];
        }
      }
    }
    return ir::no_id;
  }

  ir::Module& module_;
  const Estimates& estimates_;
};

/// Returns the rules whose joins can be estimated: not recursive, and not over relations still to
/// be folded. While there are such static rules, returns only static ones.
std::vector<std::size_t> candidates(const ir::Module& module) {
  std::vector<bool> unfolded(module.relations.size(), false);
  if (const ir::Entry* entry = module.find_entry("static")) {
    for (const std::uint32_t stratum : entry->strata) {
      for (const ir::RelationId id : module.strata[stratum].relations) unfolded[id] = true;
    }
  }
  const bool all = std::find(unfolded.begin(), unfolded.end(), true) == unfolded.end();
  const Dependencies dependencies = find_dependencies(module);
  std::vector<std::size_t> result;
  for (std::size_t r = 0; r < module.rules.size(); ++r) {
    const ir::Rule& rule = module.rules[r];
    if (rule.body.size() < 3 || (!all && !unfolded[rule.head])) continue;
    const auto known = [&](const ir::Literal& literal) {
      if (literal.kind != ir::Literal::Kind::positive) return true;
      return !unfolded[literal.relation] &&
             dependencies.component[literal.relation] != dependencies.component[rule.head];
    };
    if (std::all_of(rule.body.begin(), rule.body.end(), known)) result.push_back(r);
  }
  return result;
}

}  // namespace

bool split_bodies(ir::Module& module, PassContext& context) {
  const std::vector<std::size_t> rules = candidates(module);
  if (rules.empty()) return false;
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    // These estimates do not cover new relations, so each rule is cut once per round.
    const Estimates estimates = planned_estimates(module, context);
    BodySplitter splitter(module, estimates);
    for (const std::size_t rule : rules) again |= splitter.split(rule);
    changed |= again;
    if (again && !stratify(module, context)) return true;
  }
  if (changed) {
    module.strata.clear();
    module.entries.clear();
  }
  return changed;
}

}  // namespace tesuji::passes

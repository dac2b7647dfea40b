#include "passes/clauses/remove_dead.h"

#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace tesuji::passes {
namespace {

using ir::Argument;

class Cleaner {
 public:
  explicit Cleaner(ir::Module& module) : module_(module) {}

  bool run() {
    bool changed = false;
    while (simplify_rules()) changed = true;
    changed |= remove_duplicates();
    changed |= remove_relations();
    if (changed) {
      module_.strata.clear();
      module_.entries.clear();
      module_.plans.clear();
    }
    return changed;
  }

 private:
  /// Marks relations that can have a tuple: the least set, so that rules which only support each
  /// other do not count.
  std::vector<bool> inhabited() const {
    std::vector<bool> result(module_.relations.size(), false);
    for (ir::RelationId id = 0; id < result.size(); ++id) {
      result[id] = module_.relations[id].facts.rows > 0;
    }
    const Flow flow = find_flow(module_);
    std::vector<ir::RelationId> fresh;
    const auto add = [&](ir::RelationId id) {
      if (result[id]) return;
      result[id] = true;
      fresh.push_back(id);
    };
    const auto fire = [&](const ir::Rule& rule) {
      if (!result[rule.head] && can_fire(rule, result)) add(rule.head);
    };
    const auto feed = [&](ir::RelationId id) {
      for (const ir::RelationId target : flow.feeds[id]) add(target);
    };
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (module_.relations[id].facts.rows > 0) feed(id);
    }
    for (const ir::Rule& rule : module_.rules) fire(rule);
    // Initially inhabited relations have already been considered for all rules.
    while (!fresh.empty()) {
      const ir::RelationId id = fresh.back();
      fresh.pop_back();
      feed(id);
      for (const std::uint32_t rule : flow.readers[id]) fire(module_.rules[rule]);
    }
    return result;
  }

  bool can_fire(const ir::Rule& rule, const std::vector<bool>& inhabited) const {
    return !unsatisfiable(rule) &&
           std::none_of(rule.body.begin(), rule.body.end(), [&](const ir::Literal& literal) {
             return literal.kind == ir::Literal::Kind::positive && impossible(literal, inhabited);
           });
  }

  const ir::Domain& domain(ir::RelationId relation, std::size_t column) const {
    return module_.domains[module_.relations[relation].columns[column]];
  }

  /// Whether no tuple of the literal's relation can match its constants.
  bool impossible(const ir::Literal& literal, const std::vector<bool>& inhabited) const {
    if (!inhabited[literal.relation]) return true;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      const ir::Domain& values = domain(literal.relation, c);
      if (values.values.empty()) return true;
      const Argument& arg = literal.args[c];
      if (arg.kind == Argument::Kind::constant && values.position(arg.id) < 0) return true;
    }
    return false;
  }

  /// Whether some variable has no constant that all its positive literals allow.
  bool unsatisfiable(const ir::Rule& rule) const {
    std::vector<std::vector<const ir::Domain*>> places(rule.variables.size());
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive) continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (literal.args[c].kind != Argument::Kind::variable) continue;
        places[literal.args[c].id].push_back(&domain(literal.relation, c));
      }
    }
    return std::any_of(places.begin(), places.end(), [](const auto& domains) {
      if (domains.size() < 2) return false;
      const auto& values = domains[0]->values;
      return std::none_of(values.begin(), values.end(), [&](ir::Symbol value) {
        return std::all_of(domains.begin(), domains.end(),
                           [&](const ir::Domain* d) { return d->position(value) >= 0; });
      });
    });
  }

  bool simplify_rules() {
    const std::vector<bool> exists = inhabited();
    bool changed = false;
    const std::size_t removed = std::erase_if(module_.rules, [&](ir::Rule& rule) {
      if (!can_fire(rule, exists)) return true;
      changed |=
          std::erase_if(rule.body, [&](const ir::Literal& literal) {
            return literal.kind == ir::Literal::Kind::negative && impossible(literal, exists);
          }) > 0;
      return false;
    });
    return changed || removed > 0;
  }

  static auto key(const ir::Argument& arg) {
    return std::make_pair(static_cast<int>(arg.kind), arg.id);
  }

  bool remove_duplicates() {
    using ArgumentKey = std::pair<int, std::uint32_t>;
    using LiteralKey =
        std::tuple<int, ir::RelationId, std::vector<ArgumentKey>, std::vector<ArgumentKey>>;
    std::set<std::tuple<ir::RelationId, std::vector<ArgumentKey>, std::vector<LiteralKey>>> seen;
    const auto keys = [](const std::vector<Argument>& args) {
      std::vector<ArgumentKey> result;
      for (const Argument& arg : args) result.push_back(key(arg));
      return result;
    };
    return std::erase_if(module_.rules, [&](const ir::Rule& rule) {
             std::vector<LiteralKey> body;
             for (const ir::Literal& l : rule.body) {
               body.emplace_back(static_cast<int>(l.kind), l.relation, keys(l.args), keys(l.right));
             }
             return !seen.emplace(rule.head, keys(rule.head_args), std::move(body)).second;
           }) > 0;
  }

  bool remove_relations() {
    std::vector<bool> needed = relations_where(module_, [](const ir::Relation& relation) {
      return relation.kind == ir::RelationKind::state || relation.answer != ir::Answer::none;
    });
    const Dependencies dependencies = find_dependencies(module_);
    std::vector<bool> before;
    while (needed != before) {
      needed = needed_for(module_, dependencies, std::move(needed));
      before = needed;
      for (ir::RelationId id = 0; id < needed.size(); ++id) {
        const ir::Relation& relation = module_.relations[id];
        for (const ir::RelationId source : {relation.next, relation.init, relation.legal}) {
          if (needed[id] && source != ir::no_id) needed[source] = true;
        }
      }
    }
    if (std::all_of(needed.begin(), needed.end(), [](bool b) { return b; })) return false;
    compact(needed);
    return true;
  }

  void compact(const std::vector<bool>& needed) {
    std::vector<ir::RelationId> renumbered(needed.size(), ir::no_id);
    std::vector<ir::Relation> kept;
    for (ir::RelationId id = 0; id < needed.size(); ++id) {
      if (!needed[id]) continue;
      renumbered[id] = static_cast<ir::RelationId>(kept.size());
      kept.push_back(std::move(module_.relations[id]));
    }
    const auto rename = [&](ir::RelationId& id) {
      if (id != ir::no_id) id = renumbered[id];
    };
    for (ir::Relation& relation : kept) {
      rename(relation.next);
      rename(relation.init);
      rename(relation.legal);
      rename(relation.origin_of);
    }
    module_.relations.assign(std::move(kept));
    std::erase_if(module_.rules, [&](const ir::Rule& rule) { return !needed[rule.head]; });
    for (ir::Rule& rule : module_.rules) {
      rename(rule.head);
      for (ir::Literal& literal : rule.body) rename(literal.relation);
    }
  }

  ir::Module& module_;
};

}  // namespace

bool remove_dead(ir::Module& module, PassContext&) {
  return Cleaner(module).run();
}

}  // namespace tesuji::passes

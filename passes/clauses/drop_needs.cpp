#include "passes/clauses/drop_needs.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Maps the variables of a need's rule to arguments of a rule of the relation.
using Mapping = std::vector<std::optional<Argument>>;

/// Maps a rule of a need onto a body, literal by literal.
class Containment {
 public:
  Containment(const ir::Module& module, const ir::Rule& need, const ir::Rule& rule,
              std::size_t guard)
      : module_(module), need_(need), rule_(rule), guard_(guard) {}

  [[nodiscard]] bool holds() const {
    Mapping mapping(need_.variables.size());
    return binds_itself() && map(need_.head_args, rule_.body[guard_].args, mapping) &&
           map_from(0, mapping);
  }

 private:
  /// Whether the rest of the body binds the variables that the need binds.
  [[nodiscard]] bool binds_itself() const {
    const std::vector<Argument>& asked = rule_.body[guard_].args;
    return std::all_of(asked.begin(), asked.end(), [&](const Argument& arg) {
      if (arg.kind != Argument::Kind::variable) return true;
      for (std::size_t i = 0; i < rule_.body.size(); ++i) {
        const Literal& other = rule_.body[i];
        if (i != guard_ && other.kind == Literal::Kind::positive &&
            std::find(other.args.begin(), other.args.end(), arg) != other.args.end()) {
          return true;
        }
      }
      return false;
    });
  }

  /// A `_` of the need matches any argument.
  static bool map(const Argument& from, const Argument& to, Mapping& mapping) {
    if (from.kind == Argument::Kind::ignore) return true;
    if (from.kind != Argument::Kind::variable) return from == to;
    if (to.kind == Argument::Kind::ignore) return false;
    std::optional<Argument>& place = mapping[from.id];
    if (!place) place = to;
    return *place == to;
  }

  static bool map(const std::vector<Argument>& from, const std::vector<Argument>& to,
                  Mapping& mapping) {
    if (from.size() != to.size()) return false;
    for (std::size_t c = 0; c < from.size(); ++c) {
      if (!map(from[c], to[c], mapping)) return false;
    }
    return true;
  }

  /// Whether each tuple of the relation satisfies the literal anyway.
  [[nodiscard]] bool only_bounds(const Literal& literal) const {
    if (literal.relation == ir::no_id || literal.kind != Literal::Kind::positive) return false;
    const ir::Relation& relation = module_.relations[literal.relation];
    return relation.origin == ir::Origin::bound && relation.origin_of == rule_.head;
  }

  [[nodiscard]] bool map_from(std::size_t place, const Mapping& mapping) const {
    if (place == need_.body.size()) return true;
    const Literal& wanted = need_.body[place];
    if (only_bounds(wanted)) return map_from(place + 1, mapping);
    for (std::size_t i = 0; i < rule_.body.size(); ++i) {
      const Literal& found = rule_.body[i];
      if (i == guard_ || found.kind != wanted.kind || found.relation != wanted.relation) continue;
      Mapping more = mapping;
      if (map(wanted.args, found.args, more) && map(wanted.right, found.right, more) &&
          map_from(place + 1, more)) {
        return true;
      }
    }
    return false;
  }

  const ir::Module& module_;
  const ir::Rule& need_;
  const ir::Rule& rule_;
  std::size_t guard_;
};

}  // namespace

bool drop_needs(ir::Module& module, PassContext& /*context*/) {
  std::vector<std::vector<std::size_t>> needs(module.relations.size());
  for (std::size_t r = 0; r < module.rules.size(); ++r) {
    const ir::RelationId head = module.rules[r].head;
    if (module.relations[head].origin == ir::Origin::need) needs[head].push_back(r);
  }
  bool changed = false;
  for (ir::Rule& rule : module.rules) {
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      const ir::RelationId need = rule.body[i].relation;
      if (need == ir::no_id || rule.body[i].kind != Literal::Kind::positive ||
          module.relations[need].origin != ir::Origin::need ||
          module.relations[need].origin_of != rule.head) {
        continue;
      }
      const bool implied =
          std::any_of(needs[need].begin(), needs[need].end(), [&](std::size_t asking) {
            return Containment(module, module.rules[asking], rule, i).holds();
          });
      if (!implied) continue;
      rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(i));
      changed = true;
      break;
    }
  }
  if (!changed) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes

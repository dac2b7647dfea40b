#include "passes/clauses/unfold.h"

#include "passes/analysis/dependencies.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/drop_implied.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace tesuji::passes {
namespace {

using ir::Argument;

class Unfolder {
 public:
  Unfolder(ir::Module& module, const DemandCandidates& candidates)
      : module_(module), candidates_(candidates), tests_(module) {}

  bool run() {
    const Dependencies dependencies = find_dependencies(module_);
    bool changed = false;
    // Top-down, so that literals introduced by unfolding are processed again.
    for (std::size_t c = dependencies.members.size(); c-- > 0;) {
      if (dependencies.recursive[c]) continue;
      for (const ir::RelationId id : dependencies.members[c]) {
        if (!candidates_.large[id] || !candidates_.fixed[id]) continue;
        if (dependencies.rules[id].size() != 1) continue;
        const ir::Rule definition = module_.rules[dependencies.rules[id][0]];
        if (unfoldable(definition)) changed |= unfold_uses(definition);
      }
    }
    remove_never_firing();
    return changed;
  }

 private:
  /// Whether the head's arguments are constants and different variables, and the body has no other
  /// variables.
  static bool unfoldable(const ir::Rule& rule) {
    std::set<ir::VariableId> head;
    for (const Argument& arg : rule.head_args) {
      if (arg.kind == Argument::Kind::variable && !head.insert(arg.id).second) return false;
    }
    const auto known = [&](const Argument& arg) {
      return arg.kind == Argument::Kind::constant ||
             (arg.kind == Argument::Kind::variable && head.contains(arg.id));
    };
    return std::all_of(rule.body.begin(), rule.body.end(), [&](const ir::Literal& literal) {
      return std::all_of(literal.args.begin(), literal.args.end(), known) &&
             std::all_of(literal.right.begin(), literal.right.end(), known);
    });
  }

  bool unfold_uses(const ir::Rule& definition) {
    bool changed = false;
    for (std::uint32_t r = 0; r < module_.rules.size(); ++r) {
      ir::Rule& rule = module_.rules[r];
      for (std::size_t i = 0; i < rule.body.size() && !never_fires_.contains(r);) {
        const ir::Literal& literal = rule.body[i];
        if (literal.kind != ir::Literal::Kind::positive || literal.relation != definition.head) {
          ++i;
          continue;
        }
        changed = true;
        if (unify_constants(definition, rule, i)) {
          unfold_use(definition, rule, i);
        } else {
          never_fires_.insert(r);
        }
      }
    }
    return changed;
  }

  /// At the end, since rules are identified by their numbers until then.
  void remove_never_firing() {
    std::uint32_t number = 0;
    std::erase_if(module_.rules, [&](const ir::Rule&) { return never_fires_.contains(number++); });
  }

  /// Replaces the rule's variables by the constants of the definition's head. Returns false if two
  /// constants differ: the rule can never fire.
  static bool unify_constants(const ir::Rule& definition, ir::Rule& rule, std::size_t position) {
    for (std::size_t c = 0; c < definition.head_args.size(); ++c) {
      const Argument& wanted = definition.head_args[c];
      const Argument given = rule.body[position].args[c];
      if (wanted.kind != Argument::Kind::constant || given == wanted) continue;
      if (given.kind == Argument::Kind::constant) return false;
      std::replace(rule.head_args.begin(), rule.head_args.end(), given, wanted);
      for (ir::Literal& literal : rule.body) {
        std::replace(literal.args.begin(), literal.args.end(), given, wanted);
        std::replace(literal.right.begin(), literal.right.end(), given, wanted);
      }
    }
    return true;
  }

  void unfold_use(const ir::Rule& definition, ir::Rule& rule, std::size_t position) {
    const ir::Literal use = rule.body[position];
    rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(position));
    std::unordered_map<ir::VariableId, Argument> values;
    for (std::size_t c = 0; c < use.args.size(); ++c) {
      if (definition.head_args[c].kind != Argument::Kind::variable) continue;
      values.emplace(definition.head_args[c].id, use.args[c]);
    }
    const auto substitute = [&](std::vector<Argument>& args) {
      for (Argument& arg : args) {
        if (arg.kind == Argument::Kind::variable) arg = values.at(arg.id);
      }
    };
    std::vector<ir::Literal> added;
    for (ir::Literal literal : definition.body) {
      substitute(literal.args);
      substitute(literal.right);
      literal.span = use.span;
      if (!tests_.implied(literal, rule.body)) added.push_back(std::move(literal));
    }
    rule.body.insert(rule.body.begin() + static_cast<std::ptrdiff_t>(position), added.begin(),
                     added.end());
  }

  ir::Module& module_;
  const DemandCandidates& candidates_;
  std::set<std::uint32_t> never_fires_;  ///< rules
  ImpliedTests tests_;
};

}  // namespace

bool unfold(ir::Module& module, PassContext& context) {
  if (module.find_entry("static") == nullptr) return false;
  const DemandCandidates candidates = find_demand_candidates(module, context);
  if (!Unfolder(module, candidates).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes

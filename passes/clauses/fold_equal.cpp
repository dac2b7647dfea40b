#include "passes/clauses/fold_equal.h"

#include "passes/analysis/canonical_rules.h"
#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

class EqualFolder {
 public:
  explicit EqualFolder(ir::Module& module)
      : module_(module), dependencies_(find_dependencies(module)), folded_(module.rules.size()) {
    for (const ir::Relation& relation : module.relations) {
      sources_.insert({relation.init, relation.next});
    }
    for (const ir::Rule& rule : module.rules) {
      for (const Literal& literal : rule.body) read_.insert(literal.relation);
    }
  }

  bool run() {
    for (const auto& members : dependencies_.members) {
      if (members.size() == 1 && may_go(members.front())) fold(members.front());
    }
    read_folded();
    // Last, since no other relation reads these.
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (is_last(id)) fold(id);
    }
    if (into_.empty()) return false;
    std::size_t rule = 0;
    std::erase_if(module_.rules, [&](const ir::Rule&) { return folded_[rule++]; });
    module_.strata.clear();
    module_.entries.clear();
    module_.plans.clear();
    return true;
  }

 private:
  struct Other {
    ir::RelationId relation = ir::no_id;
    std::vector<std::size_t> columns;  ///< by column: the corresponding column of the other
                                       ///< relation
  };

  [[nodiscard]] bool may_go(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    return relation.kind == ir::RelationKind::derived && relation.answer == ir::Answer::none &&
           relation.origin != ir::Origin::need && relation.origin != ir::Origin::bound &&
           relation.facts.rows == 0 && !sources_.contains(id);
  }

  /// Whether the relation is a feature that no rule reads.
  [[nodiscard]] bool is_last(ir::RelationId id) const {
    return module_.relations[id].answer == ir::Answer::feature && !read_.contains(id);
  }

  /// Replaces relations folded so far in the literals of the relation's rules.
  void read_folded(ir::RelationId id) {
    for (const std::uint32_t rule : dependencies_.rules[id]) {
      for (Literal& literal : module_.rules[rule].body) {
        const auto found = into_.find(literal.relation);
        if (found == into_.end()) continue;
        std::vector<Argument> args(literal.args.size());
        for (std::size_t c = 0; c < args.size(); ++c) {
          args[found->second.columns[c]] = literal.args[c];
        }
        literal.relation = found->second.relation;
        literal.args = std::move(args);
      }
    }
  }

  void read_folded() {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (!dependencies_.rules[id].empty()) read_folded(id);
    }
  }

  void fold(ir::RelationId id) {
    read_folded(id);
    std::vector<const ir::Rule*> rules;
    for (const std::uint32_t rule : dependencies_.rules[id]) rules.push_back(&module_.rules[rule]);
    CanonicalRules form = forms_.of(rules, module_.relations[id].columns.size());
    if (form.key.empty()) return;
    const auto [found, fresh] = seen_.try_emplace(std::move(form.key), Other{id, form.columns});
    if (fresh) return;
    Other other{found->second.relation, std::vector<std::size_t>(form.columns.size())};
    for (std::size_t c = 0; c < form.columns.size(); ++c) {
      other.columns[form.columns[c]] = found->second.columns[c];
    }
    if (module_.relations[id].answer == ir::Answer::none) {
      for (const std::uint32_t rule : dependencies_.rules[id]) folded_[rule] = true;
    } else if (!copy(id, other)) {
      return;
    }
    into_.emplace(id, std::move(other));
  }

  /// Turns the first of the relation's rules into a copying rule, and removes the others. Returns
  /// false if it is already one.
  bool copy(ir::RelationId id, const Other& other) {
    const std::vector<std::uint32_t>& rules = dependencies_.rules[id];
    ir::Rule& rule = module_.rules[rules.front()];
    if (rules.size() == 1 && rule.body.size() == 1 &&
        rule.body.front().relation == other.relation) {
      return false;
    }
    for (std::size_t i = 1; i < rules.size(); ++i) folded_[rules[i]] = true;
    Literal source;
    source.span = rule.span;
    source.relation = other.relation;
    source.args.resize(other.columns.size());
    rule.variables.clear();
    rule.head_args.clear();
    for (std::size_t c = 0; c < other.columns.size(); ++c) {
      const Argument one = Argument::variable(static_cast<ir::VariableId>(c));
      rule.variables.push_back("X" + std::to_string(c + 1));
      rule.head_args.push_back(one);
      source.args[other.columns[c]] = one;
    }
    rule.body = {std::move(source)};
    return true;
  }

  ir::Module& module_;
  Dependencies dependencies_;
  CanonicalForms forms_;
  std::map<std::vector<std::uint32_t>, Other> seen_;  ///< the first relation of each form
  std::map<ir::RelationId, Other> into_;
  std::vector<bool> folded_;          ///< by rule: removed
  std::set<ir::RelationId> sources_;  ///< relations that supply fluents
  std::set<ir::RelationId> read_;     ///< relations read by some rule
};

}  // namespace

bool fold_equal(ir::Module& module, PassContext& /*context*/) {
  return EqualFolder(module).run();
}

ir::RelationId copied_by(std::span<const ir::Rule* const> rules) {
  if (rules.size() != 1 || rules.front()->body.size() != 1) return ir::no_id;
  const ir::Rule& only = *rules.front();
  const Literal& source = only.body.front();
  if (source.kind != Literal::Kind::positive || source.args.size() != only.head_args.size()) {
    return ir::no_id;
  }
  std::set<ir::VariableId> variables;
  for (const Argument& arg : source.args) {
    const bool in_head =
        std::find(only.head_args.begin(), only.head_args.end(), arg) != only.head_args.end();
    if (!ir::is_variable(arg) || !in_head || !variables.insert(arg.id).second) return ir::no_id;
  }
  return source.relation;
}

}  // namespace tesuji::passes

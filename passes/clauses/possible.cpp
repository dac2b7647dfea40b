#include "passes/clauses/possible.h"

#include "passes/clauses/stratify.h"
#include "passes/plans/planning.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

void add_copy(ir::Module& module, ir::RelationId from, ir::RelationId to) {
  ir::Rule rule;
  rule.name = module.relations[to].name + "#" + module.relations[from].name;
  rule.head = to;
  rule.span = module.relations[from].span;
  Literal literal;
  literal.relation = from;
  for (ir::VariableId v = 0; v < module.relations[from].columns.size(); ++v) {
    rule.variables.push_back("V" + std::to_string(v));
    literal.args.push_back(Argument::variable(v));
  }
  rule.head_args = literal.args;
  rule.body.push_back(std::move(literal));
  module.rules.push_back(std::move(rule));
}

/// Derives fluents from `init` and `next`, moves from `legal`.
void forget_state(ir::Module& module) {
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::state && relation.kind != ir::RelationKind::input) {
      continue;
    }
    relation.kind = ir::RelationKind::derived;
    for (const ir::RelationId source : {relation.init, relation.next, relation.legal}) {
      if (source != ir::no_id) add_copy(module, source, id);
    }
    relation.init = relation.next = relation.legal = ir::no_id;
  }
}

/// Answers are never static; here no relation is an answer, needs are ordinary relations, and
/// nothing is computed in calls.
void forget_uses(ir::Module& module) {
  for (ir::Relation& relation : module.relations) {
    if (relation.storage == ir::Storage::call) {
      relation.storage = ir::Storage::unset;
      relation.indexes.clear();
    }
    relation.answer = ir::Answer::none;
    relation.origin = ir::Origin::source;
    relation.origin_of = ir::no_id;
  }
}

}  // namespace

bool is_decided(const ir::Relation& relation) {
  return relation.kind == ir::RelationKind::fixed || relation.origin == ir::Origin::need;
}

std::optional<ir::Module> find_possible(const ir::Module& module, PassContext& context,
                                        std::uint64_t max_rows, ir::RelationId& over) {
  ir::Module positive = module;
  forget_state(positive);
  for (ir::Rule& rule : positive.rules) {
    std::erase_if(rule.body, [&](const Literal& literal) {
      return literal.kind == Literal::Kind::negative &&
             module.relations[literal.relation].kind != ir::RelationKind::fixed;
    });
  }
  forget_uses(positive);
  positive.strata.clear();
  positive.entries.clear();
  if (!stratify(positive, context)) return std::nullopt;
  const PlannedModule planned(positive, context);
  for (ir::Relation& relation : positive.relations) relation.expected_rows = 0;
  ir::Diagnostics attempt(*module.sources);
  if (!context.evaluate_static(positive, attempt, max_rows)) {
    const auto largest = std::max_element(
        positive.relations.begin(), positive.relations.end(),
        [](const auto& a, const auto& b) { return a.expected_rows < b.expected_rows; });
    over = largest->expected_rows > 0
               ? static_cast<ir::RelationId>(largest - positive.relations.begin())
               : ir::no_id;
    return std::nullopt;
  }
  ir::Module possible = module;
  possible.rules.clear();
  possible.strata.clear();
  possible.entries.clear();
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    ir::Relation& relation = possible.relations[id];
    relation.facts = std::move(positive.relations[id].facts);
    relation.kind = ir::RelationKind::fixed;
    relation.init = relation.next = relation.legal = ir::no_id;
  }
  forget_uses(possible);
  return possible;
}

}  // namespace tesuji::passes

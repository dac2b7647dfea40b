#include "passes/clauses/unfold_views.h"

#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

std::vector<bool> static_relations(const ir::Module& module) {
  std::vector<bool> result(module.relations.size(), false);
  for (ir::RelationId id = 0; id < result.size(); ++id) {
    result[id] = module.relations[id].kind == ir::RelationKind::fixed;
  }
  if (const ir::Entry* entry = module.find_entry("static")) {
    for (const std::uint32_t stratum : entry->strata) {
      for (const ir::RelationId id : module.strata[stratum].relations) result[id] = true;
    }
  }
  return result;
}

/// Whether the head has at least three variables, each once, and the body separates them.
bool comes_apart(const ir::Rule& rule) {
  std::set<ir::VariableId> head;
  for (const Argument& arg : rule.head_args) {
    if (arg.kind != Argument::Kind::variable || !head.insert(arg.id).second) return false;
  }
  if (head.size() < 3 || rule.body.size() < 2) return false;
  return std::all_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
    std::set<ir::VariableId> own;
    for (const auto* args : {&literal.args, &literal.right}) {
      for (const Argument& arg : *args) {
        if (arg.kind == Argument::Kind::variable && head.contains(arg.id)) own.insert(arg.id);
      }
    }
    return 2 * own.size() <= head.size();
  });
}

void write_out(const ir::Rule& definition, ir::Rule& rule, std::size_t position) {
  const Literal use = rule.body[position];
  rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(position));
  std::vector<Argument> values(definition.variables.size());
  std::vector<bool> known(definition.variables.size(), false);
  for (std::size_t c = 0; c < use.args.size(); ++c) {
    values[definition.head_args[c].id] = use.args[c];
    known[definition.head_args[c].id] = true;
  }
  for (ir::VariableId v = 0; v < values.size(); ++v) {
    if (known[v]) continue;
    std::string name = definition.variables[v];
    while (std::find(rule.variables.begin(), rule.variables.end(), name) != rule.variables.end()) {
      name += "'";
    }
    values[v] = Argument::variable(static_cast<ir::VariableId>(rule.variables.size()));
    rule.variables.push_back(std::move(name));
  }
  for (Literal literal : definition.body) {
    for (auto* args : {&literal.args, &literal.right}) {
      for (Argument& arg : *args) {
        if (arg.kind == Argument::Kind::variable) arg = values[arg.id];
      }
    }
    literal.span = use.span;
    rule.body.push_back(std::move(literal));
  }
}

}  // namespace

bool unfold_views(ir::Module& module, PassContext&) {
  const std::vector<bool> is_static = static_relations(module);
  const Dependencies dependencies = find_dependencies(module);
  bool changed = false;
  for (std::size_t c = dependencies.members.size(); c-- > 0;) {
    if (dependencies.recursive[c]) continue;
    for (const ir::RelationId id : dependencies.members[c]) {
      if (!is_static[id] || dependencies.rules[id].size() != 1) continue;
      const ir::Rule definition = module.rules[dependencies.rules[id][0]];
      if (!comes_apart(definition)) continue;
      for (ir::Rule& rule : module.rules) {
        for (std::size_t i = 0; i < rule.body.size() && !is_static[rule.head];) {
          const bool use =
              rule.body[i].kind == Literal::Kind::positive && rule.body[i].relation == id;
          if (use) write_out(definition, rule, i);
          changed |= use;
          if (!use) ++i;
        }
      }
    }
  }
  if (changed) {
    module.strata.clear();
    module.entries.clear();
  }
  return changed;
}

}  // namespace tesuji::passes

#include "passes/stratify.h"

#include "ir/answer.h"
#include "passes/dependencies.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

bool check_negation(const ir::Module& module, const Dependencies& dependencies,
                    ir::Diagnostics& diagnostics) {
  bool good = true;
  for (const ir::Rule& rule : module.rules) {
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::negative) continue;
      if (dependencies.component[literal.relation] != dependencies.component[rule.head]) continue;
      good = false;
      ir::Diagnostic& error = diagnostics.error(
          literal.span, "unstratified",
          "`" + module.relations[literal.relation].name + "` is negated here, but it depends on `" +
              module.relations[rule.head].name + "`, which this rule defines");
      error.notes.push_back({rule.span, "a relation may not depend on its own negation"});
    }
  }
  return good;
}

/// Relations that need neither state nor moves.
std::vector<bool> find_static(const ir::Module& module, const Dependencies& dependencies) {
  std::vector<bool> fixed(module.relations.size(), false);
  for (std::size_t c = 0; c < dependencies.members.size(); ++c) {
    bool all = true;
    for (const ir::RelationId id : dependencies.members[c]) {
      const ir::Relation& relation = module.relations[id];
      if (relation.kind == ir::RelationKind::fixed) continue;
      all &= relation.kind == ir::RelationKind::derived && entry_of(relation).empty();
      for (const std::uint32_t rule : dependencies.rules[id]) {
        for (const ir::Literal& literal : module.rules[rule].body) {
          if (literal.relation == ir::no_id) continue;
          all &= dependencies.component[literal.relation] == c || fixed[literal.relation];
        }
      }
    }
    for (const ir::RelationId id : dependencies.members[c]) fixed[id] = all;
  }
  return fixed;
}

}  // namespace

bool stratify(ir::Module& module, PassContext& context) {
  const Dependencies dependencies = find_dependencies(module);
  if (!check_negation(module, dependencies, context.diagnostics)) return false;
  module.strata.clear();
  module.entries.clear();
  module.plans.clear();
  module.level = ir::Level::clauses;

  const std::size_t components = dependencies.members.size();
  std::vector<std::uint32_t> stratum_of(components, ir::no_id);
  for (std::size_t c = 0; c < components; ++c) {
    const auto& members = dependencies.members[c];
    if (module.relations[members[0]].kind != ir::RelationKind::derived) continue;
    stratum_of[c] = static_cast<std::uint32_t>(module.strata.size());
    module.strata.push_back({dependencies.recursive[c], members, {}});
  }

  const std::vector<bool> fixed = find_static(module, dependencies);
  for (const std::string_view name : ir::entry_names) {
    std::vector<bool> needed(components, false);
    // Components are numbered bottom-up: one sweep downwards closes the set.
    for (std::size_t c = components; c-- > 0;) {
      for (const ir::RelationId id : dependencies.members[c]) {
        const bool wanted =
            name == "static" ? bool{fixed[id]} : entry_of(module.relations[id]) == name;
        if (wanted) needed[c] = true;
      }
      if (!needed[c]) continue;
      for (const ir::RelationId id : dependencies.members[c]) {
        for (const std::uint32_t rule : dependencies.rules[id]) {
          for (const ir::Literal& literal : module.rules[rule].body) {
            if (literal.relation != ir::no_id)
              needed[dependencies.component[literal.relation]] = true;
          }
        }
      }
    }
    ir::Entry entry{std::string(name), {}};
    for (std::size_t c = 0; c < components; ++c) {
      const bool is_fixed = fixed[dependencies.members[c][0]];
      if (needed[c] && stratum_of[c] != ir::no_id && is_fixed == (name == "static")) {
        entry.strata.push_back(stratum_of[c]);
      }
    }
    if (!entry.strata.empty()) module.entries.push_back(std::move(entry));
  }
  return true;
}

}  // namespace tesuji::passes

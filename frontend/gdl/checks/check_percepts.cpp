// Checks the use of GDL-II's `sees` and `random`.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/gdl_visit.h"

#include <fmt/format.h>

#include <string>
#include <unordered_set>
#include <utility>

namespace tesuji::frontend {
namespace {

std::unordered_set<ir::Symbol> named_roles(const CheckContext& context) {
  std::unordered_set<ir::Symbol> roles;
  for (const Clause& clause : context.rulesheet.clauses) {
    const Term& head = clause.head;
    if (context.keyword(head) == Keyword::role && head.args.size() == 1) {
      roles.insert(head.args[0].name);
    }
  }
  return roles;
}

void warn(const CheckContext& context, ir::Span span, std::string message) {
  context.diagnostics.warning(span, "gdl-ii", std::move(message));
}

/// Reports percepts of a player that does not exist.
void check_perceiver(const CheckContext& context, const Term& perceiver,
                     const std::unordered_set<ir::Symbol>& roles) {
  if (perceiver.kind == Term::Kind::compound) {
    warn(context, perceiver.span, "roles are constants, so no role perceives this");
  } else if (perceiver.kind == Term::Kind::constant && !roles.contains(perceiver.name)) {
    warn(context, perceiver.span,
         fmt::format("`{}` is not a role, so no role perceives this", context.name(perceiver)));
  }
}

}  // namespace

void check_percepts(const CheckContext& context) {
  const std::unordered_set<ir::Symbol> roles = named_roles(context);
  bool read = false;
  for (const Clause& clause : context.rulesheet.clauses) {
    if (context.keyword(clause.head) == Keyword::sees && clause.head.args.size() == 2 &&
        !roles.empty()) {
      check_perceiver(context, clause.head.args[0], roles);
    }
    for_each_atom(clause.body, [&](const Term& atom) {
      if (read || context.keyword(atom) != Keyword::sees) {
        return;
      }
      read = true;
      warn(context, atom.span,
           "`sees` only appears in heads in GDL-II, since percepts are not conditions of rules; "
           "here it is read like any other relation");
    });
  }
}

}  // namespace tesuji::frontend

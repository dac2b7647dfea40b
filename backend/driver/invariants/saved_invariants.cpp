#include "backend/driver/invariants/saved_invariants.h"

#include "backend/driver/session.h"
#include "backend/object_cache/content_hash.h"
#include "ir/text/rule_names.h"

#include <fmt/core.h>

namespace tesuji::driver {

std::string rules_hash(const ir::Module& clauses) {
  return object_cache::content_hash(ir::text_of_rules(clauses));
}

bool are_about(const SavedInvariants& saved, const ir::Module& clauses, Session& session) {
  if (clauses.level != ir::Level::clauses) {
    session.diagnostics.error(
        {}, "usage",
        "`" + clauses.game + "` has been compiled in part; invariants are for rules");
    return false;
  }
  if (saved.rules == rules_hash(clauses)) return true;
  session.diagnostics
      .error({}, "invariants",
             fmt::format("`{}` has invariants of other rules: of `{}`", saved.path, saved.game))
      .notes.push_back({{}, "`tesuji verify --save` makes those of a game's present rules"});
  return false;
}

}  // namespace tesuji::driver

#include "backend/driver/invariants/saved_invariants.h"

#include "backend/driver/session.h"
#include "backend/object_cache/content_hash.h"
#include "ir/text/text.h"

#include <fmt/core.h>

namespace tesuji::driver {

std::string rules_hash(const ir::Module& clauses) {
  ir::Module unnamed = clauses;
  unnamed.game.clear();  // it is the file's name
  return object_cache::content_hash(ir::print(unnamed, ir::PrintedPlaces::none));
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

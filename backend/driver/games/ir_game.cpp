#include "backend/driver/games/ir_game.h"

#include "ir/text/text.h"
#include "ir/verify/game_checks.h"
#include "ir/verify/verifier.h"

#include <algorithm>

namespace tesuji::driver {

bool check_ir_game(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_file(path, session);
  if (!file) return false;
  ir::Diagnostics said(*session.sources);  // all of it, when it was loaded
  const std::optional<ir::Module> module = ir::parse(*file, session.sources, said);
  if (!module || !ir::verify(*module, said) || !ir::is_game(*module)) return false;
  // Lanes are a step of a game, which has its answers elsewhere.
  if (module->level != ir::Level::lanes) ir::check_game(*module, session.diagnostics);
  return true;
}

std::optional<std::string> why_not_played(const ir::Module& module) {
  if (module.level == ir::Level::nets) return "it is a net (--playouts plays it)";
  if (module.level == ir::Level::lanes) return "it is code over lanes, not a complete game";
  if (module.level == ir::Level::clauses) return "it has no plans";
  const bool stored = std::none_of(
      module.relations.begin(), module.relations.end(),
      [](const ir::Relation& relation) { return relation.storage == ir::Storage::unset; });
  return stored ? std::nullopt : std::optional<std::string>("it has relations without storage");
}

}  // namespace tesuji::driver

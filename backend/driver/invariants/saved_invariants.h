// Loads invariants of a game that were proved and saved, for use in compiling it
// (docs/proving/saving.md).
#pragma once

#include "ir/module/module.h"
#include "runtime/host/game/state_facts.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::driver {

struct Session;

struct SavedInvariants {
  std::string path;                                  ///< of the file, for messages; empty: no file
  std::string game;                                  ///< its name
  std::string rules;                                 ///< rules_hash
  std::vector<std::string> formulas;                 ///< proved ones as statements, for readers
  std::shared_ptr<const runtime::StateFacts> facts;  ///< the facts that compilers use; never null
};

/// Returns a hash of the rules of a game at level clauses, before any pass; it depends on their
/// meaning, not on their layout.
[[nodiscard]] std::string rules_hash(const ir::Module& clauses);

/// Whether the invariants are about these rules; reports if they are not (code "invariants"), or if
/// `clauses` is at another level (code "usage").
[[nodiscard]] bool are_about(const SavedInvariants& saved, const ir::Module& clauses,
                             Session& session);

}  // namespace tesuji::driver

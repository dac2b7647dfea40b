// Invariants of a game that were proved and kept, for those who compile it
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
  std::string path;                                  ///< of the file, for messages; empty: none
  std::string game;                                  ///< its name
  std::string rules;                                 ///< rules_hash
  std::vector<std::string> formulas;                 ///< proved ones as statements, for readers
  std::shared_ptr<const runtime::StateFacts> facts;  ///< what a compiler uses; never null
};

/// A hash of the rules of a game at level clauses, before any pass; of what they say, not of how
/// they are laid out.
[[nodiscard]] std::string rules_hash(const ir::Module& clauses);

/// Whether the invariants are of these rules; reports that they are not (code "invariants"), or that
/// `clauses` is at another level (code "usage").
[[nodiscard]] bool are_about(const SavedInvariants& saved, const ir::Module& clauses,
                             Session& session);

}  // namespace tesuji::driver

// Opens a game with a code that numbers its states (runtime/host/partition/state_code.h): in as few
// bits as what is proved of them allows.
#pragma once

#include "backend/driver/driver.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/state_code.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::driver {

struct NumberedGame {
  std::shared_ptr<const runtime::Game> game;
  runtime::TurnRule turns;
  std::shared_ptr<const runtime::StateCode> code;
  std::size_t facts = 0;  ///< that were proved of the states
};

/// A rulesheet or IR text that has a net for all questions, in native code. Facts are those of
/// options.invariants or, without a file, what can be proved in `proof_seconds`. Reports what is
/// wrong (code "limit" where there is no such net, or numbers would be too long).
[[nodiscard]] std::optional<NumberedGame> open_numbered(const std::string& path,
                                                        const Options& options,
                                                        double proof_seconds, Session& session);

}  // namespace tesuji::driver

// Opens a game with a code that numbers its states (runtime/host/partition/state_code.h): in as few
// bits as what is proved of them allows.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/partition/state_code.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

struct NumberedGame {
  std::shared_ptr<const runtime::Game> game;
  runtime::TurnRule turns;
  std::shared_ptr<const runtime::StateCode> code;
  std::uint64_t rules = 0;  ///< a hash of what its rules say
  std::size_t facts = 0;    ///< that were proved of the states
};

using StateFacts = std::vector<runtime::StateFact>;

/// Called with a function that finds facts, it gives those that numbers are made by: what another
/// process has found, perhaps.
using ShareFacts = std::function<StateFacts(const std::function<StateFacts()>& find)>;

struct NumberedOptions {
  double proof_seconds = 20;  ///< for finding facts, where no file has them
  ShareFacts share{};         ///< empty: facts are found here
  bool symmetries = true;     ///< symmetric states have one number
  /// A file that keeps what was proved for other runs, since proofs end by the clock; empty: none.
  std::string facts_file{};
  const std::atomic<bool>* stop = nullptr;  ///< set: ends with runtime::Stopped
};

/// A rulesheet or IR text that has a net for all questions, in native code. Facts are those of
/// options.invariants or, without a file, what can be proved. Reports what is wrong (code "limit"
/// where there is no such net, or numbers would be too long). Throws runtime::TurnError where it
/// has not two roles, or hides states from them, and runtime::Stopped where proofs were stopped: on
/// the process that looks for facts.
[[nodiscard]] std::optional<NumberedGame> open_numbered(const std::string& path,
                                                        const Options& options,
                                                        const NumberedOptions& numbered,
                                                        Session& session);

}  // namespace tesuji::driver

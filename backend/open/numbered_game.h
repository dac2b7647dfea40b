// Opens a game with a code that numbers its states (runtime/host/partition/state_code.h): in as few
// bits as the proved facts about states allow.
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
  std::uint64_t rules = 0;  ///< a hash of its rules
  std::size_t facts = 0;    ///< number of facts proved about the states
};

using StateFacts = std::vector<runtime::StateFact>;

/// Called with a function that finds facts; returns the facts from which numbers are made, possibly
/// those found by another process.
using ShareFacts = std::function<StateFacts(const std::function<StateFacts()>& find)>;

struct NumberedOptions {
  double proof_seconds = 20;  ///< time for finding facts, unless a file has them
  ShareFacts share{};         ///< empty: facts are found here
  bool symmetries = true;     ///< symmetric states share a number
  /// A file that stores proved facts for other runs, since proofs depend on time limits; empty: no
  /// file.
  std::string facts_file{};
  const std::atomic<bool>* stop = nullptr;  ///< if set, throws runtime::Stopped
};

/// Opens a rulesheet or IR text with a net for all questions, in native code. Facts are those of
/// options.invariants or, without a file, those that can be proved. Reports errors (code "limit" if
/// there is no such net, or numbers would be too long). Throws runtime::TurnError if it does not
/// have two roles, or hides states from them, and runtime::Stopped if proofs were stopped: in the
/// process that finds facts.
[[nodiscard]] std::optional<NumberedGame> open_numbered(const std::string& path,
                                                        const Options& options,
                                                        const NumberedOptions& numbered,
                                                        Session& session);

}  // namespace tesuji::driver

// Plays a few games of a compiled rulesheet for `check`, within bounds that no sheet can exceed.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/playouts/play_findings.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace tesuji::driver {

struct TrialLimits {
  std::uint64_t games = 20;           ///< at random
  std::uint64_t game_steps = 1'000;   ///< joint moves of a random game
  std::uint64_t steps = 4'000;        ///< joint moves of all random games together
  std::uint64_t states = 1'000;       ///< of short plays
  double seconds = 0.05;              ///< of processor time, for all
  std::uint64_t bytes = 64ULL << 20;  ///< of a state and of scratch memory without tables, each
};

struct TrialGame {
  LoadedGame game;  ///< for names, places and trials; it cannot be played any further
  runtime::PlayFindings findings;
};

/// Plays random games with the interpreter, from seed 1 on, then enumerates short plays, until a
/// limit is reached; returns what it found. Returns nothing if the module is not at level plans,
/// has a `static` entry that must be computed, needs too much memory, or if no thread can be
/// started to measure time. `module` must be one that fits() accepts.
[[nodiscard]] std::optional<TrialGame> play_trial(const std::shared_ptr<const ir::Module>& module,
                                                  const TrialLimits& limits = {});

/// Returns the first rule of `terminal` that fires in the initial state; the relation's first
/// clause if no rule is found, or if a limit is reached. May be unknown.
[[nodiscard]] ir::Span terminal_rule_at_start(const std::shared_ptr<const ir::Module>& module,
                                              const TrialLimits& limits = {});

}  // namespace tesuji::driver

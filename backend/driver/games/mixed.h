// Games in which a net answers some questions and matchers the others.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/load.h"
#include "runtime/host/game/mixed_game.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::driver {

/// Whether states of the module's plans are made of bits alone.
[[nodiscard]] bool has_bit_states(const ir::Module& module);

/// Returns the net and its cases, with each fluent at its bit in the matchers' states. Returns
/// nothing if a fluent has no bit there, or if those states have more than bits.
[[nodiscard]] std::optional<GroundGame> place_on(const GroundGame& ground,
                                                 const LoadedGame& matchers);

/// Returns the net with all questions outside `answers` marked unanswered, and their signals
/// removed. States stay the same, and is_fixed holds for the same fluents.
[[nodiscard]] GroundGame only(GroundGame ground, const runtime::FirstAnswers& answers);

/// Returns the game in which `net` answers the questions `answers`, and the matchers the others.
/// `net`: made from the placed net `ground`.
[[nodiscard]] std::shared_ptr<const runtime::Game> mix(const GroundGame& ground,
                                                       std::shared_ptr<const runtime::Game> net,
                                                       const LoadedGame& matchers,
                                                       const runtime::FirstAnswers& answers);

/// A game that consists of a net and of matchers for the questions that the net does not answer.
struct MixedParts {
  GroundGame net;                      ///< placed on the matchers' states, if there are matchers
  std::optional<LoadedGame> matchers;  ///< nothing if the net answers all questions
  std::shared_ptr<const runtime::Game> game;
  /// What compiles the net in the background (load_native_net); null: nothing.
  std::shared_ptr<const Tiers> tiers = nullptr;
};

/// As net_game, but returns the parts. `for_plugin`: prepares the net for native code, which the
/// caller generates later, whatever `options.engine` is.
[[nodiscard]] std::optional<MixedParts> net_game_parts(ir::Module source, const std::string& path,
                                                       const Options& options,
                                                       const NetLimits& limits, Session& session,
                                                       bool for_plugin = false);

/// Returns the net's game for `options.engine`: evaluates node by node if that engine generates no
/// code (Engine::net, interpreter), uses lanes for Engine::lanes_.., else generates native code.
/// Throws std::logic_error for an engine that plays no nets (Engine::reference).
[[nodiscard]] std::shared_ptr<const runtime::Game> play_net(const GroundGame& ground,
                                                            const Options& options);

/// Makes a game of a module at level clauses, before any pass: a net, and matchers for the
/// questions that the net does not answer, interpreted if the engine is Engine::net, else in native
/// code. `path` is for messages. Reports errors; code "limit" if net and matchers cannot be mixed.
[[nodiscard]] std::optional<LoadedGame> net_game(ir::Module source, const std::string& path,
                                                 const Options& options, const NetLimits& limits,
                                                 Session& session);

}  // namespace tesuji::driver

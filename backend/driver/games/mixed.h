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

/// The net, and its cases, with its fluents where the matchers' states have them; nothing where
/// these are not made of bits alone.
[[nodiscard]] std::optional<GroundGame> place_on(const GroundGame& ground,
                                                 const LoadedGame& matchers);

/// The net without what other questions than these need. It stays one of the same states: what
/// never changes in it (is_fixed) is still known, and nothing else seems to.
[[nodiscard]] GroundGame only(GroundGame ground, const runtime::FirstAnswers& answers);

/// One game of both. `net`: made from the placed net `ground`.
[[nodiscard]] std::shared_ptr<const runtime::Game> mix(const GroundGame& ground,
                                                       std::shared_ptr<const runtime::Game> net,
                                                       const LoadedGame& matchers,
                                                       const runtime::FirstAnswers& answers);

/// A game of a net and, for what that does not answer, matchers.
struct MixedParts {
  GroundGame net;                      ///< with matchers, placed on their states
  std::optional<LoadedGame> matchers;  ///< nothing where the net answers all
  std::shared_ptr<const runtime::Game> game;
  /// What compiles the net in the background (load_native_net); null: nothing.
  std::shared_ptr<const Tiers> tiers = nullptr;
};

/// As net_game, by its parts. `for_plugin`: native code is made of the net later, whatever the
/// engine is.
[[nodiscard]] std::optional<MixedParts> net_game_parts(ir::Module source, const std::string& path,
                                                       const Options& options,
                                                       const NetLimits& limits, Session& session,
                                                       bool for_plugin = false);

/// A net's game by the engine that the options name: node by node for Engine::net and interpreter,
/// in lanes for Engine::lanes_.., else in native code. Not for Engine::reference.
[[nodiscard]] std::shared_ptr<const runtime::Game> play_net(const GroundGame& ground,
                                                            const Options& options);

/// A module at level clauses, before any pass, as a net (Engine::net or net_jit), and for what the
/// net does not answer matchers of the same kind of engine; `path` is for messages. Reports what is
/// wrong; code "limit" where the two cannot be mixed.
[[nodiscard]] std::optional<LoadedGame> net_game(ir::Module source, const std::string& path,
                                                 const Options& options, const NetLimits& limits,
                                                 Session& session);

}  // namespace tesuji::driver

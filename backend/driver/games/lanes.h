// Games in lanes (docs/engines/batches.md): from a net to code that plays up to 512 games at a
// time.
#pragma once

#include "backend/driver/games/net.h"
#include "ir/nets/lane_game.h"
#include "runtime/host/gpu/gpu_programs.h"
#include "runtime/host/mcts/lane_expansion.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {

/// Goals of more gates are left to the matchers. Lanes ask them once in a game's length, of all
/// that ended meanwhile.
inline constexpr std::uint64_t most_lane_goal_gates = 400'000;

/// Nets of more gates for legal, next and terminal together are left to playing one by one: lanes
/// gain little on them, and take long to compile.
inline constexpr std::uint64_t most_lane_step_gates = 450'000;

/// What grounding may cost for lanes: more than where an engine is chosen, since whoever asks for
/// lanes has much to play. About ten seconds.
[[nodiscard]] NetLimits lane_limits();

/// Why a net for lanes has no place on the states of plans.
inline constexpr const char* rows_reason =
    "the states of the rules' plans are kept as rows, not as bits";

/// Whether the net answers what lanes have to ask: legal moves, next and terminal.
[[nodiscard]] bool suits_lanes(const GroundGame& ground);

/// A net for lanes, with goals only where lanes ask for them; else `reason` says why there is none.
/// Reports that invariants are wrong (code "invariants"), and nothing else. `source`: at level
/// clauses or nets. `native`: the game itself is to be compiled, too (`specialise`), which asks for
/// the ground rules; else the net is looked for in the cache of the options.
[[nodiscard]] std::optional<GroundGame> ground_for_lanes(const ir::Module& source,
                                                         const Options& options, Session& session,
                                                         std::string& reason, bool native);
/// The same of a net that there is.
[[nodiscard]] std::optional<GroundGame> fit_for_lanes(GroundGame ground, std::string& reason);

/// What an answer of lanes means.
[[nodiscard]] tsj_lane_answer lane_answer(const GroundGame& ground, const ir::LaneGoal& goal);
/// What LaneGame::answers mean.
[[nodiscard]] std::vector<tsj_lane_answer> lane_answers(const GroundGame& ground,
                                                        const ir::LaneGame& lanes);
/// LanePlayer::control
[[nodiscard]] std::vector<std::uint64_t> lane_control(const GroundGame& ground,
                                                      const ir::LaneGame& lanes);

/// How likely moves are, beside 1 for all that it does not name: by terms, as `(mark 1 1)` for all
/// roles, or `white (mark 1 1)` for one, which goes before the other. At least 1 and at most
/// most_move_weight.
struct MoveWeight {
  std::uint32_t weight = 1;
  ir::Span place{};  ///< where it was written, for messages
};
using MoveWeights = std::map<std::string, MoveWeight>;
inline constexpr std::uint32_t most_move_weight = 1'000;

/// What moves of playouts are restricted to (passes/lanes/tactical_moves.h).
enum class Tactics : std::uint8_t {
  none,
  wins,     ///< moves that win at once, where there are some
  replies,  ///< else moves to which no reply wins at once, where there are some
};

/// How playouts in lanes choose among legal moves.
struct PlayoutPolicy {
  MoveWeights weights{};
  Tactics tactics = Tactics::none;
};

/// What may name a move there: with its role, and for all roles.
[[nodiscard]] std::pair<std::string, std::string> weight_names(const ir::Module& module,
                                                               const ir::NetMove& move);

/// Returns the game with restricted legal moves, for playouts; nullopt if the rules do not define
/// whose turn it is, no move can win at once, or it would be too large.
[[nodiscard]] std::optional<GroundGame> restrict_moves(const GroundGame& ground, Tactics tactics);

/// The game's programs, after all passes. `ground` suits lanes.
[[nodiscard]] ir::LaneGame make_lane_game(const GroundGame& ground,
                                          const MoveWeights& weights = {});

/// The same, by passes that are looked into as the options say; nothing where they failed
/// (reported) or end before there are programs (code "usage").
[[nodiscard]] std::optional<ir::LaneGame> run_lane_passes(const GroundGame& ground,
                                                          const MoveWeights& weights,
                                                          const Options& options, Session& session);

/// Of a pipeline that ends early.
inline constexpr std::string_view no_lane_programs =
    "no lane programs: the pipeline ends before the pass `map-luts`";

/// A rulesheet, or IR text at level clauses, nets or lanes, as a module at level lanes: after these
/// passes; graphs where they end before programs. Reports why it cannot be had.
[[nodiscard]] std::optional<ir::Module> load_lanes(const std::string& path, const Options& options,
                                                   Session& session);

/// `lanes` compiled for words of so many blocks: 1, 4 or 8. `game`: the same, on the states that
/// the net's fluents are placed on.
[[nodiscard]] runtime::LanePlayer compile_lanes(const GroundGame& ground, const ir::LaneGame& lanes,
                                                std::shared_ptr<const runtime::Game> game,
                                                std::uint32_t blocks, const Options& options);

/// Why no GPU plays a game whose lanes know no goals, and why there are no steps of it in lanes.
inline constexpr const char* goals_reason = "its goals are computed by rules that lanes leave out";

/// More operations than this take too long to compile for what they gain in a tree.
inline constexpr std::size_t most_expansion_operations = 250'000;

/// Compiles the questions that a tree asks about new states. `restricted`: the game with the legal
/// moves that tactics leave; may be null. Returns no tactics if they would make it larger than
/// most_expansion_operations, and null if it is larger without them.
[[nodiscard]] std::shared_ptr<const runtime::LaneExpansion> compile_expansion(
    const GroundGame& ground, const GroundGame* restricted, const Options& options);

/// Lets the GPU play where there is one, once its kernels have been compiled in the background:
/// empty, or why it does not.
[[nodiscard]] std::string play_on_gpu(runtime::LanePlayer& player, const ir::LaneGame& lanes,
                                      const std::string& name, const Options& options);
/// The same by kernels that are there; lanes of the player know goals.
[[nodiscard]] std::string add_gpu(runtime::LanePlayer& player,
                                  const runtime::GpuCodeMaker& make_code, const Options& options);

/// The game as lanes of so many blocks answer questions about it (lane_answers.h). The net answers
/// all questions, or others are asked of something else.
[[nodiscard]] std::shared_ptr<const runtime::Game> ask_in_lanes(const GroundGame& ground,
                                                                std::uint32_t blocks,
                                                                const Options& options);

/// Blocks of the widest words that this machine has.
[[nodiscard]] std::uint32_t widest_blocks();

}  // namespace tesuji::driver

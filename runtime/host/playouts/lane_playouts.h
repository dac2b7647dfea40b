// Plays random playouts in lanes: up to 512 games at a time in one thread, as one program over bits
// (docs/engines/batches.md); a device such as a GPU may play some of them.
//
// Playouts are assigned to blocks of 64 lanes by their number alone, and each block has its own
// stream of random numbers. So a run plays the same games for every width of words and number of
// threads, and whoever plays a block; they differ from the games of playouts one by one
// (playout.h).
#pragma once

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/core/tesuji/lanes.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/playouts/simulation.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tesuji::runtime {

// A device other than the processor may need minutes until it is ready. Meanwhile the processor
// plays; then the device takes the remaining blocks. A block's results are the same whoever plays
// it (lane_batch.h).

struct LanePlayer;

/// Statistics of the device's last run.
struct DeviceReport {
  bool ready = false;             ///< its kernels for this kind of start states have been compiled
  double load_seconds = 0;        ///< to generate the kernels and compile them with the driver
  std::uint64_t transitions = 0;  ///< joint moves that it has played
  double seconds = 0;             ///< time for these joint moves
  std::uint64_t lanes = 0;        ///< games at a time
  std::uint64_t launches = 0;     ///< of kernels
  int registers = 0;              ///< per thread
  int stack_bytes = 0;            ///< per thread: what did not fit into the registers
};

/// Blocks of 64 lanes that a device is to play.
struct TakenBlocks {
  std::uint64_t first = 0;  ///< the first block; it takes this one and all later ones
                            ///< (lane_division.h)
  double seconds = 0;       ///< as SimulationOptions::seconds, starting now
};

/// A run that a device takes part in.
struct DeviceOrder {
  const LanePlayer& player;
  /// Start states of the lanes, none of them terminal; one after the other.
  std::span<const std::uint64_t> starts;
  /// `playouts` from each of them; `step_limit` is not 0; `seconds` comes from TakenBlocks instead.
  const SimulationOptions& options;
  /// Takes all blocks that are not taken yet. Returns nothing if none are left, or if no more
  /// playouts should begin.
  std::function<std::optional<TakenBlocks>()> take;
};

/// Thread-safe.
class LaneDevice {
 public:
  virtual ~LaneDevice() = default;

  /// Whether the processor should not play meanwhile: the device is ready for this many start
  /// states, has failed, or should be waited for.
  [[nodiscard]] virtual bool plays_alone(std::size_t start_count) const = 0;
  /// Waits until the device is ready and earlier runs are over, takes blocks, once, and plays them.
  /// Writes a tsj_lane_sums and the counts of LanePlayer::answers for each start state. Returns
  /// false, and writes nothing, if it took none, or has failed, now or earlier. Stops waiting when
  /// `unneeded` is requested; if that is impossible, it does not wait for other runs. Throws
  /// std::logic_error from generating kernels.
  virtual bool play(const DeviceOrder& order, const std::stop_token& unneeded,
                    std::span<tsj_lane_sums> sums, std::span<std::uint64_t> answers) const = 0;
  /// Returns why it failed; empty: it has not failed.
  [[nodiscard]] virtual std::string fault() const = 0;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual DeviceReport report() const = 0;
};

/// How long running games continue after `stop` is set: games of usual lengths end in this time, so
/// that they are counted fairly.
inline constexpr std::chrono::milliseconds most_run_out{50};

/// Computes which of some states, which lie one after the other, are terminal: a bit for each, the
/// first 64 in the first word.
using TerminalStates =
    std::function<std::vector<std::uint64_t>(std::span<const std::uint64_t> states)>;

/// A game with code for lanes.
struct LanePlayer {
  /// The game itself, for names and all that lanes cannot do. Its states are bits, fluent i at bit
  /// i.
  std::shared_ptr<const Game> game;
  std::uint64_t fluents = 0;
  tsj_lane_code code{};
  std::vector<tsj_lane_answer> answers;  ///< of code.goals; if empty, the game computes goals
  /// Fluents of which lanes assume that exactly one holds in every state; empty: no assumption.
  std::vector<std::uint64_t> control;
  /// Bits of a state that lanes assume to be as in the initial state (NetTables::fixed).
  State fixed{};
  TerminalStates terminal{};         ///< empty: the game tests one state after the other
  std::shared_ptr<const void> keep;  ///< owns what `code` needs
  /// Plays if no LaneEndHandler is given; `code` plays until it is ready, and if it fails. May be
  /// null.
  std::shared_ptr<const LaneDevice> device{};
};

/// A playout that is over.
struct LaneEnd {
  std::uint64_t playout = 0;  ///< number p of start state p / SimulationOptions::playouts
  std::uint64_t length = 0;   ///< joint moves
  PlayoutEnd how = PlayoutEnd::terminal;
  StateView state;  ///< its last state; valid during the call only
};

/// Whether lanes can start from this state, unless it is terminal: it must be reachable as far as
/// lanes rely on that. Playouts from other states are played one by one.
[[nodiscard]] bool begins_in_lanes(const LanePlayer& player, StateView state);

/// Called for each playout that is over, in any order, by the thread that played it. If it throws,
/// the run ends and rethrows the exception.
using LaneEndHandler = std::function<void(const LaneEnd&)>;

/// Returns the bytes of memory that one thread needs to play from one state, for all its lanes
/// together.
[[nodiscard]] std::uint64_t batch_bytes(const LanePlayer& player);

/// As simulate() of simulation.h. Checks `seconds` and `stop` every 16 moves of all lanes.
[[nodiscard]] SimulationResult simulate_in_lanes(const LanePlayer& player,
                                                 const SimulationOptions& options);

/// Plays `options.playouts` playouts from each of several states; returns the statistics of each,
/// in their order. `starts`: states of the game, one after the other. The calling thread plays from
/// states that lanes cannot start from (terminal or unreachable ones) one by one. When `seconds`
/// are over, or `stop` is set, later start states may be missing, and running games continue for at
/// most 4,096 moves, with `stop` for most_run_out; longer games are dropped and not counted. Each
/// thread keeps 8 bytes for each start state and answer. Throws as the game does (LimitReached).
[[nodiscard]] std::vector<SimulationResult> simulate_in_lanes(const LanePlayer& player,
                                                              std::span<const std::uint64_t> starts,
                                                              const SimulationOptions& options,
                                                              const LaneEndHandler& ended = {});

/// Adds the counts to `result`, including `shortest` if there were playouts. `goal_sums` and
/// `goal_counts` are by role.
void add_sums(const tsj_batch_sums& sums, std::span<const std::uint64_t> goal_sums,
              std::span<const std::uint64_t> goal_counts, SimulationResult& result);

}  // namespace tesuji::runtime

// Interface of a device other than the processor that plays blocks of lanes.
//
// A device may need minutes until it is ready. Meanwhile the processor plays; then the device takes
// the remaining blocks. A block's results are the same whoever plays it (lane_batch.h).
#pragma once

#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace tesuji::runtime {

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

}  // namespace tesuji::runtime
